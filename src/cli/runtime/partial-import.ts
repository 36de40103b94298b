import { explainDatabaseErrors } from '../../app/open-platform.ts';
import { CommandError } from '../../config/usage-error.ts';

const INTERRUPTED = 'Interrupted.';

/** Returns a function that throws after Ctrl-C: an import calls it after each batch. A second Ctrl-C ends the process. */
export function interruption(): () => void {
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isInterrupted = true;
    });
  }
  return () => {
    if (isInterrupted) throw new CommandError(INTERRUPTED);
  };
}

/**
 * Adds to the error of a database that ends an import, or of an interruption, how much of the file is imported.
 * @param done the part of the file, such as "3,000 of 30,000 rows"
 */
export async function explainPartialImport<T>(importing: Promise<T>, done: () => string): Promise<T> {
  return explainDatabaseErrors(importing).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    const when = error.message === INTERRUPTED ? '' : ' when this is fixed';
    const message = `${error.message} The import ended after ${done()}. Import the file again${when}: what is imported stays as it is.`;
    throw new CommandError(message, { cause: error });
  });
}

/** Says that rows or lines of a file were left out. @param parts such as `2 rows` */
export const leftOut = (parts: string, isChanged: boolean): string =>
  `${parts} could not be imported${isChanged ? '' : ', and nothing was changed'}. Correct the file and import it again: what is imported stays as it is.`;
