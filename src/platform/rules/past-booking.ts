import type { Business } from '../business/business.ts';
import { invalid } from '../http/errors.ts';
import type { BookingRow, Db } from '../store/schema.ts';
import { busyIntervals } from '../store/staff.ts';

/**
 * Checks that a booking of the past can be recorded as that of another person, who took it in fact: no rule about hours, absences,
 * services or notice matters any more. One person still has no two bookings at a time.
 */
export async function checkPersonOfPast(
  db: Db,
  { id, busy_start: start, busy_end: end }: BookingRow,
  staffId: string,
  { staff }: Business,
): Promise<void> {
  const member = staff.get(staffId);
  if (!member) throw invalid('staff_id: there is no such staff member');
  const busy = await busyIntervals(db, [staffId], { start, end, excludedBookingId: id });
  if (busy.get(staffId)?.length) throw invalid(`staff_id: ${member.row.name} has another booking at that time`);
}
