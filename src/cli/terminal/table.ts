import { truncate } from '../../lib/text/text.ts';
import type { Run } from '../runtime/run.ts';

/** Formats a table for a terminal. Columns are as wide as their widest cell; lines are truncated to `width`. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], width = 100): string[] {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => {
    const text = cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
    return text.length > width ? `${text.slice(0, width - 1)}…` : text;
  };
  return [line(head), line(widths.map((size) => '-'.repeat(size))), ...rows.map(line)];
}

/** The title of a column, and how many characters of its cells a terminal shows; by default all. */
type Head = string | readonly [title: string, width: number];

/**
 * Formats a table of records: cells and lines are cut for a person at a terminal. A pipe or a file gets them whole, because
 * a program would take a cut value for the value.
 */
export function recordTable(
  head: readonly Head[],
  rows: readonly (readonly string[])[],
  { isTerminal }: Pick<Run, 'isTerminal'>,
): string[] {
  const titles = head.map((one) => (typeof one === 'string' ? one : one[0]));
  if (!isTerminal) return table(titles, rows, Number.POSITIVE_INFINITY);
  const shown = (cell: string, column: number) => {
    const one = head[column] ?? '';
    return typeof one === 'string' ? cell : truncate(cell, one[1]);
  };
  return table(
    titles,
    rows.map((row) => row.map(shown)),
  );
}
