import { forEachInSlices } from '../../lib/slices.ts';
import { LocalDays } from '../availability/local-days.ts';
import { closureDuring, worksThroughout } from '../availability/working-hours.ts';
import { type NamedBooking, selectNamed } from '../store/bookings.ts';
import type { Db } from '../store/schema.ts';
import type { Business } from './business.ts';

/** Why a booking that exists does not fit the business as it is to be. */
export type MisfitReason = 'closed' | 'outside_hours' | 'staff_unavailable' | 'not_performed' | 'service_unavailable';

export interface Misfit {
  booking: NamedBooking;
  reason: MisfitReason;
}

/** The confirmed bookings ahead that fit a business before a change and no longer after it, by start. */
export async function findMisfits(db: Db, before: Business, after: Business, now: number): Promise<Misfit[]> {
  const [daysBefore, daysAfter] = [new LocalDays(before.team.time_zone), new LocalDays(after.team.time_zone)];
  const found: Misfit[] = [];
  for await (const bookings of bookingsAhead(db, after.team.id, now)) {
    await forEachInSlices(bookings, (booking) => {
      const reason = misfitReason(after, daysAfter, booking);
      // What did not fit before, such as a deliberate exception, is no consequence of the change.
      if (reason && !misfitReason(before, daysBefore, booking)) found.push({ booking, reason });
    });
  }
  return found;
}

const DAY_MS = 24 * 60 * 60_000;

/** The confirmed bookings that start after `now`, by start: those of 24 hours at a time, because they can be many. */
async function* bookingsAhead(db: Db, teamId: string, now: number): AsyncGenerator<NamedBooking[]> {
  for (let after = now; ; ) {
    const next = await db
      .selectFrom('bookings')
      .select('start_time')
      .where('team_id', '=', teamId)
      .where('start_time', '>', after)
      .orderBy('start_time')
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    const last = next.start_time + DAY_MS;
    yield await selectNamed(db)
      .where('bookings.team_id', '=', teamId)
      .where('bookings.start_time', '>', after)
      .where('bookings.start_time', '<=', last)
      .where('bookings.status', '=', 'confirmed')
      .orderBy('bookings.start_time')
      .execute();
    after = last;
  }
}

function misfitReason(business: Business, days: LocalDays, booking: NamedBooking): MisfitReason | undefined {
  const service = business.services.get(booking.service_id);
  const member = business.staff.get(booking.staff_id);
  if (service?.row.active !== 1) return 'service_unavailable';
  if (member?.row.active !== 1) return 'staff_unavailable';
  if (!service.staffIds.includes(member.row.id)) return 'not_performed';
  const slot = { start: booking.start_time, end: booking.end_time };
  if (closureDuring(business, days, slot)) return 'closed';
  return worksThroughout(business, member, days, slot) ? undefined : 'outside_hours';
}
