import { ALL_SCOPES } from '../../contract/index.ts';
import { DatabaseError } from '../../lib/database/database-error.ts';
import type { PlainHandler } from '../../lib/http/plain-message.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Secret } from '../../lib/secrets/secret.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { TimeRange } from '../../lib/time/range.ts';
import { issueProcessKey } from '../admin/keys.ts';
import { createAuthorize } from '../auth/authorize.ts';
import type { ProcessKeys } from '../auth/keys.ts';
import { startDerivedWorker } from '../derived/worker.ts';
import { createFailures } from '../http/failures.ts';
import { createLocalHandler } from '../http/local-requests.ts';
import { createRoutes } from '../http/router.ts';
import { createHandlers } from '../routes/index.ts';
import { emptyBusiness, ensureTeam } from '../seed.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import { bindAccount, type MirroredAccount } from './account.ts';
import { explainDamage } from './file-faults.ts';
import { findGaps, type MirrorGaps } from './gaps.ts';
import { type ReaderLease, readerLease } from './lease.ts';
import { changeProgress, type ListProgress, type Progress, readProgress } from './lists.ts';
import { packRow, unpacked } from './packed-texts.ts';
import { type MirrorPlace, openMirrorStore } from './place.ts';
import {
  countReadBefore,
  distrustRecords,
  type PlatformRecords,
  readBefore,
  removeRecords,
  type StoredRecord,
  storedRecords,
  storeRecords,
} from './records.ts';
import { MIRROR_TEAM, MIRRORED_KINDS, type MirroredKind } from './schema.ts';
import { deleteUnusedMirrors } from './shared-mirrors.ts';
import { anyRow, rowForPostgres } from './storable.ts';
import {
  callsWithoutDetail,
  countUnreadable,
  markUnreadable,
  unreadableAmong,
  unreadableBefore,
} from './transcripts.ts';

export type { MirroredAccount } from './account.ts';
export { isFaultOfFile } from './file-faults.ts';
export { LeaseLostError } from './lease.ts';
export type { ListPass, ListProgress, Progress } from './lists.ts';
export type { MirroredField } from './placeholders.ts';
export type { PlatformRecord, PlatformRecords, StoredRecord } from './records.ts';
export { MIRRORED_KINDS, type MirroredKind } from './schema.ts';

/**
 * A copy of the records of another platform, in a database of the embedded platform's schema, whose endpoints search it.
 * Times are epoch milliseconds of the clock that all processes on it share: that of the machine with a file, and that of the
 * PostgreSQL server otherwise.
 */
export interface Mirror {
  /** Answers requests to the API of the embedded platform from the copy. */
  answer: PlainHandler;
  /** Creates a key for `answer`, which exists only in memory. */
  issueProcessKey(): Secret;
  /** The right to read the lists of the platform. */
  lease: Pick<ReaderLease, 'acquire' | 'release'>;
  time(): Promise<number>;
  /** Its size on the disk. */
  bytes(): Promise<number>;
  progress(): Promise<Progress>;
  /**
   * Stores what was read while this process holds the lease, with the progress of reading the list.
   * @throws LeaseLostError if another process reads the platform now.
   */
  storePage(page: PlatformRecords, change: (before: ListProgress) => ListProgress): Promise<void>;
  /** The progress of a list, without records. @throws LeaseLostError */
  changeProgress(kind: MirroredKind, change: (before: ListProgress) => ListProgress): Promise<void>;
  /** Stores records that were read one by one, or that a write returned. */
  store(records: PlatformRecords): Promise<void>;
  /** Removes records that the platform does not have, unless a request that began after `readAt` has read them. */
  remove(kind: MirroredKind, ids: readonly string[], readAt: number): Promise<void>;
  /** Sets the time at which copies were read to an earlier one, so that the next answer that shows them reads them again. */
  distrust(kind: MirroredKind, ids: readonly string[], readAt: number): Promise<void>;
  /** Removes words that no record has any more. Takes about two seconds for 50 MB, in short transactions. */
  purge(): Promise<void>;
  /** Records that the platform no longer refuses a list. */
  allow(kind: MirroredKind): Promise<void>;
  /** Returns records as the platform sent them. Ids that the mirror does not have are absent. */
  records(
    kind: MirroredKind,
    ids: readonly string[],
    form: PlatformRecords['form'],
  ): Promise<Map<string, StoredRecord>>;
  /** Calls of a window whose transcript is to be read, newest first. */
  callsWithoutDetail(limit: number, window?: TimeRange): Promise<{ id: string; startedAt: number }[]>;
  /** Records that the platform, although it is well, did not return the transcripts of calls: they are not to be read for now. */
  markUnreadable(ids: readonly string[], readAt: number): Promise<void>;
  /** Which of these calls are marked. */
  unreadableAmong(ids: readonly string[]): Promise<string[]>;
  /** Number of the marked calls of a window. */
  countUnreadable(window: TimeRange): Promise<number>;
  /** The call that was marked first, if that was before a time. */
  unreadableBefore(time: number): Promise<string | undefined>;
  /** Ids of records that were last read before a time. */
  readBefore(kind: MirroredKind, time: number, limit: number): Promise<string[]>;
  /** Number of records that were last read before a time. */
  countReadBefore(kind: MirroredKind, time: number): Promise<number>;
  /** What searches cannot find or compare. */
  gaps(): Promise<MirrorGaps>;
  /** Throws a `DatabaseError` if the mirror was deleted or turned out to be damaged. Costs microseconds. */
  assertUsable(): void;
  close(): Promise<void>;
}

