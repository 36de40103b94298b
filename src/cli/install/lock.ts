import { createHash } from 'node:crypto';
import { promises as files } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { acquireFileLock, FileLockError } from '../../lib/file-lock.ts';
import { dataFolder } from '../config/folders.ts';
import { CommandError } from '../runtime/usage-error.ts';
import { unusableFileError } from './replace-file.ts';

/** The lock file in this program's data folder: for files in folders of other programs. */
const userLockPath = (path: string) =>
  join(dataFolder(), 'locks', createHash('sha256').update(path).digest('hex').slice(0, 16));
/** The lock file next to the file: for own files, whose folder other users and containers may share. */
export const adjacentLockPath = (path: string) => join(dirname(path), `.${basename(path)}.lock`);

/**
 * Runs `work` while holding the lock of a file: without it, concurrent read-modify-write cycles would lose updates.
 * @throws CommandError if the lock cannot be acquired
 */
export async function withLock<T>(path: string, work: () => Promise<T>, lockPath = userLockPath): Promise<T> {
  const lock = lockPath(path);
  const folder = dirname(lock);
  try {
    await files.mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unusableFileError(folder, error);
  }
  const release = await acquireFileLock(lock).catch((error: unknown) => {
    if (!(error instanceof FileLockError)) throw unusableFileError(lock, error);
    throw new CommandError(`Another rcpt-mcp process holds the lock of ${path}. Try again. Nothing was changed.`);
  });
  try {
    return await work();
  } finally {
    await release();
  }
}
