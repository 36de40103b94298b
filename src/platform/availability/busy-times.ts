import type { CalendarNote } from '../../contract/index.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { mergeIntervals } from '../../lib/time/merge-intervals.ts';
import type { Business } from '../business/business.ts';
import { type CalendarBusy, calendarBusy } from '../calendars/busy.ts';
import type { Db } from '../store/schema/schema.ts';
import { busyIntervals, type Slot } from '../store/staff/staff.ts';
import { toIso } from '../store/time.ts';

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
  business: Pick<Business, 'staff'>,
  staffIds: readonly string[],
  window: Slot,
  now: number,
): Promise<BusyTimes> {
  const busy: Map<string, readonly Interval[]> = await busyIntervals(db, staffIds, window);
  const calendars = await readCalendars(db, business, staffIds, window, now);
  for (const { staffId, busy: appointments } of calendars) {
    busy.set(staffId, mergeIntervals([...(busy.get(staffId) ?? []), ...appointments]));
  }
  return { busy, outdated: outdatedOf(calendars) };
}

/** Reads whose private calendar is not up to date for a window, in the order of their ids. */
export async function readOutdatedCalendars(...question: Parameters<typeof readCalendars>) {
  return outdatedOf(await readCalendars(...question));
}

/** Reads the private calendars of those of these people who have one. */
export async function readCalendars(
  db: Db,
  { staff }: Pick<Business, 'staff'>,
  staffIds: readonly string[],
  window: Interval,
  now: number,
): Promise<(CalendarBusy & { staffId: string })[]> {
  const withCalendar = staffIds.filter((id) => staff.get(id)?.row.calendar_url != null);
  if (withCalendar.length === 0) return [];
  const calendars = await calendarBusy(db, withCalendar, window, now);
  // An address without an entry has not been looked at yet.
  return withCalendar.map((staffId) => ({ staffId, ...(calendars.get(staffId) ?? NEVER_READ) }));
}

/** Those of the calendars that are not up to date. */
export const outdatedOf = (calendars: Awaited<ReturnType<typeof readCalendars>>): OutdatedCalendar[] =>
  calendars.flatMap(({ staffId, state, asOf }) => (state === 'fresh' ? [] : [{ staffId, state, asOf }]));

/** A private calendar in responses. */
export const calendarNote = ({ staffId, state, asOf }: OutdatedCalendar): CalendarNote => ({
  staff_id: staffId,
  state,
  as_of: asOf === null ? null : toIso(asOf),
});

const NEVER_READ: CalendarBusy = { busy: [], asOf: null, state: 'unknown' };

/** Separates people who may be busy by a calendar that cannot be read from those who are known to be free. */
export function knownFirst(available: readonly string[], { outdated }: BusyTimes) {
  const unknown = new Set(outdated.filter(({ state }) => state === 'unknown').map(({ staffId }) => staffId));
  return { known: available.filter((id) => !unknown.has(id)), others: available.filter((id) => unknown.has(id)) };
}
