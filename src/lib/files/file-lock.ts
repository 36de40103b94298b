import { randomUUID } from 'node:crypto';
import { promises as files } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { memoize } from '../concurrency/lazy.ts';

const POLL_MS = 20;
/** Longer than any process holds a lock. A lock of another machine is stale after this time. */
const MAX_HOLD_MS = 20_000;
/** Distinguishes this process from an earlier one with its id. */
const instanceId = memoize(() => randomUUID());

/** Another process holds the lock for longer than it should. */
export class FileLockError extends Error {
  override readonly name = 'FileLockError';
}

/**
 * Creates a lock file, which one process can do, and waits while another one has it. A lock is removed if its process has
 * ended. Returns the function that removes it. Its folder must exist.
 * @throws FileLockError if it is not released
 * @throws the file system's error if it cannot be created
 */
export async function acquireFileLock(lock: string): Promise<() => Promise<void>> {
  const deadline = performance.now() + MAX_HOLD_MS;
  for (;;) {
    try {
      await files.writeFile(lock, `${process.pid} ${hostname()} ${instanceId()}`, { flag: 'wx', mode: 0o600 });
      return () => files.rm(lock, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        // A full disk has room for the name of a file, and none for its content.
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') await files.rm(lock, { force: true });
        throw error;
      }
    }
    if (await removeStaleLock(lock)) continue;
    if (performance.now() > deadline) throw new FileLockError(`another process holds ${lock}`);
    await wait(POLL_MS);
  }
}

/**
 * Removes a lock whose process has ended. Of several processes that see it, one succeeds in renaming it; a new lock that
 * was renamed by mistake is restored. Returns false if the lock is not stale.
 */
export async function removeStaleLock(lock: string): Promise<boolean> {
  if (!(await isStale(lock))) return false;
  const renamed = `${lock}.${randomUUID()}`;
  try {
    await files.rename(lock, renamed);
  } catch {
    return true;
  }
  if (!(await isStale(renamed))) await files.link(renamed, lock).catch(() => {});
  await files.rm(renamed, { force: true });
  return true;
}

/** True if the process that acquired the lock ended without releasing it. */
async function isStale(lock: string): Promise<boolean> {
  const text = await files.readFile(lock, 'utf8').catch(() => undefined);
  if (text === undefined) return false;
  const [, pid, host, instance] = /^(\d+) (\S+)(?: (\S+))?$/.exec(text) ?? [];
  // Processes of other machines and containers cannot be checked, so their locks expire by age.
  if (host !== hostname()) {
    const acquiredAt = (await files.stat(lock).catch(() => undefined))?.mtimeMs;
    // A lock from the future was acquired before the clock was set back, or where the clock is wrong.
    return acquiredAt !== undefined && Math.abs(Date.now() - acquiredAt) > MAX_HOLD_MS;
  }
  // In a restarted container, the new process has the same id as the one that acquired the lock: 1.
  if (Number(pid) === process.pid) return instance !== instanceId();
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
