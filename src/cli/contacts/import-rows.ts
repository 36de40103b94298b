import type { ImportedContact, ImportOutcome } from '../../platform/index.ts';
import type { Columns } from './columns.ts';
import type { CsvFile } from './csv-file.ts';
import type { BirthReading } from './read-birth.ts';
import { type ReadContact, readRow } from './read-row.ts';
import { createTally, type Tally } from './tally.ts';

export interface ImportRun extends BirthReading {
  file: CsvFile;
  columns: Columns;
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
  today,
  batchRows,
  process,
  onProgress,
}: ImportRun): Promise<Tally> {
  const tally = createTally();
  const context = { country, today, width: file.header.length };
  let batch: { line: number; read: ReadContact | string }[] = [];
  const flush = async () => {
    const rows = batch.flatMap(({ read }) => (typeof read === 'string' ? [] : [read.contact]));
    const outcomes = rows.length > 0 ? await process(rows) : [];
    let next = 0;
    for (const { line, read } of batch) {
      if (typeof read === 'string') {
        tally.add(line, { kind: 'refused', problem: read });
        continue;
      }
      const outcome = outcomes[next++] as ImportOutcome;
      tally.add(line, outcome);
      for (const { field, text } of read.remarks) if (isStored(field, outcome)) tally.check(line, text);
    }
    batch = [];
    onProgress(tally.result.rows);
  };
  for await (const { line, cells } of file.rows()) {
    batch.push({ line, read: readRow(cells, columns, context) });
    if (batch.length >= batchRows) await flush();
  }
  await flush();
  return tally.result;
}

/** Whether the contact has the value of the row, and not another one that it keeps. */
const isStored = (field: string, outcome: ImportOutcome) =>
  outcome.kind === 'added' || (outcome.kind !== 'refused' && !outcome.kept.some((kept) => kept.field === field));
