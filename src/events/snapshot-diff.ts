import type { JsonObject } from '../lib/json.ts';
import { utcInstant } from '../lib/time/instant.ts';
import { forgetOldest } from './deduplicate.ts';
import type { Kind } from './event.ts';
import type { Look, Sight } from './list-snapshot.ts';

/** What became of a record between two looks. */
export interface Change {
  type: string;
  kind: Kind;
  sight: Sight;
  /** When it happened, as far as the record says. */
  at?: string;
}

/** Records whose last state is remembered, when lists are too long to be seen whole. */
const MAX_REMEMBERED = 20_000;

type Seen = Pick<Sight, 'digest'> & { over: boolean };

/** Tells what changed since the look before. The first look tells nothing: it is what others are compared with. */
export interface Comparison {
  changes(look: Look): Change[];
}

interface Rules {
  /** Whether the record has come to its end: a cancelled booking, a call that is not going on. */
  over(data: JsonObject): boolean;
  appeared(sight: Sight, over: boolean): Change[];
  changed(sight: Sight, over: boolean, wasOver: boolean): Change[];
  /** When the record came to be, as far as it says. */
  born(data: JsonObject): string | undefined;
}

function createComparison(rules: Rules): Comparison {
  const seen = new Map<string, Seen>();
  /** The latest time that a record of the first look came to be. */
  let newest: string | undefined;
  let compared = false;
  const wasThere = ({ data }: Sight, whole: boolean) => {
    if (whole) return false;
    // It may have slid into view: only its own time tells.
    const born = rules.born(data);
    return born === undefined || newest === undefined || born <= newest;
  };
  return {
    changes({ sights, whole }) {
      const found = sights.flatMap((sight) => {
        const over = rules.over(sight.data);
        const before = seen.get(sight.id);
        seen.delete(sight.id);
        seen.set(sight.id, { digest: sight.digest, over });
        if (!compared || before?.digest === sight.digest) return [];
        if (before) return rules.changed(sight, over, before.over);
        return wasThere(sight, whole) ? [] : rules.appeared(sight, over);
      });
      for (const { data } of sights) {
        const born = rules.born(data);
        if (born !== undefined && (newest === undefined || born > newest)) newest = born;
      }
      forgetOldest(seen, MAX_REMEMBERED);
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

const change = (type: string, kind: Kind, sight: Sight, at: string | undefined): Change => ({
  type,
  kind,
  sight,
  ...(at ? { at } : {}),
});

export function compareBookings(): Comparison {
  const cancelled = (sight: Sight) =>
    change('booking.cancelled', 'booking', sight, time(sight.data, 'cancelled_at') ?? time(sight.data, 'updated_at'));
  return createComparison({
    over: ({ status }) => typeof status === 'string' && /^cancell?ed$/i.test(status),
    born: (data) => time(data, 'created_at'),
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
const GOING_ON = /progress|ringing|active|ongoing|queued|initiated|connect/i;

export function compareCalls(): Comparison {
  const completed = (sight: Sight) => change('call.completed', 'call', sight, ended(sight.data));
  return createComparison({
    over: ({ status }) => !(typeof status === 'string' && GOING_ON.test(status)),
    born: (data) => time(data, 'started_at') ?? time(data, 'created_at'),
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
