import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { randomText } from '../lib/ids.ts';

/** Files of one folder, at most: one for each release and Node that was used lately. */
const MAX_FILES = 4;
const MAX_BYTES = 32 * 1024 * 1024;
/** Does not follow a link. Windows has neither that nor owners: there the user's folders are closed to others. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** Whether it is ours, and nobody else can write to it. */
function isPrivate({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

function isPrivateFolder(folder: string): boolean {
  const stats = lstatSync(folder);
  return stats.isDirectory() && isPrivate(stats);
}

/** Reads a file that only this user could have written; undefined when there is none, for whatever reason. */
export function readPrivate(folder: string, name: string): Buffer | undefined {
  let handle: number | undefined;
  try {
    if (!isPrivateFolder(folder)) return undefined;
    handle = openSync(join(folder, name), FLAGS);
    const stats = fstatSync(handle);
    return stats.isFile() && isPrivate(stats) && stats.size <= MAX_BYTES ? readFileSync(handle) : undefined;
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Writes a file at once or not at all; others that write the same one meanwhile do no harm. Failures are kept quiet. */
export function writePrivate(folder: string, name: string, data: Buffer): void {
  const draft = join(folder, `${name}.${process.pid}-${randomText(6)}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isPrivateFolder(folder)) return;
    // A new file, never one that somebody put there.
    writeFileSync(draft, data, { flag: 'wx', mode: 0o600 });
    renameSync(draft, join(folder, name));
    forgetOld(folder);
  } catch {
    try {
      rmSync(draft, { force: true });
    } catch {}
  }
}

function forgetOld(folder: string): void {
  const age = (name: string) => statSync(join(folder, name)).mtimeMs;
  const files = readdirSync(folder).filter((name) => name.startsWith('code-'));
  if (files.length <= MAX_FILES) return;
  const old = files.sort((a, b) => age(b) - age(a)).slice(MAX_FILES);
  for (const name of old) rmSync(join(folder, name), { force: true });
}
