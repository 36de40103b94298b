import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { dataFolder } from '../../config/folders.ts';
import { CommandError } from '../../config/usage-error.ts';
import { acquireFileLock, FileLockError } from '../../lib/files/file-lock.ts';
import { createInFolder, removeOwnEmptyFolders } from './empty-folders.ts';
import { unusableFileError } from './replace-file.ts';

/** The lock file in this program's data folder: for files in folders of other programs. */
const userLockPath = (path: string) =>
  join(dataFolder(), 'locks', createHash('sha256').update(path).digest('hex').slice(0, 16));
/** The lock file next to the file: for own files, whose folder other users and containers may share. */
export const adjacentLockPath = (path: string) => join(dirname(path), `.${basename(path)}.lock`);

/**
 * Runs `work` while holding the lock of a file: without it, concurrent read-modify-write cycles would lose updates.
 * Nothing remains of the lock, nor of folders that have nothing else.
 * @throws CommandError if the lock cannot be acquired
 */
export async function withLock<T>(path: string, work: () => Promise<T>, lockPath = userLockPath): Promise<T> {
  const lock = lockPath(path);
  const release = await acquire(lock, path);
  try {
    return await work();
  } finally {
    await release();
    if (lockPath === userLockPath) await removeOwnEmptyFolders(dirname(lock));
  }
}

async function acquire(lock: string, path: string): Promise<() => Promise<void>> {
  try {
    return await createInFolder(dirname(lock), { mode: 0o700, create: () => acquireFileLock(lock) });
  } catch (error) {
    if (!(error instanceof FileLockError)) throw unusableFileError(lock, error);
    throw new CommandError(`Another rcpt-mcp process holds the lock of ${path}. Try again. Nothing was changed.`);
  }
}
