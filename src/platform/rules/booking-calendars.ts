import type { CalendarNote } from '../../contract/index.ts';
import { calendarNote, readOutdatedCalendars } from '../availability/busy-times.ts';
import type { NamedBooking } from '../store/bookings/bookings.ts';
import type { Db } from '../store/schema/schema.ts';
import type { ChangedBooking } from './booking-body.ts';
import type { BookingContext } from './booking-context.ts';

/**
 * The private calendar of the staff member of a booking, if it is not up to date: for the response to a change that states
 * the time, the service, its duration or the staff member that the booking has already. Undefined for other changes.
 */
export async function statedCalendars(
  db: Db,
  { staff_id, start_time: startTime, busy_start: start, busy_end: end }: NamedBooking,
  body: ChangedBooking,
  { now, business }: Pick<BookingContext, 'now' | 'business'>,
): Promise<CalendarNote[] | undefined> {
  const { start_time: stated, service_id, staff_id: person, use_service_duration: takesDuration } = body;
  const isStated = stated !== undefined || service_id !== undefined || person !== undefined || takesDuration;
  if (!isStated) return undefined;
  if (startTime <= now) return [];
  return (await readOutdatedCalendars(db, business, [staff_id], { start, end }, now)).map(calendarNote);
}
