import { explainDatabaseErrors } from '../../app/compose.ts';
import { CommandError } from './usage-error.ts';

/**
 * Adds to the error of a database that ends an import how much of the file is imported.
 * @param done the part of the file, such as "3,000 of 30,000 rows"
 */
export async function explainPartialImport<T>(importing: Promise<T>, done: () => string): Promise<T> {
  return explainDatabaseErrors(importing).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    const message = `${error.message} The import ended after ${done()}. Import the file again when this is fixed: what is imported stays as it is.`;
    throw new CommandError(message, { cause: error });
  });
}
