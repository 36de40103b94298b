import type { ToolDefinition, ToolServices } from '../../tools/index.ts';
import { days } from './days.ts';
import { records } from './records.ts';
import type { Completer, Completers } from './types.ts';
import { zones } from './zones.ts';

export { COMPLETIONS, type Completer, type Completers, type CompletionKind } from './types.ts';

/** The completers of a server: those whose records its tools may list. */
export function completersFor(tools: readonly ToolDefinition[], services: ToolServices): Completers {
  const all = { ...Object.fromEntries(records(tools, services)), ...days(services), ...zones(services) };
  return Object.fromEntries(Object.entries(all).map(([kind, complete]) => [kind, safe(kind, complete, services)]));
}

/** A suggestion that cannot be had is none: a person who is typing is not told why. */
function safe(kind: string, complete: Completer, { logger }: ToolServices): Completer {
  return async (typed) => {
    try {
      return await complete(typed);
    } catch (error) {
      logger.debug('completion failed', { kind, error });
      return [];
    }
  };
}
