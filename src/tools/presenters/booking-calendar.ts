import { bookingEvent, sequenceAt } from '../../contract/index.ts';
import { epochMs } from '../../lib/time/intervals.ts';
import type { BookingShape } from './booking.ts';

/** The media type of iCalendar files (RFC 5545, 8.1). */
export const CALENDAR_TYPE = 'text/calendar';

/**
 * Returns a booking, as tools answer it, as an iCalendar file (RFC 5545) with one event, to add to a calendar. A later file of
 * the same booking replaces the event. Undefined if the platform does not state when the booking is.
 * @param now milliseconds since the epoch, for platforms that do not state when a booking was changed.
 */
export async function bookingCalendar(booking: BookingShape, now: number): Promise<string | undefined> {
  const start = epochMs(booking.start_time);
  if (start === undefined) return undefined;
  const { calendarText, eventText } = await import('../../lib/icalendar/calendar.ts');
  const end = epochMs(booking.end_time);
  const modifiedAt = epochMs(booking.updated_at) ?? now;
  const event = bookingEvent(
    {
      id: booking.id ?? String(start),
      serviceName: booking.service_name ?? 'Appointment',
      staffName: booking.staff_name,
      contactName: booking.contact_name,
      contactPhone: booking.contact_phone,
      contactEmail: booking.contact_email,
      notes: booking.notes,
      // Of a status that is not known, the time may be taken.
      isCancelled: /^cancell?ed$/i.test(booking.status ?? ''),
      start,
      end: end !== undefined && end > start ? end : undefined,
      modifiedAt,
      sequence: sequenceAt(modifiedAt),
    },
    { isMasked: false, showsStaff: true },
  );
  return calendarText(undefined, [eventText(event)]);
}
