import { freeSpaceOf, HARDLY_ANY_BYTES } from '../../lib/files/free-space.ts';
import { existingFolder } from '../../platform/store/sqlite/create-file.ts';
import { type CheckResult, result } from './check.ts';

/** Less free space is reported: a full disk fails every write, and logs grow faster than most databases. */
const MIN_FREE_BYTES = 256 * 2 ** 20;

/** Checks the free space on the disk of a database file. @param size of the database in bytes; 0 for a new one. */
export function checkDisk(file: string, size: number): CheckResult[] {
  const folder = existingFolder(file);
  const free = freeSpaceOf(folder);
  if (free === undefined) return [];
  const data = { folder, free_bytes: free };
  const summary = `${mebibytes(free)} free on the disk of the database`;
  // A backup, and an export or upgrade of the whole database, need as much space again.
  const needed = Math.max(MIN_FREE_BYTES, size);
  if (free >= needed) return [result('disk', 'ok', summary, { data })];
  const fix = `Free some: below ${mebibytes(needed)} there may be no room for a backup, and on a full disk every write fails.`;
  return [result('disk', free < HARDLY_ANY_BYTES ? 'problem' : 'warning', summary, { fix, data })];
}

/** Says that the disk of a file has hardly any room for lines; undefined if it has, or does not report its size. */
export function shortageOf(file: string): string | undefined {
  const free = freeSpaceOf(existingFolder(file));
  return free === undefined || free >= HARDLY_ANY_BYTES ? undefined : `${mebibytes(free)} free on its disk`;
}

const mebibytes = (bytes: number) =>
  bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(1)} GiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;
