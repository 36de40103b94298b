import { createHash, randomUUID } from 'node:crypto';
import { promises as files } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dataFolder } from '../config/folders.ts';
import { CommandError } from '../runtime/usage-error.ts';
import { unusableFileError } from './replace-file.ts';

const PAUSE_MS = 20;
/** Longer than anybody holds it, in milliseconds. */
const MAX_HOLD_MS = 20_000;

/** Where the lock of a file is: among this user's own, for a file in a folder that is not ours to put anything into. */
const userLockPath = (path: string) =>
  join(dataFolder(), 'locks', createHash('sha256').update(path).digest('hex').slice(0, 16));
/** Beside a file of ours: there it can be written, and everybody who shares the folder sees it, containers too. */
export const adjacentLockPath = (path: string) => join(dirname(path), `.${basename(path)}.lock`);

/** One process at a time changes a file: of two that read it and write it back, one would be lost. */
export async function withLock<T>(path: string, work: () => Promise<T>, place = userLockPath): Promise<T> {
  const lock = place(path);
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
  const until = Date.now() + MAX_HOLD_MS;
  for (;;) {
    try {
      await files.writeFile(lock, `${process.pid} ${hostname()}`, { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusableFileError(lock, error);
    }
    if (await isStale(lock)) await breakLock(lock);
    else if (Date.now() > until) {
      throw new CommandError(`Another rcpt-mcp has been changing ${path} for a while. Try again. Nothing was changed.`);
    } else await wait(PAUSE_MS);
  }
}

/** Whether the process that took it has ended without giving it back. */
async function isStale(lock: string): Promise<boolean> {
  const text = await files.readFile(lock, 'utf8').catch(() => undefined);
  if (text === undefined) return false;
  const [, pid, host] = /^(\d+) (.+)$/.exec(text) ?? [];
  // Processes of other machines and containers cannot be looked at.
  if (host !== hostname())
    return Date.now() - ((await files.stat(lock).catch(() => undefined))?.mtimeMs ?? Date.now()) > MAX_HOLD_MS;
  // In a container that was started again, everybody is number 1.
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Of several that see a lock left behind one moves it away; a new one that was moved by mistake is put back. */
async function breakLock(lock: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await files.rename(lock, aside);
  } catch {
    return;
  }
  if (!(await isStale(aside))) await files.link(aside, lock).catch(() => {});
  await files.rm(aside, { force: true });
}
