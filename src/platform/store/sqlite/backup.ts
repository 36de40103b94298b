import { existsSync, promises as files } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseError } from '../../../lib/database-error.ts';
import { randomText } from '../../../lib/ids.ts';
import { syncFolder } from '../../../lib/sync-folder.ts';
import { loadSqlite } from './driver.ts';
import { explainError } from './errors.ts';
import { IN_MEMORY } from './open.ts';

/**
 * Copies a snapshot of a database file while other processes continue to use it. The copy is a single file (no -wal),
 * checked for integrity, synced to disk and readable only by its owner. The database, including its schema version,
 * is not changed.
 * @returns the copy's size in bytes.
 * @throws DatabaseError with a sentence for the operator. In this case no copy is left.
 */
export async function backUpFile(database: string, copy: string): Promise<number> {
  if (database === IN_MEMORY) throw new DatabaseError('A database in memory cannot be backed up.');
  const [from, to] = [resolve(database), resolve(copy)];
  if (!existsSync(from))
    throw new DatabaseError('The database does not exist.', { operatorMessage: `There is no database at ${from}.` });
  if (existsSync(to))
    throw new DatabaseError('The file of the copy exists already.', {
      operatorMessage: `There is a file at ${to} already. Choose another name.`,
    });
  const part = `${to}.${randomText(6)}.part`;
  try {
    // SQLite writes into an existing empty file and does not change its mode.
    await (await files.open(part, 'wx', 0o600)).close();
  } catch (error) {
    throw explainError(part, error);
  }
  try {
    await vacuumInto(from, part);
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

async function vacuumInto(from: string, part: string): Promise<void> {
  const Sqlite = await loadSqlite();
  const source = new Sqlite(from);
  try {
    source.exec('pragma busy_timeout = 10000');
    source.prepare('vacuum into ?').run(part);
  } catch (error) {
    throw explainError(from, error);
  } finally {
    source.close();
  }
  const copied = new Sqlite(part);
  try {
    const [check] = copied.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
    if (check?.quick_check !== 'ok') throw DatabaseError.at(from, 'is damaged.');
  } finally {
    copied.close();
  }
}

/** Syncs a file to disk, because VACUUM INTO does not. Returns its size. */
async function syncFile(path: string): Promise<number> {
  // Windows syncs only what is open for writing.
  const handle = await files.open(path, 'r+');
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}
