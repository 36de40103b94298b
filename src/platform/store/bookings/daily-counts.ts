import { sql } from 'kysely';
import { nextSlice } from '../../../lib/concurrency/slices.ts';
import { WEEK_MS } from '../../../lib/time/units.ts';
import type { Condition } from '../engine.ts';
import type { BookingRow, Db } from '../schema/schema.ts';
import type { Slot } from '../staff/staff.ts';

/** When a booking starts, and whose it is. */
export type BookedStart = Pick<BookingRow, 'start_time' | 'contact_id'>;

const PART_MS = WEEK_MS;

/** A team's confirmed bookings that start in a window, in order. */
export async function confirmedStarts(db: Db, teamId: string, window: Slot): Promise<BookedStart[]> {
  const found: BookedStart[] = [];
  for (let { start } = window; start < window.end; start += PART_MS) {
    // In parts, because SQLite answers without a turn of the event loop.
    if (start > window.start) await nextSlice();
    found.push(...(await readStarts(db, teamId, { ...window, start, end: Math.min(start + PART_MS, window.end) })));
  }
  return found;
}

const readStarts = (db: Db, teamId: string, window: Slot): Promise<BookedStart[]> =>
  db
    .selectFrom('bookings')
    .select(['start_time', 'contact_id'])
    .where('team_id', '=', teamId)
    .where('start_time', '>=', window.start)
    .where('start_time', '<', window.end)
    .where('status', '=', 'confirmed')
    .where('id', '!=', window.excludedBookingId ?? '')
    .orderBy('start_time')
    .execute();

/** Whose bookings are counted: a team's or a contact's. */
export interface Counted {
  column: 'team_id' | 'contact_id';
  id: string;
}

/** Counts the confirmed bookings of a team or a contact that start in a window. */
export async function countStarting(db: Db, counted: Counted, window: Slot): Promise<number> {
  const row = await countQuery(db, counted, window).executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The condition that as many bookings start in a window as a limit allows, or that fewer do. */
export function limitCondition(
  db: Db,
  counted: Counted,
  window: Slot,
  { max, isReached }: { max: number; isReached: boolean },
): Condition {
  const count = countQuery(db, counted, window);
  return isReached ? sql<boolean>`${count} >= ${max}` : sql<boolean>`${count} < ${max}`;
}

const countQuery = (db: Db, { column, id }: Counted, window: Slot) =>
  db
    .selectFrom('bookings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(column, '=', id)
    .where('start_time', '>=', window.start)
    .where('start_time', '<', window.end)
    .where('status', '=', 'confirmed')
    .where('id', '!=', window.excludedBookingId ?? '');
