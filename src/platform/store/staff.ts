import type { Db } from './schema.ts';

/** Members of staff who perform a service, by id. */
export async function staffOfService(db: Db, serviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('service_staff')
    .select('staff_id')
    .where('service_id', '=', serviceId)
    .orderBy('staff_id')
    .execute();
  return rows.map((row) => row.staff_id);
}

/** A time that somebody is to be booked for, epoch milliseconds; `except` is a booking that does not count. */
export interface Slot {
  start: number;
  end: number;
  except?: string | undefined;
}

/** Whether a member of staff has no confirmed booking in the slot. Decides nothing: the database refuses overlaps. */
export async function isFree(db: Db, staffId: string, slot: Slot): Promise<boolean> {
  // Bookings of one person never overlap, so the last to begin before the slot's end is the only one to look at.
  const last = await db
    .selectFrom('bookings')
    .select('end_time')
    .where('staff_id', '=', staffId)
    .where('status', '=', 'confirmed')
    .where('start_time', '<', slot.end)
    .where('id', '!=', slot.except ?? '')
    .orderBy('start_time', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last === undefined || last.end_time <= slot.start;
}

const HALF_DAY = 12 * 60 * 60 * 1000;

/** How many confirmed bookings a member of staff has within twelve hours of the slot's start. */
export async function workload(db: Db, staffId: string, slot: Slot): Promise<number> {
  const row = await db
    .selectFrom('bookings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('staff_id', '=', staffId)
    .where('status', '=', 'confirmed')
    .where('start_time', '>', slot.start - HALF_DAY)
    .where('start_time', '<', slot.start + HALF_DAY)
    .where('id', '!=', slot.except ?? '')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
