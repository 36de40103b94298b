import type { ToolDefinition, ToolServices } from '../../tools/index.ts';
import { days } from './days.ts';
import { records } from './records.ts';
import type { Completers, CompletionKind } from './types.ts';
import { zones } from './zones.ts';

/** Returns the suggestions of a kind for the typed text. Records are those that one of the tools lists. */
export async function suggest(
  kind: CompletionKind,
  typed: string,
  tools: readonly ToolDefinition[],
  services: ToolServices,
): Promise<string[]> {
  const completers: Completers = { ...records(tools, services), ...days(services), ...zones(services) };
  return (await completers[kind]?.(typed)) ?? [];
}
