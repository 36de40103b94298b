import type { Db } from './schema.ts';

/** Ids of the staff members who perform a service, in ascending order. */
export async function staffOfService(db: Db, serviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('service_staff')
    .select('staff_id')
    .where('service_id', '=', serviceId)
    .orderBy('staff_id')
    .execute();
  return rows.map((row) => row.staff_id);
}

/** The time range of a booking to be made, in epoch milliseconds. `excludedBookingId` is a booking to ignore. */
export interface Slot {
  start: number;
  end: number;
  excludedBookingId?: string | undefined;
}

/** True if a staff member has no confirmed booking in the slot. Advisory: the database constraint prevents overlaps. */
export async function isAvailable(db: Db, staffId: string, slot: Slot): Promise<boolean> {
  // Bookings of one person never overlap, so only the last one that starts before the slot's end can overlap it.
  const last = await db
    .selectFrom('bookings')
    .select('end_time')
    .where('staff_id', '=', staffId)
    .where('status', '=', 'confirmed')
    .where('start_time', '<', slot.end)
    .where('id', '!=', slot.excludedBookingId ?? '')
    .orderBy('start_time', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last === undefined || last.end_time <= slot.start;
}

const HALF_DAY_MS = 12 * 60 * 60 * 1000;

/** Counts the confirmed bookings of a staff member within twelve hours of the slot's start. */
export async function workload(db: Db, staffId: string, slot: Slot): Promise<number> {
  const row = await db
    .selectFrom('bookings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('staff_id', '=', staffId)
    .where('status', '=', 'confirmed')
    .where('start_time', '>', slot.start - HALF_DAY_MS)
    .where('start_time', '<', slot.start + HALF_DAY_MS)
    .where('id', '!=', slot.excludedBookingId ?? '')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
