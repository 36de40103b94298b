import { forEachInSlices } from '../../lib/slices.ts';
import { LocalDays } from '../availability/local-days.ts';
import { closureDuring, worksThroughout } from '../availability/working-hours.ts';
import type { NamedBooking } from '../store/bookings.ts';
import type { Db } from '../store/schema.ts';
import type { Business } from './business.ts';

/** Why a booking that exists does not fit the business as it is to be. */
export type MisfitReason = 'closed' | 'outside_hours' | 'staff_unavailable' | 'not_performed' | 'service_unavailable';

/** What a plan says of a booking, and what decides whether it fits. */
type AffectedBooking = Pick<
  NamedBooking,
  'id' | 'start_time' | 'end_time' | 'service_id' | 'staff_id' | 'contact_name' | 'service_name' | 'staff_name'
>;

export interface Misfit {
  booking: AffectedBooking;
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

/** Bookings that are read at once: reading more would keep other callers waiting. */
const PAGE_SIZE = 250;

/** The confirmed bookings that start after `now`, by start and id, in pages: they can be many. */
async function* bookingsAhead(db: Db, teamId: string, now: number): AsyncGenerator<AffectedBooking[]> {
  // Times are whole milliseconds, and no id is empty.
  for (let last = { start_time: now + 1, id: '' }; ; ) {
    const { start_time, id } = last;
    const page = await db
      .selectFrom('bookings')
      .innerJoin('services', 'services.id', 'bookings.service_id')
      .innerJoin('staff', 'staff.id', 'bookings.staff_id')
      .select(['bookings.id', 'bookings.start_time', 'bookings.end_time', 'bookings.service_id', 'bookings.staff_id'])
      .select(['bookings.contact_name', 'services.name as service_name', 'staff.name as staff_name'])
      .where('bookings.team_id', '=', teamId)
      .where('bookings.status', '=', 'confirmed')
      .where('bookings.start_time', '>=', start_time)
      .where((eb) => eb.or([eb('bookings.start_time', '>', start_time), eb('bookings.id', '>', id)]))
      .orderBy('bookings.start_time')
      .orderBy('bookings.id')
      .limit(PAGE_SIZE)
      .execute();
    yield page;
    const end = page.at(-1);
    if (!end || page.length < PAGE_SIZE) return;
    last = end;
  }
}

function misfitReason(business: Business, days: LocalDays, booking: AffectedBooking): MisfitReason | undefined {
  const service = business.services.get(booking.service_id);
  const member = business.staff.get(booking.staff_id);
  if (service?.row.active !== 1) return 'service_unavailable';
  if (member?.row.active !== 1) return 'staff_unavailable';
  if (!service.staffIds.includes(member.row.id)) return 'not_performed';
  const slot = { start: booking.start_time, end: booking.end_time };
  if (closureDuring(business, days, slot)) return 'closed';
  return worksThroughout(business, member, days, slot) ? undefined : 'outside_hours';
}
