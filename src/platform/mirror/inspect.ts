import { existsSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { MIGRATIONS_TABLE } from '../../lib/database/migrations.ts';
import { createPrivateFile } from '../store/sqlite/create-file.ts';
import { inspectFile } from '../store/sqlite/inspect-file.ts';
import { journalLockFile } from '../store/sqlite/journal-lock.ts';
import { realFile } from '../store/sqlite/real-file.ts';
import { explainDamage } from './file-faults.ts';
import type { ListProgress } from './lists.ts';
import { MIRROR_MIGRATION } from './migration.ts';
import type { MirroredKind } from './schema.ts';

/** The state of an index file, read without changing it. */
export interface MirrorState {
  /** Of the file with its journals. */
  bytes: number;
  lists: { kind: MirroredKind; progress: ListProgress }[];
  /** Calls whose transcript is to be read. */
  callsWithoutDetail: number;
  /** Calls whose transcript the platform does not return. */
  unreadableCalls: number;
  /** Records from before the API key or the default country was changed, which the platform has not confirmed. */
  unconfirmedRecords: number;
  /** Digest of the credential that has filled it. */
  credential?: string;
  /** True while a process reads the platform. */
  isRead: boolean;
}

/** The file is not an index: it stays as it is. */
export class NotAMirrorError extends Error {
  override readonly name = 'NotAMirrorError';
}

/** The files of a SQLite database. */
const filesOf = (file: string) => [file, `${file}-wal`, `${file}-shm`, `${file}-journal`, journalLockFile(file)];

/** Returns the state of an index; undefined if there is no file. @throws NotAMirrorError, DatabaseError */
export async function inspectMirror(path: string): Promise<MirrorState | undefined> {
  const file = resolve(path);
  if (!existsSync(file)) return undefined;
  const bytes = filesOf(realFile(file)).reduce(
    (sum, one) => sum + (statSync(one, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const inspected = inspectFile(file, (connection) => {
    const all = <T>(sql: string) => connection.prepare(sql).all() as T[];
    const tables = all<{ name: string }>("select name from sqlite_schema where type = 'table'").map(({ name }) => name);
    const isMirror =
      tables.includes(MIGRATIONS_TABLE) &&
      all<{ name: string }>(`select name from ${MIGRATIONS_TABLE}`).some(({ name }) => name === MIRROR_MIGRATION);
    // A start that was killed before its first commit leaves an empty file.
    if (tables.length === 0)
      return { bytes, lists: [], callsWithoutDetail: 0, unreadableCalls: 0, unconfirmedRecords: 0, isRead: false };
    if (!isMirror) throw new NotAMirrorError(`${path} is not an index. Nothing was changed.`);
    const lists = all<{ kind: MirroredKind; progress_json: string }>('select kind, progress_json from mirror_lists');
    const [leases] = all<{ count: number }>(
      "select count(*) as count from mirror_leases where lease_until >= cast(unixepoch('subsec') * 1000 as integer)",
    );
    const [missing] = all<{ count: number; unreadable: number }>(
      "select count(*) as count, count(unreadable_at) as unreadable from mirror_records where kind = 'calls' and detail_at is null",
    );
    const [unconfirmed] = all<{ count: number }>('select count(*) as count from mirror_records where read_at = 0');
    const [source] = all<{ credential: string }>('select credential from mirror_source');
    return {
      bytes,
      ...source,
      lists: lists.map(({ kind, progress_json }) => ({ kind, progress: JSON.parse(progress_json) as ListProgress })),
      callsWithoutDetail: (missing?.count ?? 0) - (missing?.unreadable ?? 0),
      unreadableCalls: missing?.unreadable ?? 0,
      unconfirmedRecords: unconfirmed?.count ?? 0,
      isRead: (leases?.count ?? 0) > 0,
    };
  });
  return inspected.catch((error: unknown) => {
    throw explainDamage(file, error);
  });
}

/**
 * Deletes an index with its journals. Of a file behind a symbolic link, an empty one remains. Returns its size in bytes; undefined if there is none.
 * @throws NotAMirrorError, DatabaseError
 */
export async function deleteMirror(path: string): Promise<number | undefined> {
  const state = await inspectMirror(path);
  if (!state) return undefined;
  const file = realFile(path);
  for (const one of filesOf(file)) rmSync(one, { force: true });
  // Otherwise the next start could not write to the disk to which the operator's link leads, such as an encrypted one.
  if (file !== resolve(path)) createPrivateFile(file);
  return state.bytes;
}
