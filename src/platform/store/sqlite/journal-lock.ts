import { createPrivateFile } from './create-file.ts';
import { isBusy } from './errors.ts';
import { retry } from './retry.ts';
import type { SqliteConnection, SqliteConstructor } from './sqlite-api.ts';

/**
 * An empty SQLite database next to the database, of which only the file lock is used: shared by each process that uses
 * the database with a rollback journal, exclusive for a process that switches the database to WAL. A process with a
 * rollback journal holds no lock on the database itself between its transactions. The lock ends with its process.
 */
export const journalLockFile = (database: string) => `${database}-lock`;

/** A statement that reads the file, and so takes SQLite's shared lock. */
export const TAKE_SHARED_LOCK = 'select 1 from sqlite_schema limit 1';

/** Takes the shared lock, held until the connection is closed: no other process of ours switches the database to WAL. */
export async function lockRollbackJournal(Sqlite: SqliteConstructor, database: string): Promise<SqliteConnection> {
  const path = journalLockFile(database);
  createPrivateFile(path);
  const lock = new Sqlite(path);
  try {
    lock.exec('begin');
    await retry(() => lock.exec(TAKE_SHARED_LOCK), isBusy);
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Takes the exclusive lock, until the connection is closed; undefined if a process uses a rollback journal. */
export function tryLockForWal(Sqlite: SqliteConstructor, database: string): SqliteConnection | undefined {
  const lock = new Sqlite(journalLockFile(database));
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}
