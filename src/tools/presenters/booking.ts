import * as z from 'zod';
import { type Booking, email, freeText, label, personName, phone, type Read } from '../../contract/index.ts';
import { recordShape } from '../core/record-kinds.ts';
import type { ToolTime } from '../core/times.ts';
import type { Written } from '../idempotency/written.ts';
import { omitNullish, provenance, provenanceOf } from './record.ts';

/** A booking in answers: flat, with times in UTC and in the zone of the business. */
export const bookingShape = () =>
  recordShape('booking', {
    id: z.string().optional(),
    service_id: z.string().optional(),
    service_name: label().optional(),
    status: z.string().optional(),
    weekday: z.string().optional(),
    start_time: z.string().optional().describe('UTC'),
    start_local: z.string().optional(),
    end_time: z.string().optional().describe('UTC'),
    end_local: z.string().optional(),
    contact_name: personName().optional(),
    contact_email: email().optional(),
    contact_phone: phone().optional(),
    contact_id: z.string().optional(),
    staff_id: z.string().optional(),
    staff_name: label().optional(),
    overrides: z
      .array(z.object({ rule: z.string(), by: label() }))
      .optional()
      .describe('Rules that it breaks on purpose, and who decided'),
    notes: freeText().optional(),
    call_reference: label().optional(),
    updated_at: z.string().optional().describe('UTC'),
  });

/** A booking in a list of bookings. */
export const listedBookingShape = () =>
  recordShape('booking', {
    ...bookingShape().shape,
    private_calendar_busy: z.array(z.string()).optional(),
  });

export type BookingShape = z.infer<ReturnType<typeof bookingShape>>;

const ROW = [
  'id',
  'service_name',
  'status',
  'weekday',
  'start_local',
  'end_local',
  'contact_name',
  'contact_id',
  'staff_name',
] as const;

/**
 * Returns what identifies a booking in a list. Times are local only, unless the platform's text is no instant.
 * @param all the bookings of the list: where another person among them has the same name, `staff_id` tells them apart.
 */
export function briefBooking(booking: BookingShape, all: readonly BookingShape[]): BookingShape {
  const { staff_id: id, staff_name: name } = booking;
  const isShared = all.some((other) => other.staff_name === name && other.staff_id !== id);
  return omitNullish({
    ...Object.fromEntries(ROW.map((name) => [name, booking[name]])),
    service_id: booking.service_name === undefined ? booking.service_id : undefined,
    staff_id: isShared && name !== undefined ? id : undefined,
    start_time: booking.start_local === undefined ? booking.start_time : undefined,
  });
}

export const bookingOutput = () =>
  z.object({
    booking: bookingShape(),
    time_zone: z.string(),
    note: z.string().optional(),
    ...provenance(),
  });

export function presentBooking({ fields }: Read<typeof Booking>, time: ToolTime): BookingShape {
  const start = fields.start_time ? time.describe(fields.start_time) : undefined;
  const end = fields.end_time ? time.describe(fields.end_time) : undefined;
  return omitNullish({
    id: fields.id,
    service_id: fields.service_id,
    service_name: fields.service_name,
    status: fields.status,
    weekday: start?.weekday,
    start_time: start?.utc ?? fields.start_time,
    start_local: start?.local,
    end_time: end?.utc ?? fields.end_time,
    end_local: end?.local,
    contact_name: fields.contact?.name,
    contact_email: fields.contact?.email,
    contact_phone: fields.contact?.phone,
    contact_id: fields.contact_id,
    staff_id: fields.staff_id,
    staff_name: fields.staff_name,
    overrides: fields.overrides?.length ? fields.overrides : undefined,
    // An empty text contains no information.
    notes: fields.notes || undefined,
    call_reference: fields.call_reference,
    updated_at: fields.updated_at,
  });
}

export function bookingAnswer(
  { result, note }: Written<Read<typeof Booking>>,
  time: ToolTime,
): z.input<ReturnType<typeof bookingOutput>> {
  return { booking: presentBooking(result, time), time_zone: time.zone, note, ...provenanceOf(result) };
}

/** A booking with the times at which the private calendar of its staff member is busy (ISO 8601 intervals). */
export type WithPrivateBusy<B> = B & { private_calendar_busy?: string[] };
