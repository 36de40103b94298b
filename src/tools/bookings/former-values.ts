import * as z from 'zod';
import {
  type Booking,
  type CreateBooking,
  email,
  freeText,
  isNoShowStatus,
  label,
  personName,
  phone,
  type Read,
} from '../../contract/index.ts';
import { quoted, say } from '../../lib/text/sentence.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import { recordShape } from '../core/record-kinds.ts';
import type { ToolTime } from '../core/times.ts';
import type { Updated } from '../idempotency/concurrent-update.ts';
import { sentence } from '../output/sentence.ts';
import { bookingOutput } from '../presenters/booking.ts';
import { bookingTime, localStart } from '../presenters/booking-time.ts';
import { omitNullish } from '../presenters/record.ts';

/** The changed fields of a booking as they were. Null: the field was empty. */
const formerShape = () =>
  recordShape('booking', {
    weekday: z.string().optional(),
    start_local: z.string().optional(),
    end_local: z.string().optional(),
    service_name: label().optional(),
    service_id: z.string().optional(),
    staff_name: label().optional(),
    staff_id: z.string().optional(),
    status: z.string().optional(),
    contact_id: z.string().optional(),
    contact_name: personName().nullable().optional(),
    contact_email: email().nullable().optional(),
    contact_phone: phone().nullable().optional(),
    notes: freeText().nullable().optional(),
  });
type FormerValues = z.infer<ReturnType<typeof formerShape>>;

export const updatedBookingOutput = () =>
  bookingOutput().extend({
    note: sentence().optional(),
    before: formerShape().optional().describe('Former values of the changed fields; none if nothing was changed'),
  });

/**
 * Returns the former values of the fields that an update changed. Undefined if the booking was not read before it, or does not
 * show whether anything was changed.
 * @param requested what was sent, for fields that the platform's answer does not have.
 */
export function formerValues(
  { before, result }: Updated<Read<typeof Booking>>,
  requested: CreateBooking,
  time: ToolTime,
): FormerValues | undefined {
  if (!before) return undefined;
  const was = before.fields;
  const is = { ...requested, ...omitNullish(result.fields) };
  const contact = { ...requested.contact, ...result.fields.contact };
  const isOther = (one: string | null | undefined, other: string | null | undefined) =>
    Boolean(one) && Boolean(other) && one !== other;
  const start = was.start_time ? time.describe(was.start_time) : undefined;
  const values = {
    ...(isOther(utcInstant(was.start_time), utcInstant(is.start_time))
      ? { weekday: start?.weekday, start_local: start?.local }
      : {}),
    ...(requested.use_service_duration && isOther(utcInstant(was.end_time), utcInstant(is.end_time))
      ? { end_local: time.describe(was.end_time as string)?.local }
      : {}),
    ...(isOther(was.service_id, is.service_id) ? named('service', was.service_name, was.service_id) : {}),
    ...(isOther(was.staff_id, is.staff_id) ? named('staff', was.staff_name, was.staff_id) : {}),
    ...(isOther(was.status, is.status) ? { status: was.status ?? undefined } : {}),
    ...(isOther(was.contact_id, is.contact_id) ? { contact_id: was.contact_id ?? undefined } : {}),
    ...formerText('contact_name', was.contact?.name, contact.name),
    ...formerText('contact_email', was.contact?.email, contact.email),
    ...formerText('contact_phone', was.contact?.phone, contact.phone),
    ...formerText('notes', was.notes, is.notes),
  };
  return Object.keys(values).length > 0 || shows(was, requested) ? values : undefined;
}

/** True if a booking has the requested fields, so that a change of them can be seen. */
const shows = (was: Read<typeof Booking>['fields'], requested: CreateBooking) =>
  [
    [requested.start_time, was.start_time],
    [requested.service_id, was.service_id],
    [requested.use_service_duration, was.end_time],
    [requested.staff_id, was.staff_id],
    [requested.status, was.status],
    [requested.contact?.id, was.contact_id],
  ].every(([wanted, shown]) => !wanted || shown);

type Text = string | null | undefined;

/** Names a record as it was, or gives its id if the platform sends no name. */
const named = (kind: 'service' | 'staff', name: Text, id: Text): FormerValues =>
  name ? { [`${kind}_name`]: name } : { [`${kind}_id`]: id };

/** Absent now: the platform did not send it. Null and an empty text are the same. */
const formerText = (field: string, was: Text, is: Text): FormerValues =>
  is === undefined || (was || null) === (is || null) ? {} : { [field]: was || null };

/**
 * States a move with both times, another service or person by name, and a no-show: the user may have asked for one of them alone,
 * and what else changed follows from it.
 */
export function updateSummary(output: z.output<ReturnType<typeof updatedBookingOutput>>): string {
  const { before, booking, time_zone } = output;
  const now = bookingTime(output);
  if (!before) return `Changed: it is now on ${now}.`;
  if (Object.keys(before).length === 0) return `Nothing was changed: it is still on ${now}.`;
  const former = localStart(before, time_zone);
  const service = replaced(
    before.service_name ?? before.service_id,
    booking.service_name ?? booking.service_id,
    'another service',
  );
  const person = replaced(
    before.staff_name ?? before.staff_id,
    booking.staff_name ?? booking.staff_id,
    'another person',
  );
  const what = service ? say` to ${service}` : '';
  const who = person ? say`, and it is now with ${person}` : '';
  const attendance = attendanceSummary(before.status, booking.status, now);
  if (former) return joined(attendance, `Moved from ${former} to ${now}${what && `, and changed${what}`}${who}.`);
  if (attendance && !what && !who) return attendance;
  return joined(attendance, `Changed${what}${who}; it still starts on ${now}.`, endSummary(before, booking));
}

/** Says that a booking takes another length. */
const endSummary = ({ end_local: was }: FormerValues, { end_local: is }: { end_local?: string | undefined }) =>
  was && is ? `It ends at ${is.slice(11, 16)} instead of ${was.slice(11, 16)}.` : undefined;

const joined = (...sentences: readonly (string | undefined)[]) => sentences.filter(Boolean).join(' ');

const replaced = (was: string | undefined, is: string | undefined, other: string) =>
  was === undefined ? undefined : say`${quoted(is ?? other)} instead of ${quoted(was)}`;

/** Says that a no-show was recorded or undone. */
function attendanceSummary(was: string | undefined, is: string | undefined, now: string): string | undefined {
  if (was === undefined || is === undefined || isNoShowStatus(was) === isNoShowStatus(is)) return undefined;
  return isNoShowStatus(is)
    ? `Recorded as a no-show: the customer did not come on ${now}.`
    : `The booking on ${now} is no longer a no-show.`;
}
