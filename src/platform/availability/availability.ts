import { inSlices } from '../../lib/concurrency/slices.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import type { Business, OfferedService } from '../business/business.ts';
import { type BookedStart, confirmedStarts } from '../store/bookings/daily-counts.ts';
import type { Db } from '../store/schema/schema.ts';
import { type BusyTimes, readBusyTimes } from './busy-times.ts';
import { type FreeStart, freeStarts } from './free-starts.ts';
import { type LocalDay, LocalDays } from './local-days.ts';
import { bookableRange } from './notice.ts';

interface AvailabilityQuery {
  business: Business;
  service: OfferedService;
  /** Length of the appointment without buffers. */
  lengthMs: number;
  /** People who are considered, in the order of their ids: all who perform the service, or one. */
  staffIds: readonly string[];
  /** Starts from `start`, inclusive, to `end`, exclusive, in epoch milliseconds. */
  window: Interval;
  now: number;
  /** The contact whose limit counts, if it is known who asks. */
  contactId?: string | undefined;
  /** A booking that is to be moved, which does not block its own time. */
  excludedBookingId?: string | undefined;
}

/** What an answer depends on, besides the business. */
interface Schedule extends BusyTimes {
  /** The part of the window that notice and booking window leave. */
  window: Interval;
  /** Days on which the rules allow no more bookings, in order. */
  fullDays: readonly LocalDay[];
  days: LocalDays;
}

/** Limit of start times: beyond it the end of a booking could need a five-digit year, which ISO 8601 does not allow. */
export const MAX_START_MS = Date.UTC(9999, 0);

/** Reads what `findFreeStarts` needs from the database: short enough for a transaction, which the computation is not. */
export async function readSchedule(db: Db, query: AvailabilityQuery): Promise<Schedule> {
  const { business, service, lengthMs, staffIds, excludedBookingId } = query;
  const days = new LocalDays(business.team.time_zone);
  const { earliest, latest } = bookableRange(business, service, query.now);
  // The booking window includes its last instant.
  const window = {
    start: Math.max(query.window.start, earliest, query.now + 1),
    end: Math.min(query.window.end, latest + 1, MAX_START_MS),
  };
  if (window.start >= window.end || staffIds.length === 0)
    return { window, busy: new Map(), outdated: [], fullDays: [], days };
  const around = { start: window.start - DAY_MS, end: window.end + lengthMs + DAY_MS };
  return {
    window,
    ...(await readBusyTimes(db, business, staffIds, { ...around, excludedBookingId }, query.now)),
    fullDays: await readFullDays(db, query, days, window),
    days,
  };
}

/** The start times at which a service can be booked by every rule of the business, in order. Computes in slices. */
export async function findFreeStarts(query: AvailabilityQuery, schedule: Schedule): Promise<FreeStart[]> {
  const { window } = schedule;
  return window.start < window.end ? inSlices(freeStarts({ ...query, ...schedule })) : [];
}

/** How far ahead of the wanted start the next possible one is searched: most searches end on the first day. */
const SEARCHED_DAYS = [1, 6, 21, 56, 84];

/** The first start from `from` on at which the service can be booked; undefined if there is none within half a year. */
export async function nextFreeStart(
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  query: Omit<AvailabilityQuery, 'window'>,
  from: number,
): Promise<number | undefined> {
  let start = from;
  for (const days of SEARCHED_DAYS) {
    const part = { ...query, window: { start, end: start + days * DAY_MS } };
    const [first] = await findFreeStarts(part, await read((db) => readSchedule(db, part)));
    if (first) return first.start;
    start = part.window.end;
  }
  return undefined;
}

/** The days of a window on which the business, or the customer, may have no more bookings. */
async function readFullDays(
  db: Db,
  { business: { rules, team }, contactId, excludedBookingId }: AvailabilityQuery,
  days: LocalDays,
  window: Interval,
): Promise<LocalDay[]> {
  const { max_per_day: perDay = Number.POSITIVE_INFINITY } = rules;
  const perCustomer =
    (contactId === undefined ? undefined : rules.max_per_customer_and_day) ?? Number.POSITIVE_INFINITY;
  if (!Number.isFinite(Math.min(perDay, perCustomer))) return [];
  const whole = { start: days.at(window.start).start, end: days.at(window.end).end };
  const booked = await confirmedStarts(db, team.id, { ...whole, excludedBookingId });
  const full: LocalDay[] = [];
  let next = 0;
  for (const day of days.between(whole.start, whole.end - 1)) {
    let [all, own] = [0, 0];
    for (; next < booked.length && (booked[next] as BookedStart).start_time < day.end; next++) {
      all++;
      if (booked[next]?.contact_id === contactId) own++;
    }
    if (all >= perDay || own >= perCustomer) full.push(day);
  }
  return full;
}
