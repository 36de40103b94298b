import type { Note, Notes } from '../../imports/notes.ts';
import { cleanLine } from '../../lib/text/text.ts';
import { wrapText } from '../terminal/wrap.ts';

/** Columns of a terminal that a report fits into. */
export const REPORT_WIDTH = 100;
const MAX_LINES = 20;
const INDENT = '  ';
/** The notes that are kept, by their kinds, for programs. */
export const keptNotes = <Kind extends string>(notes: Readonly<Record<Kind, Notes>>): Record<Kind, Note[]> =>
  Object.fromEntries(Object.entries<Notes>(notes).map(([kind, { first }]) => [kind, first])) as Record<Kind, Note[]>;

/** The line of a report that says how rows of erased customers are imported. */
export const erasedLines = (erased: number): string[] =>
  erased === 0 ? [] : [`  (${erased.toLocaleString('en-US')} of erased customers; --restore-erased takes them back)`];

/** The lines of a report about notes of one kind: the first of them, and how many there are. */
export function noteLines(title: string, { first, total }: Notes): string[] {
  if (total === 0) return [];
  const shown = first.slice(0, MAX_LINES);
  const column = 'line '.length + String(shown.at(-1)?.line).length + 1;
  const lines = shown.flatMap(({ line, text }) =>
    wrapText(cleanLine(text), REPORT_WIDTH - INDENT.length - column).map(
      (part, index) => `${INDENT}${(index === 0 ? `line ${line}` : '').padEnd(column)}${part}`,
    ),
  );
  const more = total - shown.length;
  if (more > 0) lines.push(`${INDENT}and ${more.toLocaleString('en-US')} more; --json lists up to 1,000`);
  return ['', `${title}:`, ...lines];
}
