import type { Interval } from '../../../lib/time/intervals.ts';
import { mergeIntervals } from '../../../lib/time/merge-intervals.ts';
import type { KnownBooking } from '../../rules/booking-import.ts';
import type { TimedBooking } from '../../rules/person-times.ts';
import type { Db } from '../schema/schema.ts';
import { MAX_BUSY_MS } from '../staff/staff.ts';

/** Reads those of these ids that are bookings of a team. */
export function bookingsWithIds(db: Db, teamId: string, ids: readonly string[]): Promise<KnownBooking[]> {
  return db
    .selectFrom('bookings')
    .select(['id', 'service_id', 'staff_id', 'start_time', 'end_time', 'status', 'attendance', 'contact_name'])
    .where('team_id', '=', teamId)
    .where('id', 'in', ids)
    .execute();
}

/** Reads the bookings of people that take place in any of these times, or take time next to them. */
export async function timedBookings(
  db: Db,
  staffIds: readonly string[],
  times: readonly Interval[],
): Promise<TimedBooking[]> {
  // PostgreSQL accepts no empty list.
  if (staffIds.length === 0) return [];
  // One statement for times that are near each other: rows of a file are often in the order of their days.
  const windows = mergeIntervals(
    times.map(({ start, end }) => ({ start: start - MAX_BUSY_MS, end: end + MAX_BUSY_MS })),
  );
  const pages = await Promise.all(
    windows.map(({ start, end }) =>
      db
        .selectFrom('bookings')
        .select(['id', 'service_id', 'staff_id', 'contact_id', 'contact_name'])
        .select(['start_time', 'end_time', 'busy_start', 'busy_end'])
        .where('staff_id', 'in', staffIds)
        .where('status', '=', 'confirmed')
        .where('busy_start', '>', start - MAX_BUSY_MS)
        .where('busy_start', '<', end)
        .where('busy_end', '>', start)
        .execute(),
    ),
  );
  return pages.flat();
}

/** Stores when bookings take time from their people. */
export async function updateBusyTimes(tx: Db, bookings: Iterable<TimedBooking>): Promise<void> {
  for (const { id, busy_start, busy_end } of bookings) {
    await tx.updateTable('bookings').set({ busy_start, busy_end }).where('id', '=', id).execute();
  }
}
