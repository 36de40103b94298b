import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './platform.ts';

/**
 * Real resource limits: full disks, file size limits, file modes. An export is undefined if this machine lacks the tool or
 * permission, and its tests are skipped. The others return a wrapper command for `startProgram` (`through`).
 */
const succeeds = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Runs the command in a mount namespace with a file system of this size (such as `4m`) at `folder`. */
const MOUNT = 'mount -t tmpfs -o size="$1" tmpfs "$0" && shift && exec "$@"';
const trialFolder = temporaryFolder();
const canMount = succeeds('unshare', '-Urm', 'sh', '-c', MOUNT, trialFolder, '1m', 'true');
rmSync(trialFolder, { recursive: true });

export const onSmallDisk = canMount
  ? (folder: string, size: string) => ['unshare', '-Urm', 'sh', '-c', MOUNT, folder, size]
  : undefined;

/** Runs the command on a disk that is too small, where it must fail, then enlarges the disk and runs it again. */
export const onGrowingDisk = canMount
  ? (folder: string, size: string, larger: string) => [
      ...['unshare', '-Urm', 'sh', '-c'],
      'mount -t tmpfs -o size="$1" tmpfs "$0" || exit 9; larger=$2; shift 2; "$@"; echo "first $?" >&2; ' +
        'mount -o remount,size="$larger" "$0" && exec "$@"',
      folder,
      ...[size, larger],
    ]
  : undefined;

/** Fills the disk of a program started with `onSmallDisk`. Returns a function that frees the space. */
export function fill(pid: number, folder: string): () => void {
  // The mount is visible only inside the namespace of the process.
  const path = join(`/proc/${pid}/root`, folder, 'filler');
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (let count = 0; count < 10_000; count++) writeFileSync(path, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // The disk has no space for another block of this size.
    }
  }
  return () => rmSync(path);
}

/** Limits the size in bytes of files that a process writes, to simulate a failing disk; undefined removes the limit. */
export const limitFiles = succeeds('prlimit', '--version')
  ? (pid: number, bytes: number | undefined) => {
      if (!succeeds('prlimit', `--pid=${pid}`, `--fsize=${bytes ?? 'unlimited'}:`)) throw new Error('prlimit failed');
    }
  : undefined;

/** Drops the capabilities with which root ignores file modes. */
const withoutRootOverride = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'];
const isRoot = process.getuid?.() === 0;
export const underModes = isRoot
  ? succeeds('setpriv', ...withoutRootOverride.slice(1), 'true')
    ? withoutRootOverride
    : undefined
  : [];
