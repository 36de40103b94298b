import { DatabaseError } from '../../lib/database/database-error.ts';
import { isDamage, isDiskFault } from '../store/sqlite/errors.ts';

/** True if the disk of an index file is full or fails, or if the file is damaged. Its settings need no correction. */
export function isFaultOfFile(error: unknown): boolean {
  return error instanceof DatabaseError && (isDamage(error.cause) || isDiskFault(error.cause));
}

/** Explains a damaged index: it has no backup, and needs none. Returns other errors unchanged. */
export function explainDamage(file: string, error: unknown): unknown {
  if (!(error instanceof DatabaseError) || !isDamage(error.cause)) return error;
  const reason = 'is damaged. Delete it, with its -wal or -journal: it is filled again from the platform.';
  return new DatabaseError(`The index ${reason}`, {
    operatorMessage: `The index ${file} ${reason}`,
    cause: error.cause,
  });
}
