import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { existingFolder } from '../../platform/store/sqlite/create-file.ts';
import { type CheckResult, result } from './check.ts';

/** Less free space is reported: a full disk fails every write, and logs grow faster than most databases. */
const MIN_FREE_BYTES = 256 * 2 ** 20;

/** Less free space is a problem: hardly any write succeeds, and there may be no room for lines of logs. */
const MIN_FREE_FOR_LINES = 2 ** 20;

/** Checks the free space on the disk of a database file. @param size of the database in bytes; 0 for a new one. */
export async function checkDisk(file: string, size: number): Promise<CheckResult[]> {
  const folder = existingFolder(file);
  const found = await statfs(folder).catch(() => undefined);
  // Some file systems, such as those in memory of containers, do not report their size.
  if (!found || found.blocks === 0) return [];
  const free = found.bavail * found.bsize;
  const data = { folder, free_bytes: free };
  const summary = `${mebibytes(free)} free on the disk of the database`;
  // A backup, and an export or upgrade of the whole database, need as much space again.
  const needed = Math.max(MIN_FREE_BYTES, size);
  if (free >= needed) return [result('disk', 'ok', summary, { data })];
  const fix = `Free some: below ${mebibytes(needed)} there may be no room for a backup, and on a full disk every write fails.`;
  return [result('disk', free < MIN_FREE_FOR_LINES ? 'problem' : 'warning', summary, { fix, data })];
}

/** Says that the disk of a file has hardly any room for lines; undefined if it has, or does not report its size. */
export function shortageOf(file: string): string | undefined {
  try {
    const { bavail, bsize, blocks } = statfsSync(existingFolder(file));
    const free = bavail * bsize;
    return blocks === 0 || free >= MIN_FREE_FOR_LINES ? undefined : `${mebibytes(free)} free on its disk`;
  } catch {
    return undefined;
  }
}

const mebibytes = (bytes: number) =>
  bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(1)} GiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`;
