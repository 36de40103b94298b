import { evictOldest } from '../lib/evict-oldest.ts';
import type { JsonObject } from '../lib/json.ts';
import { utcInstant } from '../lib/time/intervals.ts';
import { DAY_MS, MINUTE_MS } from '../lib/time/units.ts';
import type { Kind } from './event.ts';
import type { ListSnapshot, RecordSnapshot } from './list-snapshot.ts';

/** A change of a record between two snapshots. */
export interface Change {
  type: string;
  kind: Kind;
  record: RecordSnapshot;
  /** Time of the change, as far as the record shows it. */
  at?: string;
}

/** Maximum number of records whose last state is stored, for lists that are too long for a complete snapshot. */
export const MAX_RECORD_STATES = 20_000;
/** A record comes into a list at most this long after the time that it shows: a call is reported after its end, and clocks differ. */
const LATE_MS = 10 * MINUTE_MS;
/** A call that ended this long before the poll in which it was not yet listed is history that was imported. */
const HISTORY_MS = DAY_MS;

type RecordState = Pick<RecordSnapshot, 'digest'> & { isTerminal: boolean };

/** Compares each snapshot of a list with the previous ones. */
export interface SnapshotDiff {
  /**
   * Returns the changes since the previous snapshots. The first snapshot is the baseline and has no changes.
   * @param now when the snapshot was taken, in epoch milliseconds.
   */
  update(snapshot: ListSnapshot, now: number): Change[];
}

/** How the changes of one kind of record are recognised. */
interface Rules {
  /** True if the record has reached a final state: a cancelled booking, a call that has ended. */
  isTerminal(data: JsonObject): boolean;
  /** @param before time of the previous snapshot, in epoch milliseconds. */
  appeared(record: RecordSnapshot, isTerminal: boolean, before: number): Change[];
  changed(record: RecordSnapshot, isTerminal: boolean, wasTerminal: boolean): Change[];
  /** Returns the time at which the record came into the list, as far as it shows it. */
  listedAt(data: JsonObject): string | undefined;
}

function createSnapshotDiff(rules: Rules): SnapshotDiff {
  const states = new Map<string, RecordState>();
  /** The latest time of a record in all snapshots so far. */
  let newest: string | undefined;
  /** Time of the previous snapshot; undefined before the first one. */
  let before: number | undefined;
  let wasComplete = false;
  const existedBefore = ({ data }: RecordSnapshot, previous: number) => {
    if (wasComplete) return false;
    // An old record may have been on a page that was not read, so only its time decides.
    const listedAt = rules.listedAt(data);
    if (listedAt === undefined || newest === undefined) return true;
    return listedAt <= newest && Date.parse(listedAt) < previous - LATE_MS;
  };
  return {
    update({ records, complete }, now) {
      const changes = records.flatMap((record) => {
        const isTerminal = rules.isTerminal(record.data);
        const previous = states.get(record.id);
        states.delete(record.id);
        states.set(record.id, { digest: record.digest, isTerminal });
        if (before === undefined || previous?.digest === record.digest) return [];
        if (previous) return rules.changed(record, isTerminal, previous.isTerminal);
        return existedBefore(record, before) ? [] : rules.appeared(record, isTerminal, before);
      });
      for (const { data } of records) {
        const listedAt = rules.listedAt(data);
        if (listedAt !== undefined && (newest === undefined || listedAt > newest)) newest = listedAt;
      }
      evictOldest(states, MAX_RECORD_STATES);
      before = now;
      wasComplete = complete;
      return changes;
    },
  };
}

/** Reads a time of a record as UTC text; undefined if the field is not a time. */
function readTime(data: JsonObject, name: string): string | undefined {
  const value = data[name];
  return typeof value === 'string' ? utcInstant(value) : undefined;
}

const change = (type: string, kind: Kind, record: RecordSnapshot, at: string | undefined): Change => ({
  type,
  kind,
  record,
  ...(at ? { at } : {}),
});

export function diffBookings(): SnapshotDiff {
  const cancelled = (record: RecordSnapshot) => {
    const at = readTime(record.data, 'cancelled_at') ?? readTime(record.data, 'updated_at');
    return change('booking.cancelled', 'booking', record, at);
  };
  return createSnapshotDiff({
    isTerminal: ({ status }) => typeof status === 'string' && /^cancell?ed$/i.test(status),
    listedAt: (data) => readTime(data, 'created_at'),
    appeared: (record, isTerminal) => [
      change('booking.created', 'booking', record, readTime(record.data, 'created_at')),
      ...(isTerminal ? [cancelled(record)] : []),
    ],
    changed: (record, isTerminal, wasTerminal) =>
      isTerminal && !wasTerminal
        ? [cancelled(record)]
        : [change('booking.updated', 'booking', record, readTime(record.data, 'updated_at'))],
  });
}

/** Statuses of calls that have not ended. */
const IN_PROGRESS = /progress|ringing|active|ongoing|queued|initiated|connect/i;

export function diffCalls(): SnapshotDiff {
  const completed = (record: RecordSnapshot) => change('call.completed', 'call', record, endOf(record.data));
  return createSnapshotDiff({
    isTerminal: ({ status }) => !(typeof status === 'string' && IN_PROGRESS.test(status)),
    // Many platforms list a call when it has ended.
    listedAt: (data) => endOf(data) ?? readTime(data, 'started_at') ?? readTime(data, 'created_at'),
    appeared: (record, isTerminal, before) =>
      isTerminal && !isHistory(record.data, before) ? [completed(record)] : [],
    changed: (record, isTerminal, wasTerminal) => {
      if (!isTerminal) return [];
      return wasTerminal ? [change('call.updated', 'call', record, undefined)] : [completed(record)];
    },
  });
}

/** True for a call that ended long before a time. */
function isHistory(data: JsonObject, before: number): boolean {
  const end = endOf(data);
  return end !== undefined && Date.parse(end) < before - HISTORY_MS;
}

/** The end of a call: `ended_at`, or else the start and the duration. */
function endOf(data: JsonObject): string | undefined {
  const endedAt = readTime(data, 'ended_at');
  const startedAt = readTime(data, 'started_at');
  const seconds = data.duration_seconds;
  if (endedAt !== undefined || startedAt === undefined || typeof seconds !== 'number') return endedAt;
  const end = new Date(Date.parse(startedAt) + seconds * 1_000);
  // A platform may send any number.
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}
