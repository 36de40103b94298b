import type { CsvFile } from './csv/csv-file.ts';
import { ImportFileError } from './errors.ts';

/** A prediction keeps all rows in memory, about 3 KB each. */
const MAX_ROWS = 200_000;

/**
 * Counts the rows of a file. The whole file is read before anything is changed: a file that is cut off in the middle is not
 * imported by half.
 * @param onRow called with the cells of each row
 * @throws ImportFileError if there are none or too many, or if one is not CSV
 */
export async function countRows(
  file: CsvFile,
  { onRow = () => {}, maxRows = MAX_ROWS }: { onRow?(cells: readonly string[]): void; maxRows?: number } = {},
): Promise<number> {
  let count = 0;
  for await (const { cells } of file.rows()) {
    count += 1;
    onRow(cells);
  }
  if (count === 0)
    throw new ImportFileError(`${file.name} has no rows, only a line that names the columns. Nothing was changed.`);
  if (count > maxRows)
    throw new ImportFileError(
      `${file.name} has more than ${maxRows.toLocaleString('en-US')} rows: split it. Nothing was changed.`,
    );
  return count;
}
