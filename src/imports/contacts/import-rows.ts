import type { ImportedContact, ImportOutcome } from '../../platform/index.ts';
import type { CsvFile } from '../csv/csv-file.ts';
import { importRows } from '../import-rows.ts';
import type { Columns } from './columns.ts';
import type { BirthReading } from './read-birth.ts';
import { type ReadContact, readRow } from './read-row.ts';
import { createTally, type Tally } from './tally.ts';

interface ContactImport extends BirthReading {
  file: CsvFile;
  columns: Columns;
  batchRows: number;
  /** Imports a batch, or predicts what importing it would do. */
  process(rows: readonly ImportedContact[]): Promise<ImportOutcome[]>;
  /** Called with the number of rows that are done, after each batch. */
  onProgress(done: number): void;
}

/** Imports the contacts of a file, and counts what happens to each row. */
export async function importContactRows({ columns, country, today, process, ...rest }: ContactImport): Promise<Tally> {
  const tally = createTally();
  const context = { country, today, width: rest.file.header.length };
  await importRows<ReadContact, ImportOutcome>({
    ...rest,
    read: (cells) => readRow(cells, columns, context),
    process: (rows) => process(rows.map(({ contact }) => contact)),
    onRefused: (line, problem) => tally.add(line, { kind: 'refused', problem }),
    onOutcome(line, outcome, { remarks }) {
      tally.add(line, outcome);
      for (const { field, text } of remarks) if (isStored(field, outcome)) tally.check(line, text);
    },
  });
  return tally.result;
}

/** Whether the contact has the value of the row, and not another one that it keeps. */
const isStored = (field: string, outcome: ImportOutcome) =>
  outcome.kind === 'added' || (outcome.kind !== 'refused' && !outcome.kept.some((kept) => kept.field === field));
