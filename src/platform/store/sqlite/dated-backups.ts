import { promises as files } from 'node:fs';
import { join, parse } from 'node:path';
import { DatabaseError } from '../../../lib/database/database-error.ts';
import { backUpFile } from './backup.ts';
import { explainError } from './errors.ts';
import { entryAt } from './real-file.ts';

/** A copy of a database with its time in its name. */
interface DatedBackup {
  path: string;
  bytes: number;
  /** Names of older copies that were deleted. */
  deleted: string[];
}

/** `20260301T031500Z`: ISO 8601, which also a file system takes that has no colons. Names are ordered as their times. */
const stampOf = (instant: number) => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '');
const STAMP_AND_END = /^\d{8}T\d{6}Z\.db$/;

/**
 * Copies a database into a folder under a name with the time, as `backUpFile` does. Then deletes the oldest copies of the same database
 * name: the new one and `keep - 1` others stay. A folder that does not exist is created for its owner alone.
 * @throws DatabaseError with a sentence for the operator. The older copies are then all there, or the new copy is.
 */
export async function backUpInto(
  database: string,
  folder: string,
  { keep, now }: { keep: number; now: number },
): Promise<DatedBackup> {
  try {
    await files.mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw explainError(folder, error);
  }
  const { name } = parse(database);
  const own = `${name}-${stampOf(now)}.db`;
  const path = join(folder, own);
  if (entryAt(path))
    throw new DatabaseError('There is a copy of this second already.', {
      operatorMessage: `There is a copy of this second already, ${path}. Nothing was copied. Run the command again.`,
    });
  const bytes = await backUpFile(database, path);
  return { path, bytes, deleted: await deleteOldest(folder, { name, own, keep }) };
}

/** @param own the new copy, which stays also if the clock was set back */
async function deleteOldest(
  folder: string,
  { name, own, keep }: { name: string; own: string; keep: number },
): Promise<string[]> {
  const prefix = `${name}-`;
  const isCopy = (file: string) =>
    file !== own && file.startsWith(prefix) && STAMP_AND_END.test(file.slice(prefix.length));
  try {
    const newestFirst = (await files.readdir(folder)).filter(isCopy).sort().reverse();
    const old = newestFirst.slice(keep - 1);
    // Another process that copies at the same time may delete the same ones.
    for (const file of old) await files.rm(join(folder, file), { force: true });
    return old;
  } catch (cause) {
    throw new DatabaseError('An older copy could not be deleted.', {
      operatorMessage: `The database is copied to ${join(folder, own)}, but an older copy there could not be deleted. Check who may write in the folder.`,
      cause,
    });
  }
}
