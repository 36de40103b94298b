import { CommandError } from '../../config/usage-error.ts';
import { pluralize } from '../../lib/text/text.ts';
import { needsYes } from '../prompts/agree.ts';
import { explainPartialImport, interruption, leftOut } from '../runtime/partial-import.ts';
import type { Run } from '../runtime/run.ts';
import { createProgress } from '../terminal/progress.ts';
import { confirm, isInteractive } from '../terminal/terminal.ts';

/** What a command does with a file. */
interface FileImport<T> {
  /** The rows of the file: `countRows`. */
  total: number;
  /** Reads the file, imports its rows or predicts that, and counts what happens. */
  count(options: { isPlan: boolean; onProgress(done: number): void }): Promise<T>;
  /** Prints the counts. */
  show(tally: T, applied: boolean): void;
  /** Whether importing changes anything. */
  isChanging(tally: T): boolean;
}

/** Shows what importing a file would do, asks, and imports it; with `--yes` without asking. Shows how far it is. */
export async function importFile<T extends { invalid: number; erased: number }>(
  { options: { yes, json }, print }: Run,
  { total, count, show, isChanging }: FileImport<T>,
): Promise<void> {
  if (!yes) {
    const planned = await showingProgress(rowProgress(total), (onProgress) => count({ isPlan: true, onProgress }));
    show(planned, false);
    if (json || !isInteractive()) throw needsYes('import the file');
    if (!isChanging(planned)) {
      const wrong = planned.invalid - planned.erased;
      if (wrong === 0) return print('There is nothing to import.');
      const rows = pluralize(wrong, 'row');
      throw new CommandError(`${rows} cannot be imported. Nothing was changed. Correct the file and import it again.`);
    }
    if (!(await confirm('Import the file?'))) return print('Nothing was changed.');
  }
  const progress = rowProgress(total);
  const throwIfInterrupted = interruption();
  const importing = showingProgress(progress, (onProgress) =>
    count({
      isPlan: false,
      onProgress(done) {
        onProgress(done);
        throwIfInterrupted();
      },
    }),
  );
  const tally = await explainPartialImport(importing, progress.text);
  show(tally, true);
  // Rows of erased customers are left out on purpose. The report names the option that takes them back.
  const wrong = tally.invalid - tally.erased;
  if (wrong > 0) {
    throw new CommandError(leftOut(pluralize(wrong, 'row'), isChanging(tally)));
  }
}

/** The rows of a file that are done. */
function rowProgress(total: number) {
  const show = (count: number) => count.toLocaleString('en-US');
  let done = 0;
  return {
    advance: (rows: number) => {
      done = rows;
    },
    text: () => `${show(done)} of ${show(total)} ${total === 1 ? 'row' : 'rows'}`,
  };
}

async function showingProgress<T>(
  { advance, text }: ReturnType<typeof rowProgress>,
  work: (onProgress: (done: number) => void) => Promise<T>,
): Promise<T> {
  const progress = createProgress();
  try {
    return await work((done) => {
      advance(done);
      progress.show(text());
    });
  } finally {
    progress.clear();
  }
}
