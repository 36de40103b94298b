import type { Interval } from '../../lib/time/intervals.ts';
import type { Db } from '../store/schema/schema.ts';
import { type FoundCalendar, findCalendars } from '../store/staff/staff-calendars.ts';
import { FRESH_MS, KNOWN_MS, WINDOW_AFTER_MS } from './settings.ts';
import { sourceDigest } from './source.ts';

/** What is known of a person's private calendar. */
export interface CalendarBusy {
  /** Busy times that touch the window, sorted and disjoint. */
  busy: Interval[];
  /** When the calendar was last read, in epoch milliseconds by the shared clock; null: never. */
  asOf: number | null;
  /**
   * `stale`: the last attempt failed, or is older than half an hour; the last copy counts. `unknown`: there is no copy of
   * the last day, for all of the window and of all events, so that the person may also be busy at other times than `busy`.
   */
  state: 'fresh' | 'stale' | 'unknown';
}

/**
 * Returns the busy times of private calendars by staff id. People without a calendar have no entry.
 * @param window in epoch milliseconds.
 * @param now the current time, in epoch milliseconds by the shared clock.
 */
export async function calendarBusy(
  db: Db,
  staffIds: readonly string[],
  window: Interval,
  now: number,
): Promise<Map<string, CalendarBusy>> {
  const rows = await findCalendars(db, staffIds);
  return new Map(rows.map((row) => [row.staff_id, stateOf(row, window, now)]));
}

/** What is known of one calendar. */
export function stateOf(row: FoundCalendar, window: Interval, now: number): CalendarBusy {
  const { fetched_at, parsed_at, busy_json } = row;
  // A copy of another address or zone means nothing.
  const isCopy = row.source_digest === sourceDigest(row);
  if (!isCopy || fetched_at === null || busy_json === null) {
    return { busy: [], asOf: null, state: 'unknown' };
  }
  const busy = (JSON.parse(busy_json) as [number, number][])
    .filter(([start, end]) => start < window.end && end > window.start)
    .map(([start, end]) => ({ start, end }));
  // A time in the future is from before the clock was set back.
  const age = Math.abs(now - fetched_at);
  const isWhole = parsed_at !== null && window.end <= parsed_at + WINDOW_AFTER_MS;
  if (age > KNOWN_MS || !isWhole) return { busy, asOf: fetched_at, state: 'unknown' };
  return { busy, asOf: fetched_at, state: row.error === null && age <= FRESH_MS ? 'fresh' : 'stale' };
}
