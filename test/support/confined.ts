import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './platform.ts';

/**
 * Real shortages, as far as this machine lets a test make them: what needs a tool or a right that it does not have is
 * undefined, and its tests are skipped. Each gives a command that runs the one after it (`startProgram`, `through`).
 */
const succeeds = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** In a name space of its own, with a file system of this size (such as `4m`) at `folder`. */
const MOUNT = 'mount -t tmpfs -o size="$1" tmpfs "$0" && shift && exec "$@"';
const trialFolder = temporaryFolder();
const canMount = succeeds('unshare', '-Urm', 'sh', '-c', MOUNT, trialFolder, '1m', 'true');
rmSync(trialFolder, { recursive: true });

export const onSmallDisk = canMount
  ? (folder: string, size: string) => ['unshare', '-Urm', 'sh', '-c', MOUNT, folder, size]
  : undefined;

/** Runs the command on a disk that is too small for it, which must fail, and again after the disk has grown. */
export const onGrowingDisk = canMount
  ? (folder: string, size: string, larger: string) => [
      ...['unshare', '-Urm', 'sh', '-c'],
      'mount -t tmpfs -o size="$1" tmpfs "$0" || exit 9; larger=$2; shift 2; "$@"; echo "first $?" >&2; ' +
        'mount -o remount,size="$larger" "$0" && exec "$@"',
      folder,
      ...[size, larger],
    ]
  : undefined;

/** Takes the rest of the disk that a program with `onSmallDisk` has; gives back what frees it. */
export function fill(pid: number, folder: string): () => void {
  // What the process sees at `folder`, which nobody else does.
  const path = join(`/proc/${pid}/root`, folder, 'filler');
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (let count = 0; count < 10_000; count++) writeFileSync(path, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Full for pieces of this size.
    }
  }
  return () => rmSync(path);
}

/** Lets a process write no file beyond this size in bytes; undefined takes the limit away. As a disk that fails does. */
export const limitFiles = succeeds('prlimit', '--version')
  ? (pid: number, bytes: number | undefined) => {
      if (!succeeds('prlimit', `--pid=${pid}`, `--fsize=${bytes ?? 'unlimited'}:`)) throw new Error('prlimit failed');
    }
  : undefined;

/** Makes file modes count for root, for whom they otherwise do not. */
const withoutRootOverride = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'];
const isRoot = process.getuid?.() === 0;
export const underModes = isRoot
  ? succeeds('setpriv', ...withoutRootOverride.slice(1), 'true')
    ? withoutRootOverride
    : undefined
  : [];
