import type { Clock } from '../lib/time/clock.ts';
import type { PlatformEvent, Source } from './event.ts';

/** Events remembered at most. */
const MAX_REMEMBERED = 10_000;
/** For how long an event is matched with what another source tells, in milliseconds. */
const MATCHED_MS = 3_600_000;

interface Report {
  until: number;
  times: Partial<Record<Source, number>>;
}

/**
 * Tells whether an event is known already. Within a source the id decides. Two sources give the same event different
 * ids, so between them the change to the record does: of each change as many are let through as the source that told
 * of it most often has told. What no record belongs to is never matched.
 */
export interface EventDeduplicator {
  isNew(event: PlatformEvent): boolean;
}

export function createEventDeduplicator(clock: Clock, most = MAX_REMEMBERED): EventDeduplicator {
  const ids = new Set<string>();
  const told = new Map<string, Report>();
  const matched = (event: PlatformEvent) => {
    const key = changeOf(event);
    if (key === undefined) return false;
    const known = told.get(key);
    const { times } = known && known.until > clock.now() ? known : { times: {} as Report['times'] };
    const now = (times[event.source] ?? 0) + 1;
    const others = Object.entries(times).map(([source, count]) => (source === event.source ? 0 : count));
    told.delete(key);
    told.set(key, { until: clock.now() + MATCHED_MS, times: { ...times, [event.source]: now } });
    evictOldest(told, most);
    return now <= Math.max(0, ...others);
  };
  return {
    isNew(event) {
      if (ids.has(event.id)) return false;
      ids.add(event.id);
      evictOldest(ids, most);
      return !matched(event);
    },
  };
}

/** Which record changed and how, and to which version where the record says. */
function changeOf({ kind, recordId, type, data }: PlatformEvent): string | undefined {
  if (recordId === undefined) return undefined;
  const word = type
    .split(/[^\p{L}]+/u)
    .at(-1)
    ?.toLowerCase();
  const version = word === 'updated' && typeof data.updated_at === 'string' ? data.updated_at : '';
  return JSON.stringify([kind, recordId, word, version]);
}

/** Keeps the latest of what is in order of insertion. */
export function evictOldest(kept: Set<string> | Map<string, unknown>, most: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
}
