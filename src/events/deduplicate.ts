import { evictOldest } from '../lib/evict-oldest.ts';
import { normalizeValue } from '../lib/stated-values.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { PlatformEvent, Source } from './event.ts';

/** Maximum number of event ids, and of changes, that are remembered. */
export const MAX_EVENT_IDS = 10_000;
/** Reports of different sources within this time can be the same event, in milliseconds. */
const MATCH_WINDOW_MS = 3_600_000;

/** The reports of one change. */
interface ChangeReports {
  expiresAt: number;
  countBySource: Partial<Record<Source, number>>;
}

/**
 * Deduplicates events. Within one source by id; across sources, whose ids differ, by record and change. Per change it
 * admits max(count per source). An event without a record id is deduplicated by its own id only.
 */
interface EventDeduplicator {
  isNew(event: PlatformEvent): boolean;
}

export function createEventDeduplicator(clock: Clock, maxEntries = MAX_EVENT_IDS): EventDeduplicator {
  const ids = new Set<string>();
  const reportsOf = new Map<string, ChangeReports>();
  const isReportedByOtherSource = (event: PlatformEvent) => {
    const key = changeKey(event);
    if (key === undefined) return false;
    const previous = reportsOf.get(key);
    const countBySource = previous && previous.expiresAt > clock.monotonic() ? previous.countBySource : {};
    const count = (countBySource[event.source] ?? 0) + 1;
    const otherCounts = Object.entries(countBySource).map(([source, other]) => (source === event.source ? 0 : other));
    reportsOf.delete(key);
    reportsOf.set(key, {
      expiresAt: clock.monotonic() + MATCH_WINDOW_MS,
      countBySource: { ...countBySource, [event.source]: count },
    });
    evictOldest(reportsOf, maxEntries);
    return count <= Math.max(0, ...otherCounts);
  };
  return {
    isNew(event) {
      if (ids.has(event.id)) return false;
      ids.add(event.id);
      evictOldest(ids, maxEntries);
      return !isReportedByOtherSource(event);
    },
  };
}

/** The record and its change, with the record's version where the event has one. Undefined without a record id. */
function changeKey({ kind, recordId, type, data }: PlatformEvent): string | undefined {
  if (recordId === undefined) return undefined;
  const verb = normalizeValue(type.split(/[^\p{L}]+/u).at(-1) ?? '');
  const version = verb === 'updated' && typeof data.updated_at === 'string' ? data.updated_at.slice(0, 64) : '';
  return JSON.stringify([kind, recordId, verb, version]);
}
