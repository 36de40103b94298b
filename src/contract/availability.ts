import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { id, knownValues, label, ofExtension, timestamp, utcTime, word } from './fields.ts';
import { defineResource, type RecordOf } from './resource.ts';

/** Longest window of one question about availability, in days. */
export const MAX_AVAILABILITY_DAYS = 92;

/** Query of `GET /v1/availability`: extension `availability`. */
export const availabilityQuerySchema = memoize(() =>
  z.strictObject({
    service_id: id(),
    staff_id: id().optional().describe('Only this person; default: everybody who performs the service'),
    from: utcTime().describe('First start time, inclusive'),
    to: utcTime().describe('End of the start times, exclusive; at most 92 days after `from`'),
    exclude_booking_id: id()
      .optional()
      .describe('A booking to be moved: it does not block its own time, and keeps its length'),
    use_service_duration: z
      .enum(['true', 'false'])
      .optional()
      .describe('Take the duration of the service')
      .meta(ofExtension('service_duration')),
  }),
);
export type AvailabilityQuery = z.infer<ReturnType<typeof availabilityQuerySchema>>;

/** Start times from `from` to `to`, both included, at the distance of `slot_interval_minutes`. */
const freeRangeSchema = memoize(() =>
  z.object({
    from: timestamp(),
    to: timestamp(),
    staff_ids: z.array(id()).describe('Who could take each of them'),
  }),
);

/** Days on which the business is closed. */
export const closureRecordSchema = memoize(() =>
  z.object({ from: z.iso.date(), to: z.iso.date(), reason: label().nullable() }),
);

/** A person whose private calendar is not up to date. */
export const calendarNoteSchema = memoize(() =>
  z.object({
    staff_id: id(),
    state: word()
      .meta(knownValues('stale', 'unknown'))
      .describe(
        '`stale`: its last copy counts. `unknown`: there is none of the last day, so that the person may be busy',
      ),
    as_of: timestamp().nullable().describe('Time of the copy'),
  }),
);

export type CalendarNote = z.infer<ReturnType<typeof calendarNoteSchema>>;

/** When a service can be booked. */
export const Availability = defineResource({
  kind: 'availability',
  documented: () => ({}),
  chosen: () => ({
    service_id: id(),
    time_zone: word().describe('IANA time zone of the business'),
    duration_minutes: z
      .number()
      .positive()
      .describe('Length of the appointment: that of the service, or of the booking that is moved and stays one of it'),
    slot_interval_minutes: z.number().positive(),
    free: z.array(freeRangeSchema()).describe('In order'),
    earliest_start_time: timestamp().nullable().describe('Earliest start by the minimum notice; null: no limit'),
    latest_start_time: timestamp().nullable().describe('Latest start by the booking window; null: no limit'),
    closures: z.array(closureRecordSchema()).describe('Closures that touch the window'),
    full_days: z.array(z.iso.date()).describe('Dates on which the limit of bookings a day is reached'),
    calendars: z.array(calendarNoteSchema()),
  }),
});
export type Availability = RecordOf<typeof Availability>;
