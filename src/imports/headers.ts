import { listed, quoted, say } from '../lib/text/sentence.ts';
import { ColumnError } from './errors.ts';

/** The columns of a file by what they contain: `name`, `phone`, or an additional field of contacts. Null: no column has it. */
export type ColumnMap = Readonly<Record<string, string | null>>;

/** A header in the form in which headers are compared: `Téléphone (mobile)` is `telephonemobile`. */
export const normalHeader = (header: string) =>
  header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Headers of a list in the form of `normalHeader`. */
export const headerWords = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The columns of an entry of a `ColumnMap`. @throws ColumnError if there is none with this header */
export const mappedColumns = (header: readonly string[], column: string | null): number[] =>
  column === null ? [] : [findColumn(header, column)];

/** Returns the column with a header, whatever its case. @throws ColumnError if there is none */
function findColumn(header: readonly string[], column: string): number {
  const exact = header.indexOf(column);
  if (exact >= 0) return exact;
  const index = header.findIndex((text) => text.toLowerCase() === column.toLowerCase());
  if (index >= 0) return index;
  throw new ColumnError(String(say`The file has no column ${quoted(column)}. Its columns are ${namesOf(header)}.`));
}

/** The headers of a file in a message. */
export const namesOf = (header: readonly string[]) =>
  listed(
    header.filter(Boolean).map((text) => quoted(text, 40)),
    20,
  );
