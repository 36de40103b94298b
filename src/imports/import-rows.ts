import type { CsvFile } from './csv/csv-file.ts';

/** How the rows of a file are read and handed on. A row that cannot be read is a text: the reason, with a correct value. */
export interface RowImport<Read, Outcome> {
  file: CsvFile;
  batchRows: number;
  read(cells: readonly string[]): Read | string;
  /** Returns a text about a row that is no record, such as one of totals; undefined for a record. Called once for each row, in order. */
  leaveOut?(cells: readonly string[]): string | undefined;
  onLeftOut?(line: number, text: string): void;
  /** Imports a batch, or predicts what importing it would do. */
  process(rows: readonly Read[]): Promise<Outcome[]>;
  onRefused(line: number, problem: string): void;
  onOutcome(line: number, outcome: Outcome, read: Read): void;
  /** Called with the number of rows that are done, after each batch. */
  onProgress(done: number): void;
}

/** Reads a file in batches, hands them on one after the other, and reports what happens to each row, in their order. */
export async function importRows<Read extends object, Outcome>({
  file,
  batchRows,
  read,
  leaveOut,
  onLeftOut,
  process,
  onRefused,
  onOutcome,
  onProgress,
}: RowImport<Read, Outcome>): Promise<void> {
  let done = 0;
  let batch: { line: number; row: Read | string }[] = [];
  const flush = async () => {
    const rows = batch.flatMap(({ row }) => (typeof row === 'string' ? [] : [row]));
    const outcomes = rows.length > 0 ? await process(rows) : [];
    let next = 0;
    for (const { line, row } of batch) {
      if (typeof row === 'string') onRefused(line, row);
      else onOutcome(line, outcomes[next++] as Outcome, row);
    }
    done += batch.length;
    batch = [];
    onProgress(done);
  };
  for await (const { line, cells } of file.rows()) {
    const reason = leaveOut?.(cells);
    if (reason !== undefined) {
      onLeftOut?.(line, reason);
      done += 1;
      continue;
    }
    batch.push({ line, row: read(cells) });
    if (batch.length >= batchRows) await flush();
  }
  await flush();
}
