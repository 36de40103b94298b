import { ApiError } from '../../api/index.ts';
import type { Booking, Read } from '../../contract/index.ts';
import { readCallerNumber } from '../../lib/caller-number.ts';
import { compareText } from '../../lib/text-order.ts';
import { epochMs, type Interval } from '../../lib/time/intervals.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import { isCancelled, isRejected } from '../idempotency/bookings.ts';
import { visitBookingsOf } from '../search/bookings-of-person.ts';
import { readServices } from './catalogue.ts';
import type { Office } from './office.ts';
import { spokenLabel } from './speech.ts';

/** Appointments in one sentence. */
export const MAX_SPOKEN_APPOINTMENTS = 5;
/** Length of an appointment that neither it nor its service states, as `create_booking` of other profiles assumes. */
const ASSUMED_MS = 30 * MINUTE_MS;

/** An appointment ahead of the caller. */
export interface OwnAppointment extends Interval {
  id: string;
  serviceId: string | undefined;
  /** Names of the business; undefined if unknown. */
  service: string | undefined;
  staff: string | undefined;
  contactName: string;
  contactId: string | undefined;
}

/**
 * Reads the appointments ahead whose contact has the caller's number, the earliest first, then by service and staff. Empty without a number.
 * @throws ApiError if the list cannot be read completely: an appointment of the caller might be missing.
 */
export async function readOwnAppointments({ context, caller, now }: Office): Promise<OwnAppointment[]> {
  const { phone } = caller;
  if (phone === null) return [];
  const own: OwnAppointment[] = [];
  const visit = (read: Read<typeof Booking>) => {
    const start = epochMs(read.fields.start_time);
    if (start === undefined || start <= now || !read.fields.id || isCancelled(read) || isRejected(read)) return;
    // As strict as for the caller: a number with an extension, or within other text, is not only the caller's.
    if (readCallerNumber(read.fields.contact?.phone, context.settings.defaultCountry) === phone)
      own.push(appointmentOf(read, read.fields.id, start));
  };
  const from = new Date(now).toISOString();
  const complete = await visitBookingsOf({ phone }, { from }, { visit, signal: context.signal }, context);
  if (!complete) throw new ApiError({ kind: 'invalid_response', endpoint: 'listBookings', changed: 'no' });
  // Of two at the same time, the same one always comes first: platforms list them in any order.
  return own.sort((a, b) => a.start - b.start || compareText(wordsOf(a), wordsOf(b)));
}

const wordsOf = ({ service = '', staff = '' }: OwnAppointment) => `${service} ${staff}`;

function appointmentOf({ fields }: Read<typeof Booking>, id: string, start: number): OwnAppointment {
  const end = epochMs(fields.end_time);
  return {
    id,
    start,
    end: end !== undefined && end > start ? end : start + ASSUMED_MS,
    serviceId: fields.service_id ?? undefined,
    service: fields.service_name ? spokenLabel(fields.service_name) : undefined,
    staff: fields.staff_name ? spokenLabel(fields.staff_name) : undefined,
    contactName: fields.contact?.name ?? '',
    contactId: fields.contact_id ?? undefined,
  };
}

/** Adds names of services that the platform does not show with bookings. */
export async function withServiceNames(own: readonly OwnAppointment[], office: Office): Promise<OwnAppointment[]> {
  if (own.every(({ service }) => service !== undefined)) return [...own];
  const services = await readServices(office);
  return own.map((one) => ({ ...one, service: one.service ?? services.find(({ id }) => id === one.serviceId)?.name }));
}

/** Says an appointment: `Cleaning with Dana Lee on Tuesday the 24th at 9:00`. */
export function sayAppointment(
  { service, staff, start }: Pick<OwnAppointment, 'service' | 'staff' | 'start'>,
  { speech, local, today }: Office,
): string {
  const { date, minute } = local(start);
  return speech.phrases.appointment({ service, staff, day: speech.day(date, today), time: speech.time(minute) });
}

/** Says the first appointments. */
export const sayAppointments = (own: readonly OwnAppointment[], office: Office): string[] =>
  own.slice(0, MAX_SPOKEN_APPOINTMENTS).map((one) => sayAppointment(one, office));

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns the one appointment that the caller means, or the sentence that asks for it.
 * @param text local date and time of its start, or its date; undefined if the caller has only one.
 * Rejects with a `ToolError` if the text is no date or time.
 */
export async function chooseAppointment(
  text: string | undefined,
  own: readonly OwnAppointment[],
  office: Office,
): Promise<{ found: OwnAppointment } | { spoken: string }> {
  const { phrases } = office.speech;
  if (own.length === 0) return { spoken: phrases.noAppointments };
  const meant = text === undefined ? own : own.filter(await startsAt(text, office));
  const [found, ...others] = meant;
  if (!found) return { spoken: phrases.otherAppointments(sayAppointments(own, office)) };
  return others.length === 0 ? { found } : { spoken: phrases.whichAppointment(sayAppointments(meant, office)) };
}

async function startsAt(text: string, office: Office): Promise<(one: OwnAppointment) => boolean> {
  if (DATE.test(text.trim())) {
    const day = await office.dayOf(text.trim());
    return ({ start }) => day.start <= start && start < day.end;
  }
  const instant = await office.instant(text);
  return ({ start }) => Math.abs(start - instant) < MINUTE_MS;
}
