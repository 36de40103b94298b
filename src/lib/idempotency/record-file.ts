import { constants, promises as files, type Stats } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { randomText } from '../ids.ts';
import { isObject } from '../json.ts';
import type { KeyRecord } from './key-records.ts';

/** More than any record has, with its longest id. */
export const MAX_RECORD_BYTES = 8 * 1_024;
/** Neither through a link nor from a pipe, which would never answer: both may be there instead of a record. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads the record in a file; undefined if there is none. A file that is not a record, because it is damaged or of another
 * program, stands for a request of unknown outcome at the time of its last change.
 */
export async function readRecordFile(path: string): Promise<KeyRecord | undefined> {
  try {
    return parseRecord(await readShortFile(path)) ?? unknownSince(await files.lstat(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces a file by a record, readable by the user only: readers see the old or the new record, never a part. */
export async function writeRecordFile(path: string, record: KeyRecord): Promise<void> {
  const temporary = `${path}.${randomText(8)}.tmp`;
  try {
    const handle = await files.open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(JSON.stringify(record));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await unlessInUse(() => files.rename(temporary, path));
  } catch (error) {
    await files.rm(temporary, { force: true });
    throw error;
  }
}

/** Returns the content of a regular file; undefined for anything else, and for a file that is longer than a record. */
async function readShortFile(path: string): Promise<string | undefined> {
  const handle = await unlessInUse(() => files.open(path, READ)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOOP') return undefined;
    throw error;
  });
  if (!handle) return undefined;
  try {
    if (!(await handle.stat()).isFile()) return undefined;
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(MAX_RECORD_BYTES + 1), 0, MAX_RECORD_BYTES + 1, 0);
    return bytesRead > MAX_RECORD_BYTES ? undefined : buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

const IN_USE_ATTEMPTS = 5;
const IN_USE_DELAY_MS = 10;

/** Windows refuses to open or replace a file at the moment at which another process opens or replaces it. */
async function unlessInUse<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isInUse = ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '');
      if (!isInUse || attempt === IN_USE_ATTEMPTS) throw error;
      await delay(IN_USE_DELAY_MS);
    }
  }
}

function parseRecord(text: string | undefined): KeyRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { claim, status, recordId, requestedAt, leaseUntil } = value;
  if (typeof claim !== 'string' || !isTime(requestedAt) || !isTime(leaseUntil)) return undefined;
  if (status === 'completed' && typeof recordId === 'string')
    return { claim, status, recordId, requestedAt, leaseUntil };
  if (status !== 'claimed' && status !== 'indeterminate') return undefined;
  return { claim, status, recordId: null, requestedAt, leaseUntil };
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value);

const unknownSince = ({ mtimeMs, ino }: Stats): KeyRecord => {
  const changedAt = Math.round(mtimeMs);
  const claim = `unreadable ${ino} ${changedAt}`;
  return { claim, status: 'indeterminate', recordId: null, requestedAt: changedAt, leaseUntil: changedAt };
};
