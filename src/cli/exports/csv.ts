import { guardFormula } from '../../lib/text/formula.ts';

/** At the start of a file, it tells Excel that the text is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Returns the first line of a CSV file (RFC 4180): the names of its columns. */
export const csvHeader = (columns: readonly string[], { bom }: { bom: boolean }): string =>
  `${bom ? BYTE_ORDER_MARK : ''}${csvLine(columns)}`;

/** Returns a line of a CSV file, in which no cell is a formula; null and undefined are empty cells. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`;

function csvCell(value: unknown): string {
  const text = guardFormula(String(value ?? ''));
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
