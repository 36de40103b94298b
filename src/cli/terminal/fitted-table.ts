import { truncate } from '../../lib/text/text.ts';
import { table } from './table.ts';

/** A title; with a number, its cells may be cut to that many characters where the table is too wide. */
export type Column = string | readonly [title: string, least: number];

type Rows = readonly (readonly string[])[];

/**
 * Formats a table that fits `width`: the widest of the cells that may be cut are cut first. Where that is not enough, the
 * first cell of each row, which is its id, has a line of its own.
 */
export function fittedTable(columns: readonly Column[], rows: Rows, width: number): string[] {
  const titles = columns.map((column) => (typeof column === 'string' ? column : column[0]));
  const fitted = cutToFit(columns, rows, width);
  if (fitted) return table(titles, fitted, width);
  const rest = rows.map((row) => row.slice(1));
  const cut = cutToFit(columns.slice(1), rest, width - 2) ?? rest;
  const [head = '', rule = '', ...lines] = table(titles.slice(1), cut, width - 2).map((line) => `  ${line}`);
  return [titles[0] ?? '', head, rule, ...rows.flatMap(([id = ''], index) => [id, lines[index] ?? ''])];
}

/** Undefined if the rows do not fit, also when they are cut. */
function cutToFit(columns: readonly Column[], rows: Rows, width: number): Rows | undefined {
  const widths = columns.map((column, index) =>
    Math.max((typeof column === 'string' ? column : column[0]).length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const least = columns.map((column) => (typeof column === 'string' ? Number.POSITIVE_INFINITY : column[1]));
  for (let over = widths.reduce((sum, one) => sum + one + 2, -2) - width; over > 0; over--) {
    const spare = widths.map((one, index) => (one > (least[index] ?? 0) ? one : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if (!spare[widest]) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return rows.map((row) => row.map((cell, index) => truncate(cell, widths[index] ?? 0)));
}
