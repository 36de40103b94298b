import { existsSync } from 'node:fs';
import { createPrivateFile } from './create-file.ts';
import { isWalSafe } from './driver.ts';
import { inUse, isBusy, isUnusable, walInUse } from './errors.ts';
import { journalLockFile, lockRollbackJournal, TAKE_SHARED_LOCK, tryLockForWal } from './journal-lock.ts';
import { retry } from './retry.ts';
import type { SqliteConnection, SqliteConstructor } from './sqlite-api.ts';

/** SQLite's name for a database in memory, which is lost when the process ends. */
export const IN_MEMORY = ':memory:';

/** How long a connection with the WAL-reset bug waits for the processes that use WAL, which may be ending. */
const WAL_WAIT_MS = 2_000;

/** The writing connection of a database, and the journal of all its connections while this one is open. */
export interface Writer {
  connection: SqliteConnection;
  journal: 'wal' | 'rollback' | 'memory';
  /** The connection that holds the lock on a rollback journal. Closed last. */
  lock?: SqliteConnection;
}

/**
 * Opens the only connection that writes, and decides on the journal. SQLite before 3.51.3 can corrupt a database in WAL mode
 * when two connections write or checkpoint at the same moment, so it takes part in no WAL: it uses a rollback journal, and
 * converts a database with a WAL if no other process uses it. A safe SQLite uses WAL, and converts a database with a
 * rollback journal unless a process uses that.
 * @throws DatabaseError if this SQLite is affected and another process uses the database with a WAL.
 */
export async function openWriter(Sqlite: SqliteConstructor, path: string): Promise<Writer> {
  if (path === IN_MEMORY) {
    const connection = new Sqlite(path);
    await configure(connection);
    return { connection, journal: 'memory' };
  }
  return isWalSafe(versionOf(Sqlite)) ? openSafeWriter(Sqlite, path) : openAffectedWriter(Sqlite, path);
}

/** The SQLite version of connections, such as `3.51.3`. */
export function versionOf(Sqlite: SqliteConstructor): string {
  const connection = new Sqlite(IN_MEMORY);
  const [row] = connection.prepare('select sqlite_version() as version').all() as { version: string }[];
  connection.close();
  return row?.version ?? '';
}

async function openSafeWriter(Sqlite: SqliteConstructor, path: string): Promise<Writer> {
  const connection = new Sqlite(path);
  let lock: SqliteConnection | undefined;
  try {
    await configure(connection);
    if (existsSync(journalLockFile(path)) && !(await isWal(connection))) {
      lock = tryLockForWal(Sqlite, path);
      if (!lock) {
        lock = await lockRollbackJournal(Sqlite, path);
        // It is WAL now if the exclusive lock was that of another process, which has switched.
        if (!(await isWal(connection))) return await useRollbackJournal(connection, lock);
      }
    }
    // busy_timeout does not cover the switch to WAL when several processes open a new file concurrently.
    await retry(() => connection.exec('pragma journal_mode = wal'), isBusy);
    lock?.close();
    return { connection, journal: 'wal' };
  } catch (error) {
    connection.close();
    lock?.close();
    throw error;
  }
}

async function openAffectedWriter(Sqlite: SqliteConstructor, path: string): Promise<Writer> {
  const lock = await lockRollbackJournal(Sqlite, path);
  let connection: SqliteConnection | undefined;
  try {
    connection = await convertFromWal(Sqlite, path);
    await configure(connection);
    return await useRollbackJournal(connection, lock);
  } catch (error) {
    connection?.close();
    lock.close();
    throw error;
  }
}

/**
 * Opens a connection to a database that has no WAL when this returns.
 * @throws DatabaseError if other processes use its WAL.
 */