interface MirrorOptions {
  /** A file is created with mode 0600. */
  place: MirrorPlace;
  /** Whose records it may have. */
  account: MirroredAccount;
  clock: Clock;
  logger: Logger;
}

const OTHER_KEY =
  'the index was filled with another API key: its records count once the platform confirms them with this key. To keep an index for each key, give each its own file with --index (RCPT_INDEX).';

/** Opens a mirror, and creates it if there is none. Rejects with `DatabaseError` if it cannot be used. */
export async function openMirror({ place, account, clock, logger }: MirrorOptions): Promise<Mirror> {
  const database = await openMirrorStore(place, account, clock).catch((error: unknown) => {
    throw unreadable(place, error);
  });
  const { store, scope } = database;
  const write = <T>(work: (tx: Db) => Promise<T>) => store.write(work, scope);
  const prepare = async () => {
    const isOfOtherKey = await write(async (tx) => bindAccount(tx, account, await database.now(tx)));
    if (isOfOtherKey) logger.warn(OTHER_KEY);
    const business = emptyBusiness();
    return ensureTeam(store, { ...business, team: { ...business.team, id: MIRROR_TEAM } }, clock.now());
  };
  const team = await prepare().catch(async (error: unknown) => {
    await store.close();
    throw unreadable(place, error);
  });
  const unused = 'database' in place ? deleteUnusedMirrors(place.database, logger) : undefined;
  const toStorable = database.isShared ? rowForPostgres : anyRow;
  const pack = database.isShared ? unpacked : packRow;
  const storedAt = async (tx: Db) => ({
    id: team.id,
    country: account.country,
    toStorable,
    pack,
    now: await database.now(tx),
  });
  const api = createMirrorApi(store, clock, logger, team.id);
  const derived = startDerivedWorker(store, logger);
  const lease = readerLease(database);
  return {
    answer: api.answer,
    issueProcessKey: api.issueProcessKey,
    lease,
    time: () => store.readUncoordinated(database.now),
    bytes: database.bytes,
    progress: () => store.readUncoordinated(readProgress),
    storePage: (page, change) =>
      write(async (tx) => {
        await lease.assertHeld(tx);
        await storeRecords(tx, await storedAt(tx), page, change);
      }),
    changeProgress: (kind, change) =>
      write(async (tx) => {
        await lease.assertHeld(tx);
        await changeProgress(tx, kind, change);
      }),
    store: (records) => write(async (tx) => storeRecords(tx, await storedAt(tx), records)),
    remove: (kind, ids, readAt) => write(async (tx) => removeRecords(tx, kind, ids, readAt, await database.now(tx))),
    distrust: (kind, ids, readAt) => write((tx) => distrustRecords(tx, kind, ids, readAt)),
    async purge() {
      const purgedAt = await store.readUncoordinated(database.now);
      await store.purgeDeleted();
      await write(async (tx) => {
        const progress = await readProgress(tx);
        const changed = MIRRORED_KINDS.filter((kind) => progress[kind].changedAt !== null);
        for (const kind of changed) await changeProgress(tx, kind, (before) => ({ ...before, purgedAt }));
      });
    },
    allow: (kind) =>
      write(async (tx) => {
        await changeProgress(tx, kind, (progress) => ({ ...progress, refused: false, isPassDue: true }));
      }),
    records: (kind, ids, form) => store.read((db) => storedRecords(db, kind, ids, form)),
    callsWithoutDetail: (limit, window) => store.readUncoordinated((db) => callsWithoutDetail(db, limit, window)),
    markUnreadable: (ids, readAt) => write((tx) => markUnreadable(tx, ids, readAt)),
    unreadableAmong: (ids) => store.readUncoordinated((db) => unreadableAmong(db, ids)),
    countUnreadable: (window) => store.readUncoordinated((db) => countUnreadable(db, window)),
    unreadableBefore: (time) => store.readUncoordinated((db) => unreadableBefore(db, time)),
    readBefore: (kind, time, limit) => store.readUncoordinated((db) => readBefore(db, kind, time, limit)),
    countReadBefore: (kind, time) => store.readUncoordinated((db) => countReadBefore(db, kind, time)),
    gaps: () => store.readUncoordinated((db) => findGaps(db, team.id)),
    assertUsable: store.assertUsable,
    async close() {
      await Promise.all([derived.close(), unused]);
      await store.close();
    },
  };
}

/** The API of the embedded platform in front of a mirror, with keys that exist only in memory. */
function createMirrorApi(store: Store, clock: Clock, logger: Logger, teamId: string) {
  const processKeys: ProcessKeys = new Map();
  const authorize = createAuthorize({ store, clock, publicUrl: undefined, processKeys, onUse: () => {} });
  const routes = createRoutes(createHandlers({ store, clock, loopback: false }), authorize);
  return {
    answer: createLocalHandler(routes, createFailures(logger), logger),
    issueProcessKey: () => issueProcessKey(processKeys, teamId, ALL_SCOPES),
  };
}

/** A table or column is not as this version expects it. A mirror has nothing that the platform does not have. */
function unreadable(place: MirrorPlace, error: unknown): unknown {
  if (error instanceof DatabaseError) return 'file' in place ? explainDamage(place.file, error) : error;
  const message =
    'The index was made by another version of the program, and cannot be read. Delete it with rcpt-mcp index clear. It is filled again from the platform.';
  return new DatabaseError(message, { cause: error });
}
