import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SqliteConnection, SqliteConstructor } from './driver.ts';
import { isBusy } from './errors.ts';
import { retry } from './retry.ts';

/** SQLite's name for a database in memory, which is lost when the process ends. */
export const IN_MEMORY = ':memory:';

/** Creates the file and its folders, accessible only to the owner, because they hold customers' data. */
export function createPrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite would create the file with the umask's mode. It gives the -wal and -shm files the mode of this one.
  try {
    closeSync(openSync(path, 'wx', 0o600));
    chmodSync(path, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    closeSync(openSync(path, 'r+'));
  }
}

/** Opens the only connection that writes. */
export async function openWriter(Sqlite: SqliteConstructor, path: string): Promise<SqliteConnection> {
  const connection = new Sqlite(path);
  try {
    // Short, because this wait blocks the event loop. The long wait for the write lock is in the dialect.
    connection.exec('pragma busy_timeout = 5');
    // busy_timeout does not cover the switch to WAL when several processes open a new file concurrently.
    await retry(() => connection.exec('pragma journal_mode = wal'), isBusy);
    // With WAL, a lower level can lose committed transactions when the machine loses power.
    connection.exec('pragma synchronous = full');
    connection.exec('pragma foreign_keys = on');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Opens a connection that only reads, so that reads never wait for writes of this process. */
export function openReader(Sqlite: SqliteConstructor, path: string): SqliteConnection {
  const connection = new Sqlite(path);
  try {
    // Readers wait only while another process recovers or closes the database.
    connection.exec('pragma busy_timeout = 5000');
    connection.exec('pragma query_only = on');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Checkpoints the WAL, so that the file is complete without it. Fails only if another process reads the WAL. */
export function checkpoint(connection: SqliteConnection): void {
  try {
    connection.exec('pragma wal_checkpoint(passive)');
  } catch {
    // Nothing is lost: SQLite recovers the -wal file when the database is opened next.
  }
}
