import { cleanLine } from '../../lib/text.ts';
import { wrapText } from '../runtime/wrap.ts';

/** Columns of a terminal that a report fits into. */
export const REPORT_WIDTH = 100;
const MAX_LINES = 20;
const INDENT = '  ';
/** Notes of one kind that are kept; all are counted. */
const MAX_NOTES = 1_000;

/** What a report says about a row of a file. */
export interface Note {
  line: number;
  text: string;
}

/** Notes of one kind. */
export interface Notes {
  /** The first of them. */
  first: Note[];
  /** How many there are. */
  total: number;
}

export const noNotes = (): Notes => ({ first: [], total: 0 });

/** Counts a note, and keeps it unless there are very many. */
export function addNote(notes: Notes, line: number, text: string): void {
  notes.total += 1;
  if (notes.first.length < MAX_NOTES) notes.first.push({ line, text });
}

/** The notes that are kept, by their kinds, for programs. */
export const keptNotes = <Kind extends string>(notes: Readonly<Record<Kind, Notes>>): Record<Kind, Note[]> =>
  Object.fromEntries(Object.entries<Notes>(notes).map(([kind, { first }]) => [kind, first])) as Record<Kind, Note[]>;

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
