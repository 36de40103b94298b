import { type ToolResult, VIEW_DATA } from './tool-result.ts';

/** Numbers in groups, by the number (E.164). The same number is written in one way wherever it is shown. */
const known = new Map<string, string>();

/** Takes over how the server groups the telephone numbers of an answer. On a host that drops this, they stay as they are. */
export function readNumbers({ _meta }: ToolResult): void {
  const { numbers } = (_meta?.[VIEW_DATA] ?? {}) as { numbers?: unknown };
  if (!Array.isArray(numbers)) return;
  for (const grouped of numbers) if (isGrouped(grouped)) known.set(grouped.replaceAll(' ', ''), grouped);
}

const isGrouped = (text: unknown): text is string => typeof text === 'string' && /^\+\d{1,3}(?: \d+)+$/.test(text);

/** The groups of a number: `+1`, `518`, `555`, `0169`; one, if its groups are unknown. */
export const numberGroups = (text: string): string[] => known.get(text)?.split(' ') ?? [text];

/** A number in groups where elements cannot divide it, such as in a chart: `+1 518 555 0169`. */
export const numberText = (text: string): string => known.get(text) ?? text;
