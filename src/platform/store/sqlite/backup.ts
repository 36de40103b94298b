import { existsSync, promises as files } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseError } from '../../../lib/database-error.ts';
import { randomText } from '../../../lib/ids.ts';
import { loadSqlite } from './driver.ts';
import { explainError } from './errors.ts';
import { IN_MEMORY } from './open.ts';

/**
 * Copies a database file as it is at one moment, while other processes go on using it. The copy is one file that needs
 * no other beside it, is checked, written to disk, and for its owner alone. Nothing else is changed: the schema stays
 * what it is.
 * @returns the copy's size, in bytes.
 * @throws DatabaseError with a sentence for the operator. Then there is no copy.
 */
export async function backUpFile(database: string, copy: string): Promise<number> {
  if (database === IN_MEMORY) throw new DatabaseError('A database in memory cannot be backed up.');
  const [from, to] = [resolve(database), resolve(copy)];
  if (!existsSync(from)) throw new DatabaseError(`There is no database at ${from}.`);
  if (existsSync(to)) throw new DatabaseError(`There is a file at ${to} already. Choose another name.`);
  const part = `${to}.${randomText(6)}.part`;
  try {
    // SQLite fills an empty file, and leaves it the mode that it has.
    await (await files.open(part, 'wx', 0o600)).close();
  } catch (error) {
    throw explainError(part, error);
  }
  try {
    await fill(from, part);
    await syncTo(part);
    await files.rename(part, to);
    await syncTo(dirname(to));
    return (await files.stat(to)).size;
  } catch (error) {
    throw explainError(to, error);
  } finally {
    await files.rm(part, { force: true });
  }
}

async function fill(from: string, part: string): Promise<void> {
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
  const made = new Sqlite(part);
  try {
    const [found] = made.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
    if (found?.quick_check !== 'ok') throw new DatabaseError(`The database ${from} is damaged.`);
  } finally {
    made.close();
  }
}

/** SQLite does not wait until such a copy is on the disk. */
async function syncTo(path: string): Promise<void> {
  const handle = await files.open(path, 'r');
  await handle.sync();
  await handle.close();
}
