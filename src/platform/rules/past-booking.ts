import type { Business } from '../business/business.ts';
import { HttpError, invalid } from '../http/errors.ts';
import type { BookingRow, Db } from '../store/schema/schema.ts';
import { busyIntervals, findPerson, isTakenByNoShows } from '../store/staff/staff.ts';

/**
 * Checks that a booking of the past can be recorded as that of another person, who took it in fact: no rule about hours, absences,
 * services or notice matters any more. One person still has no two bookings at a time. Returns the name of the person, who may
 * have left the business since.
 */
export async function checkPersonOfPast(
  db: Db,
  { id, busy_start: start, busy_end: end }: BookingRow,
  staffId: string,
  { team, staff }: Business,
): Promise<string> {
  const name = staff.get(staffId)?.row.name ?? (await findPerson(db, team.id, staffId))?.name;
  if (name === undefined) throw invalid('staff_id: there is no such staff member');
  const slot = { start, end, excludedBookingId: id };
  const busy = await busyIntervals(db, [staffId], slot);
  if (!busy.get(staffId)?.length) return name;
  const isFreed = await isTakenByNoShows(db, staffId, slot);
  const advice = isFreed ? '. Its customer did not come: cancel it to free the time' : '';
  throw invalid(`staff_id: ${name} has another booking at that time${advice}`);
}

/** Refuses another time or service for a booking that has ended: it would leave the history of its customer. */
export function requireNotEnded({ end_time }: BookingRow, now: number): void {
  if (end_time > now) return;
  const message =
    'The booking has ended: its time and service cannot be changed. Make a new booking, and set the status of this one to no_show if its customer did not come';
  throw new HttpError(400, { error: 'booking_ended', message });
}
