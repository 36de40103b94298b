import { bookingEvent, sequenceAt } from '../../contract/booking-event.ts';
import { calendarText, eventText } from '../../lib/icalendar/calendar.ts';
import type { Booking } from '../components/agenda/types.ts';

/** The name and media type of the file (RFC 5545, 8.1). */
export const BOOKING_FILE = { name: 'appointment.ics', type: 'text/calendar' } as const;

/**
 * Returns an appointment as an iCalendar file with one event, to add to a calendar. A later file of the same appointment
 * replaces the event. Undefined if it is not known when the appointment is.
 * @param now epoch milliseconds, for platforms that do not state when a booking was changed.
 */
export function bookingFile(booking: Booking, now: number): string | undefined {
  const {
    id,
    service = 'Appointment',
    staff,
    name,
    phone,
    email,
    notes,
    isOff,
    isEndKnown,
    start,
    end,
    updatedAt,
  } = booking;
  if (Number.isNaN(start)) return undefined;
  const changed = Date.parse(updatedAt ?? '');
  const modifiedAt = Number.isNaN(changed) ? now : changed;
  const event = bookingEvent(
    {
      id: id ?? String(start),
      serviceName: service,
      staffName: staff,
      contactName: name,
      contactPhone: phone,
      contactEmail: email,
      notes,
      isCancelled: isOff,
      start,
      end: isEndKnown ? end : undefined,
      modifiedAt,
      sequence: sequenceAt(modifiedAt),
    },
    { isMasked: false, showsStaff: true },
  );
  return calendarText(undefined, [eventText(event)]);
}
