import type { CalendarEvent } from '../lib/icalendar/calendar.ts';
import { cleanLine } from '../lib/text/text.ts';

/** What a calendar shows of a booking. Times are epoch milliseconds. */
export interface BookingFacts {
  id: string;
  serviceName: string;
  staffName?: string | undefined;
  contactName?: string | undefined;
  contactPhone?: string | undefined;
  contactEmail?: string | undefined;
  notes?: string | undefined;
  isCancelled: boolean;
  start: number;
  end?: number | undefined;
  createdAt?: number | undefined;
  modifiedAt: number;
  /** Rises with each change of the booking. */
  sequence: number;
}

interface BookingEventOptions {
  /** True: only the service and the initials of the customer. */
  isMasked: boolean;
  /** True: the title names the person who performs the service. */
  showsStaff: boolean;
}

/** The end of the `UID` of every booking; the rest is its id. */
export const BOOKING_UID_SUFFIX = '@rcpt-mcp';

/** Returns the id of the booking whose calendar event has a `UID`; undefined for the event of another program. */
export const bookingOfUid = (uid: string | undefined): string | undefined =>
  uid?.endsWith(BOOKING_UID_SUFFIX) ? uid.slice(0, -BOOKING_UID_SUFFIX.length) : undefined;

/** The start of the numbers of `sequenceAt`, which are smaller than 2^31. */
const SEQUENCE_EPOCH_MS = Date.UTC(2020, 0, 1);

/** The sequence of a booking whose changes are not counted, from the time of its last change in epoch milliseconds. */
export const sequenceAt = (modifiedAt: number): number =>
  Math.max(0, Math.floor((modifiedAt - SEQUENCE_EPOCH_MS) / 1_000));

/** Returns the calendar event of a booking. Its `uid` is the same in every calendar. */
export function bookingEvent(booking: BookingFacts, { isMasked, showsStaff }: BookingEventOptions): CalendarEvent {
  const { id, serviceName, staffName, contactName = '', isCancelled } = booking;
  const customer = isMasked ? initialsOf(contactName) : contactName;
  const staff = showsStaff && !isMasked && staffName ? ` (${staffName})` : '';
  // Some clients show cancelled events like all others.
  const prefix = isCancelled ? 'Cancelled: ' : '';
  const { start, end, createdAt, modifiedAt, sequence } = booking;
  return {
    uid: `${id}${BOOKING_UID_SUFFIX}`,
    summary: `${prefix}${serviceName}${customer ? `: ${customer}` : ''}${staff}`,
    description: isMasked ? undefined : detailsOf(booking),
    start,
    end,
    isCancelled,
    sequence,
    createdAt,
    modifiedAt,
  };
}

/** Each fact on lines of its own, notes last: their text may look like a fact. */
function detailsOf({ contactName, contactPhone, contactEmail, staffName, notes }: BookingFacts): string {
  const facts = [
    ['Customer', contactName],
    ['Phone', contactPhone],
    ['E-mail', contactEmail],
    ['With', staffName],
  ].flatMap(([label, value]) => (value ? [`${label}: ${cleanLine(value)}`] : []));
  return [...facts, ...(notes ? ['', 'Notes:', notes] : [])].join('\n').trim();
}

/** The first letter of a word, with its marks: a whole name, a number or an address does not fit. */
const FIRST_LETTER = /^\P{L}*?(\p{L}\p{M}{0,2})/u;
const MAX_INITIALS = 3;

/** Returns initials such as `N. B.`; the empty text for a name without letters. */
function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .flatMap((word) => FIRST_LETTER.exec(word)?.[1]?.toUpperCase() ?? [])
    .slice(0, MAX_INITIALS)
    .map((letter) => `${letter}.`)
    .join(' ');
}
