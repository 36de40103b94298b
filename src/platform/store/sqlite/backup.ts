import { accessSync, constants, promises as files, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseError } from '../../../lib/database/database-error.ts';
import { MIGRATIONS_TABLE } from '../../../lib/database/migrations.ts';
import { syncFolder } from '../../../lib/files/sync-folder.ts';
import { randomText } from '../../../lib/ids.ts';
import { loadSqlite } from './driver.ts';
import { explainError, isFull, isRefused } from './errors.ts';
import { IN_MEMORY } from './open.ts';
import { entryAt, realFile } from './real-file.ts';
import type { SqliteConnection } from './sqlite-api.ts';

/**
 * Copies a snapshot of a database file while other processes continue to use it. The copy is a single file (no -wal),
 * checked for integrity, synced to disk and readable only by its owner. The database, including its schema version,
 * is not changed.
 * @returns the copy's size in bytes.
 * @throws DatabaseError with a sentence for the operator. In this case no copy is left.
 */
export async function backUpFile(database: string, copy: string): Promise<number> {
  if (database === IN_MEMORY) throw new DatabaseError('A database in memory cannot be backed up.');
  const [from, to] = [realFile(database), resolve(copy)];
  const file = statSync(from, { throwIfNoEntry: false });
  if (!file)
    throw new DatabaseError('The database does not exist.', { operatorMessage: `There is no database at ${from}.` });
  if (file.isDirectory()) throw DatabaseError.at(from, 'is a folder. Give the path of a file.');
  // A link counts also while the disk that it leads to is not mounted.
  const entry = entryAt(to);
  if (entry?.isDirectory())
    throw new DatabaseError('The copy is a folder.', {
      operatorMessage: `${to} is a folder. Nothing was copied. Name a new file in it, such as ${join(to, 'backup.db')}.`,
    });
  if (entry)
    throw new DatabaseError('The file of the copy exists already.', {
      operatorMessage: `There is a file at ${to} already. Choose another name.`,
    });
  const part = await createPart(to);
  try {
    await vacuumInto(from, part, to);
    const bytes = await syncFile(part);
    await files.rename(part, to);
    await syncFolder(dirname(to));
    return bytes;
  } catch (error) {
    throw explainError(to, error);
  } finally {
    await files.rm(part, { force: true });
  }
}

/** Creates the private file that becomes `to` when it is complete. */
export async function createPart(to: string): Promise<string> {
  const part = `${to}.${randomText(6)}.part`;
  try {
    await createPrivate(part);
  } catch (error) {
    throw explainError(to, error);
  }
  return part;
}

/** Creates an empty file for a snapshot. SQLite does not change its mode. */
export async function createPrivate(path: string): Promise<void> {
  await (await files.open(path, 'wx', 0o600)).close();
}

/** Writes a snapshot of an open database into an empty file, and checks it. */
export async function writeSnapshot(source: SqliteConnection, from: string, part: string): Promise<void> {
  source.prepare('vacuum into ?').run(part);
  const copied = new (await loadSqlite())(part);
  try {
    if (!isSound(copied)) throw DatabaseError.at(from, 'is damaged.');
  } finally {
    copied.close();
  }
}

async function vacuumInto(from: string, part: string, to: string): Promise<void> {
  const Sqlite = await loadSqlite();
  let source: SqliteConnection | undefined;
  try {
    source = new Sqlite(from);
    source.exec('pragma busy_timeout = 10000');
    assertOurs(source, from);
    await writeSnapshot(source, from, part);
  } catch (error) {
    if (isRefused(error) && !isFolderWritable(from)) {
      const reason =
        'cannot be read: SQLite may not write to its folder. Nothing was copied. End the programs that use the database, copy its file, ' +
        'and the -wal file if there is one, to another folder, and back up that copy.';
      throw DatabaseError.at(from, reason, { cause: error });
    }
    // Nothing is written to the source.
    if (!isFull(error)) throw explainError(from, error);
    const message = 'The copy has no room: its disk is full. Nothing was copied. Choose another place.';
    throw new DatabaseError(message, { operatorMessage: message.replace('The copy', `The copy ${to}`), cause: error });
  } finally {
    source?.close();
  }
}

/** With a WAL, SQLite also reads only where it can create `-shm`. A disk that was mounted read-only can be one that fails. */
function isFolderWritable(database: string): boolean {
  try {
    accessSync(dirname(realFile(database)), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** False for a damaged database. */
export function isSound(database: SqliteConnection): boolean {
  const [check] = database.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
  return check?.quick_check === 'ok';
}

/** False for an empty file, and for that of another program. */
export function isOurs(database: SqliteConnection): boolean {
  const tables = database.prepare("select name from sqlite_master where type = 'table' and name = ?");
  return tables.all(MIGRATIONS_TABLE).length > 0;
}

/** An empty file, or that of another program, is no backup. The schema may be newer than this program. */
function assertOurs(source: SqliteConnection, from: string): void {
  if (isOurs(source)) return;
  throw DatabaseError.at(from, 'is not one of rcpt-mcp. Nothing was copied. Choose another one with --database.');
}

/** Syncs a file to disk, because VACUUM INTO does not. Returns its size. */
export async function syncFile(path: string): Promise<number> {
  // Windows syncs only what is open for writing.
  const handle = await files.open(path, 'r+');
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}