async function convertFromWal(Sqlite: SqliteConstructor, path: string): Promise<SqliteConnection> {
  const attempt = () => {
    const connection = openAlone(Sqlite, path);
    try {
      connection.exec('pragma journal_mode = delete; pragma locking_mode = normal');
      // Only the next access releases the locks of the exclusive locking mode.
      connection.exec(TAKE_SHARED_LOCK);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  };
  return withoutOtherWalUsers(Sqlite, path, attempt);
}

/**
 * Checks that a connection with the WAL-reset bug could use the database, without changing the database.
 * @throws DatabaseError if other processes use its WAL.
 */
export async function assertNoOtherWalUsers(Sqlite: SqliteConstructor, path: string): Promise<void> {
  await withoutOtherWalUsers(Sqlite, path, () => openAlone(Sqlite, path).close());
}

async function withoutOtherWalUsers<T>(Sqlite: SqliteConstructor, path: string, attempt: () => T): Promise<T> {
  // This file exists while a WAL is in use, and after a crash.
  const hasWal = () => existsSync(`${path}-shm`);
  try {
    return await retry(attempt, isBusy, hasWal() ? WAL_WAIT_MS : undefined);
  } catch (error) {
    throw isBusy(error) && hasWal() ? walInUse(path, versionOf(Sqlite), error) : error;
  }
}

/**
 * Opens a connection in exclusive locking mode. If the database has a WAL, it is this connection's alone: the first access
 * fails as busy while others use it. If there is none, the access takes a shared lock.
 */
function openAlone(Sqlite: SqliteConstructor, path: string): SqliteConnection {
  const connection = new Sqlite(path);
  try {
    connection.exec('pragma locking_mode = exclusive');
    connection.exec(TAKE_SHARED_LOCK);
    return connection;
  } catch (error) {
    // With the connection, it gives up its locks: two that wait for each other would wait forever.
    connection.close();
    throw error;
  }
}

/** A database that no other process can use, until it is closed. */
export interface TakenDatabase {
  /** Undefined if the file is damaged. */
  connection: SqliteConnection | undefined;
  close(): void;
}

/**
 * Takes a database that no other process uses, and merges its journals into its file.
 * @throws DatabaseError if another process uses it
 */
export async function takeDatabase(Sqlite: SqliteConstructor, path: string): Promise<TakenDatabase> {
  createPrivateFile(journalLockFile(path));
  try {
    return await retry(() => lockAll(Sqlite, path), isBusy, WAL_WAIT_MS);
  } catch (error) {
    throw isBusy(error) ? inUse(path, error) : error;
  }
}

function lockAll(Sqlite: SqliteConstructor, path: string): TakenDatabase {
  const lock = new Sqlite(journalLockFile(path));
  let connection: SqliteConnection | undefined;
  const close = () => {
    connection?.close();
    lock.close();
  };
  try {
    lock.exec('begin exclusive');
    connection = openAlone(Sqlite, path);
    // Without a WAL, a process that has opened the file before it is renamed cannot write to it (SQLITE_READONLY_DBMOVED).
    // The exclusive locking mode keeps the lock after the transaction.
    connection.exec('pragma journal_mode = delete; begin exclusive; commit');
    return { connection, close };
  } catch (error) {
    if (!isUnusable(error)) {
      close();
      throw error;
    }
    connection?.close();
    connection = undefined;
    return { connection, close };
  }
}

/** Sets up a writing connection, apart from the journal. */
async function configure(connection: SqliteConnection): Promise<void> {
  // Short, because this wait blocks the event loop. The long wait for the write lock is in transactions.ts.
  connection.exec('pragma busy_timeout = 5');
  // What is deleted or overwritten is overwritten in the file, too: an erased customer is nowhere in it.
  connection.exec('pragma secure_delete = on');
  // A lower level can lose committed transactions when the machine loses power. Reads the schema, so it can be busy.
  await retry(() => connection.exec('pragma synchronous = full; pragma foreign_keys = on'), isBusy);
}

async function useRollbackJournal(connection: SqliteConnection, lock: SqliteConnection): Promise<Writer> {
  // With `delete`, the default, a power failure can undo the last commit: only `synchronous = extra` syncs the folder.
  await retry(() => connection.exec('pragma journal_mode = truncate'), isBusy);
  return { connection, journal: 'rollback', lock };
}

async function isWal(connection: SqliteConnection): Promise<boolean> {
  // The mode is known when the file has been read.
  await retry(() => connection.exec(TAKE_SHARED_LOCK), isBusy);
  return isWalConnection(connection);
}

/** True if the connection uses a WAL, as of its last access to the file. Does not access the file itself. */
export function isWalConnection(connection: SqliteConnection): boolean {
  const [row] = connection.prepare('pragma journal_mode').all() as { journal_mode: string }[];
  return row?.journal_mode === 'wal';
}

/** Opens a connection that only reads, so that reads do not wait for the transactions of this process. */
export function openReader(Sqlite: SqliteConstructor, path: string, journal: Writer['journal']): SqliteConnection {
  const connection = new Sqlite(path);
  try {
    // With a WAL, readers wait only while another process recovers or closes the database. With a rollback journal they
    // wait for each commit, so the wait must not block: transactions.ts retries.
    connection.exec(`pragma busy_timeout = ${journal === 'wal' ? 5_000 : 5}`);
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
