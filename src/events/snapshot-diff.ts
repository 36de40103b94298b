import type { JsonObject } from '../lib/json.ts';
import { utcInstant } from '../lib/time/intervals.ts';
import { evictOldest } from './deduplicate.ts';
import type { Kind } from './event.ts';
import type { ListSnapshot, RecordSnapshot } from './list-snapshot.ts';

/** What became of a record between two looks. */
export interface Change {
  type: string;
  kind: Kind;
  record: RecordSnapshot;
  /** When it happened, as far as the record says. */
  at?: string;
}

/** Records whose last state is remembered, when lists are too long to be seen whole. */
const MAX_REMEMBERED = 20_000;

type Seen = Pick<RecordSnapshot, 'digest'> & { over: boolean };

/** Tells what changed since the look before. The first look tells nothing: it is what others are compared with. */
export interface SnapshotDiff {
  changes(look: ListSnapshot): Change[];
}

interface Rules {
  /** Whether the record has come to its end: a cancelled booking, a call that is not going on. */
  isTerminal(data: JsonObject): boolean;
  appeared(sight: RecordSnapshot, over: boolean): Change[];
  changed(sight: RecordSnapshot, over: boolean, wasOver: boolean): Change[];
  /** When the record came to be, as far as it says. */
  createdAt(data: JsonObject): string | undefined;
}

function createSnapshotDiff(rules: Rules): SnapshotDiff {
  const seen = new Map<string, Seen>();
  /** The latest time that a record of the first look came to be. */
  let newest: string | undefined;
  let compared = false;
  const existedBefore = ({ data }: RecordSnapshot, whole: boolean) => {
    if (whole) return false;
    // It may have slid into view: only its own time tells.
    const born = rules.createdAt(data);
    return born === undefined || newest === undefined || born <= newest;
  };
  return {
    changes({ records: sights, complete: whole }) {
      const found = sights.flatMap((sight) => {
        const over = rules.isTerminal(sight.data);
        const before = seen.get(sight.id);
        seen.delete(sight.id);
        seen.set(sight.id, { digest: sight.digest, over });
        if (!compared || before?.digest === sight.digest) return [];
        if (before) return rules.changed(sight, over, before.over);
        return existedBefore(sight, whole) ? [] : rules.appeared(sight, over);
      });
      for (const { data } of sights) {
        const born = rules.createdAt(data);
        if (born !== undefined && (newest === undefined || born > newest)) newest = born;
      }
      evictOldest(seen, MAX_REMEMBERED);
      compared = true;
      return found;
    },
  };
}

/** A time of a record as UTC text; undefined when it is none. */
function time(data: JsonObject, name: string): string | undefined {
  const value = data[name];
  return typeof value === 'string' ? utcInstant(value) : undefined;
}

const change = (type: string, kind: Kind, sight: RecordSnapshot, at: string | undefined): Change => ({
  type,
  kind,
  record: sight,
  ...(at ? { at } : {}),
});

export function diffBookings(): SnapshotDiff {
  const cancelled = (sight: RecordSnapshot) =>
    change('booking.cancelled', 'booking', sight, time(sight.data, 'cancelled_at') ?? time(sight.data, 'updated_at'));
  return createSnapshotDiff({
    isTerminal: ({ status }) => typeof status === 'string' && /^cancell?ed$/i.test(status),
    createdAt: (data) => time(data, 'created_at'),
    appeared: (sight, over) => [
      change('booking.created', 'booking', sight, time(sight.data, 'created_at')),
      ...(over ? [cancelled(sight)] : []),
    ],
    changed: (sight, over, wasOver) =>
      over && !wasOver
        ? [cancelled(sight)]
        : [change('booking.updated', 'booking', sight, time(sight.data, 'updated_at'))],
  });
}

/** Statuses of calls that have not ended. */
const IN_PROGRESS = /progress|ringing|active|ongoing|queued|initiated|connect/i;

export function diffCalls(): SnapshotDiff {
  const completed = (sight: RecordSnapshot) => change('call.completed', 'call', sight, ended(sight.data));
  return createSnapshotDiff({
    isTerminal: ({ status }) => !(typeof status === 'string' && IN_PROGRESS.test(status)),
    createdAt: (data) => time(data, 'started_at') ?? time(data, 'created_at'),
    appeared: (sight, over) => (over ? [completed(sight)] : []),
    changed: (sight, over, wasOver) =>
      over && !wasOver ? [completed(sight)] : over ? [change('call.updated', 'call', sight, undefined)] : [],
  });
}

function ended(data: JsonObject): string | undefined {
  const said = time(data, 'ended_at');
  const started = time(data, 'started_at');
  const seconds = data.duration_seconds;
  if (said !== undefined || started === undefined || typeof seconds !== 'number') return said;
  return new Date(Date.parse(started) + seconds * 1_000).toISOString();
}
