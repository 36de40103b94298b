import type { Interval } from '../../lib/time/intervals.ts';
import { mergeIntervals } from '../../lib/time/merge-intervals.ts';
import type { Business } from '../business/business.ts';
import { type CalendarBusy, calendarBusy } from '../calendars/busy.ts';
import type { Db } from '../store/schema.ts';
import { busyIntervals, type Slot } from '../store/staff.ts';

/** When people are busy, by their bookings and by their private calendars. */
export interface BusyTimes {
  /** Disjoint busy intervals of each person in order, buffers included. */
  busy: ReadonlyMap<string, readonly Interval[]>;
  /** People whose private calendar is not up to date, in the order of their ids. */
  outdated: readonly OutdatedCalendar[];
}

export interface OutdatedCalendar {
  staffId: string;
  state: Exclude<CalendarBusy['state'], 'fresh'>;
  /** Time of the last copy, in epoch milliseconds. */
  asOf: number | null;
}

/** Reads the busy times of people that touch a window. */
export async function readBusyTimes(
  db: Db,
  { staff }: Pick<Business, 'staff'>,
  staffIds: readonly string[],
  window: Slot,
  now: number,
): Promise<BusyTimes> {
  const busy: Map<string, readonly Interval[]> = await busyIntervals(db, staffIds, window);
  const outdated: OutdatedCalendar[] = [];
  const withCalendar = staffIds.filter((id) => staff.get(id)?.row.calendar_url != null);
  if (withCalendar.length === 0) return { busy, outdated };
  const calendars = await calendarBusy(db, withCalendar, window, now);
  for (const staffId of withCalendar) {
    // An address without an entry has not been looked at yet.
    const { busy: appointments, state, asOf } = calendars.get(staffId) ?? NEVER_READ;
    busy.set(staffId, mergeIntervals([...(busy.get(staffId) ?? []), ...appointments]));
    if (state !== 'fresh') outdated.push({ staffId, state, asOf });
  }
  return { busy, outdated };
}

const NEVER_READ: CalendarBusy = { busy: [], asOf: null, state: 'unknown' };

/** Separates people who may be busy by a calendar that cannot be read from those who are known to be free. */
export function knownFirst(available: readonly string[], { outdated }: BusyTimes) {
  const unknown = new Set(outdated.filter(({ state }) => state === 'unknown').map(({ staffId }) => staffId));
  return { known: available.filter((id) => !unknown.has(id)), others: available.filter((id) => unknown.has(id)) };
}
