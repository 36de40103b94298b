import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { isTimeZone } from '../lib/text/locale.ts';
import { id, label, ofExtension, personName, phone, utcTime, word } from './fields.ts';
import { defineResource, type RecordOf } from './resource.ts';
import { bookingContactSchema } from './resources.ts';

/** What records can be grouped by, for each kind of them. */
export const SUMMARY_GROUPINGS = {
  bookings: ['day', 'week', 'month', 'weekday', 'hour', 'service', 'staff', 'status', 'customer'],
  calls: ['day', 'week', 'month', 'weekday', 'hour', 'status', 'outcome', 'direction', 'language', 'caller'],
} as const;

/** Groups in one summary. */
const MAX_SUMMARY_GROUPS = 200;
/** Longest value of a filter. */
const MAX_VALUE_LENGTH = 256;

const value = (description: string) => z.string().min(1).max(MAX_VALUE_LENGTH).optional().describe(description);
const reference = (description: string) => id().max(MAX_VALUE_LENGTH).optional().describe(description);

/** Query of `GET /v1/summary`: extension `activity_summary`. */
export const summaryQuerySchema = memoize(() =>
  z.strictObject({
    kind: z.enum(['bookings', 'calls']),
    from: utcTime().optional().describe('Earliest start, inclusive'),
    to: utcTime().optional().describe('End of the starts, exclusive'),
    time_zone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'must be an IANA time zone such as America/Denver')
      .optional()
      .describe('IANA time zone of days and hours; default: that of the business'),
    price_zone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'must be an IANA time zone such as America/Denver')
      .optional()
      .describe('IANA zone in which the days of prices begin; default: that of the business'),
    group_by: z
      .string()
      .regex(/^[a-z]+(,[a-z]+)?$/, 'must be one or two groups, separated by a comma')
      .optional()
      .describe(
        `One or two, separated by a comma. Bookings: ${SUMMARY_GROUPINGS.bookings.join(', ')}. Calls: ${SUMMARY_GROUPINGS.calls.join(', ')}`,
      ),
    service_id: reference('Bookings of a service'),
    staff_id: reference('Bookings of a person who works here'),
    contact_id: reference('Bookings or calls of a contact'),
    phone: value('With `contact_id`: also the calls without a contact from this number'),
    status: value('Bookings with a status, or with `active` those that take place; calls with a status or an outcome'),
    outcome: value('Calls with an outcome'),
    direction: value('Calls in a direction'),
    language: value('Calls in a language; `es` is also that of a call in `es-MX`'),
    order: z
      .enum(['count', 'value', 'seconds', 'key'])
      .optional()
      .describe(
        'Which groups are the first: those with the largest number (default `count`), or in the order of their keys',
      ),
    limit: z.coerce.number().int().min(1).max(MAX_SUMMARY_GROUPS).optional().describe('Number of groups; default 50'),
  }),
);
export type SummaryQuery = z.infer<ReturnType<typeof summaryQuerySchema>>;

const count = () => z.int().min(0);
/** Present only in summaries of one kind. */
const sums = () => ({
  count: count(),
  cancelled: count().optional().describe('Bookings that do not take place, of `count`'),
  no_shows: count()
    .optional()
    .meta(ofExtension('no_shows'))
    .describe('Bookings whose customer did not come, of `count`'),
  services: z
    .array(
      z.object({
        service_id: id(),
        price_cents: z
          .int()
          .min(0)
          .optional()
          .describe('Price of the service on the day of these bookings; absent: that of today'),
        count: count(),
      }),
    )
    .optional()
    .describe('The bookings that take place, by service and price'),
  with_contact: count().optional().describe('Calls of a known contact, of `count`'),
  timed: count().optional().describe('Calls whose length is known, of `count`'),
  seconds: z.number().min(0).optional().describe('Their length together'),
});

/** What the records of a group have in common. A grouping whose field is absent: the records do not state it. */
const keys = () => ({
  day: z.iso.date().optional(),
  week: z
    .string()
    .regex(/^\d{4}-W\d{2}$/)
    .optional()
    .describe('ISO 8601, such as `2026-W09`'),
  week_start: z.iso.date().optional().describe('Its Monday'),
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional()
    .describe('Such as `2026-03`'),
  weekday: word().optional().describe('In English'),
  hour: z.int().min(0).max(23).optional().describe('Local: 9 is 09:00 to 09:59'),
  service_id: id().optional(),
  service_name: label().optional(),
  staff_id: id().optional(),
  staff_name: label().optional(),
  status: word().optional(),
  outcome: word().optional(),
  direction: word().optional(),
  language: word().optional(),
  contact_id: id().optional(),
  contact: bookingContactSchema().optional().describe('The customer, as of the last booking of the group'),
  contact_name: personName()
    .optional()
    .describe(
      'Name of the customer or caller at present; absent without a contact, and for keys without `read:contacts`',
    ),
  phone: phone().optional().describe('Number of the caller in the last call of the group'),
});

/** Numbers of bookings or calls. */
export const Summary = defineResource({
  kind: 'summary',
  documented: () => ({}),
  chosen: () => ({
    kind: z.enum(['bookings', 'calls']),
    time_zone: word().describe('Of days and hours'),
    total: z.object({
      ...sums(),
      longest_seconds: z.number().min(0).optional().describe('Length of the longest call'),
      longest_call_id: id().optional().describe('The longest call: of equally long ones the one whose id is first'),
    }),
    groups: z
      .array(z.object({ ...keys(), ...sums() }))
      .describe('The first groups; empty without `group_by`. The keys of groups are the fields of their groupings'),
    other: z
      .object({ groups: count(), ...sums() })
      .nullable()
      .describe('The sum of the groups that `limit` leaves out; null if there are none'),
    known_values: z
      .record(z.string(), z.array(z.record(z.string(), z.string())))
      .describe(
        'By the name of each filter whose value no record of the team has, at any time: the values that records have, as parts of records',
      )
      .meta({ untrusted: true }),
  }),
});
export type Summary = RecordOf<typeof Summary>;
