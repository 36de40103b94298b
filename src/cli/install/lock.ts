import { createHash, randomUUID } from 'node:crypto';
import { promises as files } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dataFolder } from '../config/folders.ts';
import { CommandError } from '../runtime/usage-error.ts';
import { unusableFileError } from './replace-file.ts';

const POLL_MS = 20;
/** Longer than any process holds the lock. A lock of another machine is stale after this time. */
const MAX_HOLD_MS = 20_000;

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
  await acquire(lock, path);
  try {
    return await work();
  } finally {
    await files.rm(lock, { force: true });
  }
}

async function acquire(lock: string, path: string): Promise<void> {
  const deadline = performance.now() + MAX_HOLD_MS;
  for (;;) {
    try {
      await files.writeFile(lock, `${process.pid} ${hostname()}`, { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusableFileError(lock, error);
    }
    if (await isStale(lock)) await breakLock(lock);
    else if (performance.now() > deadline) {
      throw new CommandError(`Another rcpt-mcp process holds the lock of ${path}. Try again. Nothing was changed.`);
    } else await wait(POLL_MS);
  }
}

/** True if the process that acquired the lock ended without releasing it. */
async function isStale(lock: string): Promise<boolean> {
  const text = await files.readFile(lock, 'utf8').catch(() => undefined);
  if (text === undefined) return false;
  const [, pid, host] = /^(\d+) (.+)$/.exec(text) ?? [];
  // Processes of other machines and containers cannot be checked, so their locks expire by age.
  if (host !== hostname()) {
    const acquiredAt = (await files.stat(lock).catch(() => undefined))?.mtimeMs;
    // A lock from the future was acquired before the clock was set back, or where the clock is wrong.
    return acquiredAt !== undefined && Math.abs(Date.now() - acquiredAt) > MAX_HOLD_MS;
  }
  // In a restarted container, the new process has the same id as the one that acquired the lock: 1.
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * Removes a stale lock. Of several processes that see it, one succeeds in renaming it; a new lock that was renamed by
 * mistake is restored.
 */
async function breakLock(lock: string): Promise<void> {
  const renamed = `${lock}.${randomUUID()}`;
  try {
    await files.rename(lock, renamed);
  } catch {
    return;
  }
  if (!(await isStale(renamed))) await files.link(renamed, lock).catch(() => {});
  await files.rm(renamed, { force: true });
}
