import { nextSlice } from '../../../lib/concurrency/slices.ts';
import type { Interval } from '../../../lib/time/intervals.ts';
import { DAY_MS } from '../../../lib/time/units.ts';
import { prepared } from '../prepared.ts';
import type { Db } from '../schema/schema.ts';

/** A time range in which a booking is to be made, in epoch milliseconds. `excludedBookingId` is a booking to ignore. */
export interface Slot extends Interval {
  excludedBookingId?: string | undefined;
}

/** No booking takes longer from a person, in milliseconds: the business file limits durations and buffers. */
export const MAX_BUSY_MS = 4 * DAY_MS;

/**
 * The times that confirmed bookings take from each person, buffers included, in order. Bookings of one person never
 * overlap, so neither do these intervals.
 */
export async function busyIntervals(
  db: Db,
  staffIds: readonly string[],
  { start, end, excludedBookingId = '' }: Slot,
): Promise<Map<string, Interval[]>> {
  const busy = new Map<string, Interval[]>(staffIds.map((id) => [id, []]));
  for (let first = 0; first < staffIds.length; first += GROUP) {
    // SQLite answers without a turn of the event loop.
    if (first > 0) await nextSlice();
    const group = staffIds.slice(first, first + GROUP);
    // The lower bound lets the index skip the past.
    const rows = await selectBusy({
      staffIds: group,
      after: start - MAX_BUSY_MS,
      start,
      end,
      excludedBookingId,
    }).execute(db);
    for (const row of rows) busy.get(row.staff_id)?.push({ start: row.busy_start, end: row.busy_end });
  }
  return busy;
}

/** The booking of a person, without buffers. */
interface PersonBooking extends Interval {
  id: string;
  staffId: string;
}

/** The bookings of people that take place and start in a window, in the order of their starts. */
export async function bookingsOfPeople(
  db: Db,
  staffIds: readonly string[],
  window: Interval,
): Promise<PersonBooking[]> {
  const found: PersonBooking[] = [];
  for (let first = 0; first < staffIds.length; first += GROUP) {
    if (first > 0) await nextSlice();
    const rows = await db
      .selectFrom('bookings')
      .select(['id', 'staff_id as staffId', 'start_time as start', 'end_time as end'])
      .where('staff_id', 'in', staffIds.slice(first, first + GROUP))
      .where('status', '=', 'confirmed')
      .where('attendance', 'is', null)
      .where('busy_start', '>', window.start - MAX_BUSY_MS)
      .where('busy_start', '<', window.end)
      .where('start_time', '>=', window.start)
      .where('start_time', '<', window.end)
      .execute();
    found.push(...rows);
  }
  return found.sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
}

/** Whether all bookings that take time of a person between `start` and `end` are no-shows, which keep their time until they are cancelled. */
export async function isTakenByNoShows(
  db: Db,
  staffId: string,
  { start, end, excludedBookingId = '' }: Slot,
): Promise<boolean> {
  const rows = await db
    .selectFrom('bookings')
    .select('attendance')
    .where('staff_id', '=', staffId)
    .where('status', '=', 'confirmed')
    .where('busy_start', '>', start - MAX_BUSY_MS)
    .where('busy_start', '<', end)
    .where('busy_end', '>', start)
    .where('id', '!=', excludedBookingId)
    .execute();
  return rows.every(({ attendance }) => attendance !== null);
}

/** Finds a person of a team, also one who has left; undefined if there never was one with the id. */
export async function findPerson(db: Db, teamId: string, staffId: string) {
  return db
    .selectFrom('staff')
    .select(['name', 'archived_at'])
    .where('team_id', '=', teamId)
    .where('id', '=', staffId)
    .executeTakeFirst();
}

/** Bookings of people that take time between `start` and `end`, of those that begin after `after`. */
interface BusyWindow extends Interval {
  staffIds: readonly string[];
  after: number;
  excludedBookingId: string;
}

const selectBusy = prepared((db, { staffIds, after, start, end, excludedBookingId }: BusyWindow) =>
  db
    .selectFrom('bookings')
    .select(['staff_id', 'busy_start', 'busy_end'])
    .where('staff_id', 'in', staffIds)
    .where('status', '=', 'confirmed')
    .where('busy_start', '>', after)
    .where('busy_start', '<', end)
    .where('busy_end', '>', start)
    .where('id', '!=', excludedBookingId)
    .orderBy('staff_id')
    .orderBy('busy_start'),
);

/** People in one query: one answer must not hold the event loop, and the number of parameters is limited. */
const GROUP = 50;
const HALF_DAY_MS = DAY_MS / 2;

/** Counts the confirmed bookings of each person within twelve hours of the slot's start. */
export async function workloads(db: Db, staffIds: readonly string[], slot: Slot): Promise<Map<string, number>> {
  const rows = await countBookings({
    staffIds,
    after: slot.start - HALF_DAY_MS,
    before: slot.start + HALF_DAY_MS,
    excludedBookingId: slot.excludedBookingId ?? '',
  }).execute(db);
  return new Map(rows.map(({ staff_id, count }) => [staff_id, Number(count)]));
}

const countBookings = prepared(
  (
    db,
    {
      staffIds,
      after,
      before,
      excludedBookingId,
    }: { staffIds: readonly string[]; after: number; before: number; excludedBookingId: string },
  ) =>
    db
      .selectFrom('bookings')
      .select((eb) => ['staff_id', eb.fn.countAll<number>().as('count')])
      .where('staff_id', 'in', staffIds)
      .where('status', '=', 'confirmed')
      .where('busy_start', '>', after)
      .where('busy_start', '<', before)
      .where('id', '!=', excludedBookingId)
      .groupBy('staff_id'),
);
