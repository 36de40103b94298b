import { statSync } from 'node:fs';
import { DatabaseError } from '../../../lib/database/database-error.ts';
import { explainError, isUnusable } from './errors.ts';

/** Decides whether the open database can still be used. Once it cannot, it stays unusable until the program restarts. */
export interface Usability {
  /**
   * Throws a `DatabaseError` if the file was deleted or replaced since it was opened, or turned out to be damaged.
   * Takes microseconds.
   */
  assert(): void;
  isUsable(): boolean;
  /** Runs work on the database, unless it is unusable, and remembers damage that the work finds. */
  guard<T>(work: () => Promise<T>): Promise<T>;
  /** Remembers the damage, if an error is that of a damaged file. */
  remember(error: unknown): void;
}

/**
 * Watches the files of an open database: the file itself, and with a WAL `-wal` and `-shm`, which exist from the first
 * write until the last connection is closed. Without one of them SQLite writes on into the deleted file: commits succeed,
 * and are lost. A rollback journal is opened again by each transaction.
 * @param file.shown its path as the operator gave it, which can be a link to `path`, and be changed to lead elsewhere.
 */
export function watchUsability(
  { path, shown }: { path: string; shown: string },
  journal: 'wal' | 'rollback',
): Usability {
  const files = journal === 'wal' ? [shown, `${path}-wal`, `${path}-shm`] : [shown];
  const seen = files.map(identityOf);
  let failure: DatabaseError | undefined;
  const isInPlace = (file: string, index: number) => {
    const identity = identityOf(file);
    seen[index] ??= identity;
    return identity === seen[index];
  };
  const check = () => {
    if (!failure && !files.every(isInPlace)) failure = replaced(shown);
    return failure;
  };
  const assert = () => {
    const found = check();
    if (found) throw found;
  };
  const remember = (error: unknown) => {
    if (isUnusable(error)) failure ??= explainError(shown, error) as DatabaseError;
  };
  return {
    assert,
    remember,
    isUsable: () => check() === undefined,
    async guard(work) {
      assert();
      try {
        return await work();
      } catch (error) {
        remember(error);
        throw error;
      }
    },
  };
}

/** A database in memory has no files. */
export const ALWAYS_USABLE: Usability = {
  assert: () => {},
  isUsable: () => true,
  guard: (work) => work(),
  remember: () => {},
};

/** Device and inode, because another file can take the path; undefined without a file. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

function replaced(path: string): DatabaseError {
  const reason =
    'was deleted or replaced while it was open. Nothing was changed. Put the file back, or a backup (rcpt-mcp platform restore), and restart the program.';
  return DatabaseError.at(path, reason);
}
