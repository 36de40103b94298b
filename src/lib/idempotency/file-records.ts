import { promises as files } from 'node:fs';
import { join } from 'node:path';
import { DatabaseError } from '../database/database-error.ts';
import { acquireFileLock, removeStaleLock } from '../files/file-lock.ts';
import type { Clock } from '../time/clock.ts';
import {
  isExpired,
  type KeyRecord,
  type KeyRecords,
  keyRecordsIn,
  type RecordChange,
  withoutFuture,
} from './key-records.ts';
import { readRecordFile, writeRecordFile } from './record-file.ts';

/** Records in the folder: beyond them the oldest completed ones are deleted before their time. */
export const MAX_RECORD_FILES = 10_000;
/** Age of a temporary file or a lock that no living process needs any more, in milliseconds. */
const ABANDONED_MS = 60_000;
/** Concurrent reads of the ages of files. */
const STAT_BATCH = 64;

const RECORD = /^[\w-]{43}\.json$/;
const LOCK = /^[\w-]{43}\.lock$/;
/** What a process leaves that is killed while it writes a record, or removes the lock of another. */
const TEMPORARY = /^[\w-]{43}\.(json\.\w+\.tmp|lock\.[\w-]+)$/;

interface FileRecordOptions {
  /** Created if it is missing, with its parents. Only its user may use it. */
  folder: string;
  clock: Clock;
  /** How long an outcome is in force, in milliseconds. */
  ttlMs: number;
  /** Default: `MAX_RECORD_FILES`. */
  maxRecords?: number;
}

/**
 * Records in files of one folder, which the processes of one computer share: one file for each key, changed under the
 * lock of the key. Keys are SHA-256 hashes in base64url. The methods throw `DatabaseError` while the folder cannot be used.
 * @throws the file system's error if the folder cannot be used, such as a full or read-only disk.
 */
export async function openFileRecords(options: FileRecordOptions): Promise<KeyRecords> {
  const { folder, clock, ttlMs, maxRecords = MAX_RECORD_FILES } = options;
  await prepareFolder(folder);
  const pathOf = (key: string) => join(folder, `${key}.json`);
  const explained = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw unusable(folder, error);
    });

  const replace = (key: string, record: KeyRecord | undefined) =>
    record ? writeRecordFile(pathOf(key), record) : files.rm(pathOf(key), { force: true });

  async function modify(keys: readonly string[], change: RecordChange): Promise<void> {
    const undo: (() => Promise<void>)[] = [];
    const releases: (() => Promise<void>)[] = [];
    try {
      for (const key of keys) releases.push(await acquireFileLock(join(folder, `${key}.lock`)));
      const records = await Promise.all(keys.map((key) => readRecordFile(pathOf(key))));
      const changed = change(records, clock.now());
      for (const [index, key] of keys.entries()) {
        const [before, record] = [records[index], changed[index]];
        if (record === before) continue;
        await replace(key, record);
        // A deleted record is not restored: its claim has ended.
        if (record) undo.push(() => replace(key, before));
      }
    } catch (error) {
      await Promise.allSettled(undo.map((restore) => restore()));
      throw error;
    } finally {
      await Promise.all(releases.map((release) => release()));
    }
  }

  async function prune() {
    const { records, leftovers } = await filesByAge(folder, clock.now());
    for (const { name } of leftovers) {
      if (LOCK.test(name)) await removeStaleLock(join(folder, name));
      else await files.rm(join(folder, name), { force: true });
    }
    for (const [index, { name, age }] of records.entries()) {
      // A file is at least as new as its record. From the future: the clock was set back since.
      if (age < 0 || age > ttlMs)
        await modify([keyOf(name)], ([found], now) => {
          const record = found && withoutFuture(found, now);
          return [record && !isExpired(record, now, ttlMs) ? record : undefined];
        });
      else if (index < records.length - maxRecords)
        await modify([keyOf(name)], ([record]) => [record?.status === 'completed' ? undefined : record]);
    }
  }

  const records = keyRecordsIn(
    {
      read: async (key) => ({ record: await explained(readRecordFile(pathOf(key))), now: clock.now() }),
      modify: (keys, change) => explained(modify(keys, change)),
    },
    ttlMs,
  );
  return { ...records, prune };
}

const keyOf = (name: string) => name.replace(/\.json$/, '');

/** Creates the folder, and finds out whether files can be written into it. */
async function prepareFolder(folder: string): Promise<void> {
  await files.mkdir(folder, { recursive: true, mode: 0o700 });
  // The umask does not apply to what exists: another user's files in the folder could claim what they like.
  if (process.platform !== 'win32' && ((await files.stat(folder)).mode & 0o077) !== 0) await files.chmod(folder, 0o700);
  const key = 'x'.repeat(43);
  const path = join(folder, `${key}.json`);
  await writeRecordFile(path, { claim: key, status: 'claimed', recordId: null, requestedAt: 0, leaseUntil: 0 });
  await files.rm(path, { force: true });
}

interface AgedFile {
  name: string;
  /** In milliseconds; negative if the file is from the future. */
  age: number;
}

/** Returns the records in a folder, oldest first, and the temporary files and locks that no process needs any more. */
async function filesByAge(folder: string, now: number): Promise<{ records: AgedFile[]; leftovers: AgedFile[] }> {
  const names = (await files.readdir(folder)).filter(
    (name) => RECORD.test(name) || TEMPORARY.test(name) || LOCK.test(name),
  );
  const aged: AgedFile[] = [];
  while (names.length > 0) {
    const batch = names.splice(-STAT_BATCH).map(async (name) => {
      const stats = await files.lstat(join(folder, name)).catch(() => undefined);
      if (stats) aged.push({ name, age: now - stats.mtimeMs });
    });
    await Promise.all(batch);
  }
  aged.sort((a, b) => b.age - a.age);
  const isRecord = ({ name }: AgedFile) => RECORD.test(name);
  return {
    records: aged.filter(isRecord),
    leftovers: aged.filter((file) => !isRecord(file) && Math.abs(file.age) > ABANDONED_MS),
  };
}

const REASONS: Record<string, string> = {
  ENOSPC: 'has no room: the disk is full',
  EDQUOT: 'has no room: the quota of the user is used up',
  EROFS: 'cannot be written: the file system is read-only',
  EACCES: 'cannot be used: its permissions do not allow it',
  EPERM: 'cannot be used: its permissions do not allow it',
};

function unusable(folder: string, cause: unknown): DatabaseError {
  const { code = 'unknown reason' } = cause as NodeJS.ErrnoException;
  const reason = REASONS[code] ?? `cannot be used (${code})`;
  return new DatabaseError(`The folder of create requests ${reason}.`, {
    cause,
    operatorMessage: `The folder of create requests ${folder} ${reason}.`,
  });
}
