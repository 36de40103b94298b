import { readWrittenDate } from '../../lib/time/written-date.ts';
import type { ImportedContact, ImportOutcome } from '../../platform/index.ts';
import { BIRTH_FIELD, type Columns } from './columns.ts';
import type { CsvFile } from './csv-file.ts';
import { quoteCell } from './quote-cell.ts';
import { readRow } from './read-row.ts';
import { createTally, type Tally } from './tally.ts';

export interface ImportRun {
  file: CsvFile;
  columns: Columns;
  /** ISO 3166 code of telephone numbers without +. */
  country: string;
  batchRows: number;
  /** Imports a batch, or predicts what importing it would do. */
  process(rows: readonly ImportedContact[]): Promise<ImportOutcome[]>;
  /** Called with the number of rows that are done, after each batch. */
  onProgress(done: number): void;
}

/** Reads a file in batches, hands them on one after the other, and counts what happens to each row. */
export async function importRows({
  file,
  columns,
  country,
  batchRows,
  process,
  onProgress,
}: ImportRun): Promise<Tally> {
  const tally = createTally();
  const context = { country, width: file.header.length };
  let batch: { line: number; row: ImportedContact | string }[] = [];
  const flush = async () => {
    const rows = batch.flatMap(({ row }) => (typeof row === 'string' ? [] : [row]));
    const outcomes = rows.length > 0 ? await process(rows) : [];
    const outcomeOf = new Map(rows.map((row, index) => [row, outcomes[index]]));
    for (const { line, row } of batch) {
      const outcome = typeof row === 'string' ? ({ kind: 'refused', problem: row } as const) : outcomeOf.get(row);
      if (!outcome) continue;
      tally.add(line, outcome);
      const birth = typeof row === 'string' ? undefined : row.additional[BIRTH_FIELD];
      if (birth !== undefined && isStored(BIRTH_FIELD, outcome) && readWrittenDate(birth, undefined) !== birth)
        tally.check(line, noDate(birth));
    }
    batch = [];
    onProgress(tally.result.rows);
  };
  for await (const { line, cells } of file.rows()) {
    batch.push({ line, row: readRow(cells, columns, context) });
    if (batch.length >= batchRows) await flush();
  }
  await flush();
  return tally.result;
}

/** Whether the contact has the value of the row, and not another one that it keeps. */
const isStored = (field: string, outcome: ImportOutcome) =>
  outcome.kind === 'added' || (outcome.kind !== 'refused' && !outcome.kept.some(([kept]) => kept === field));

const noDate = (text: string) =>
  `${BIRTH_FIELD} ${quoteCell(text)} is no date: it is kept as a text, which the caller check of the voice profile never matches`;
