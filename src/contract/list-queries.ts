import * as z from 'zod';
import { BookingFilter } from './booking-query.ts';
import { id, ofExtension, utcTime } from './fields.ts';
import { PageQuery } from './paging.ts';

/** Longest value of a filter. */
const MAX_VALUE_LENGTH = 256;
/** Longest position: a sort key and an id, as JSON. */
const MAX_POSITION_LENGTH = 2_000;

const extension = ofExtension('list_filters');
const value = (description: string) =>
  z.string().min(1).max(MAX_VALUE_LENGTH).optional().describe(description).meta(extension);
const flag = (description: string) => z.enum(['true', 'false']).optional().describe(description).meta(extension);
const reference = (description: string) => id().max(MAX_VALUE_LENGTH).optional().describe(description).meta(extension);
const time = (description: string) => utcTime().optional().describe(description).meta(extension);

/** Order of a filtered list, and where it continues. */
const ordering = (by: string) => ({
  order: z.enum(['asc', 'desc']).optional().describe(`By ${by}, then by id`).meta(extension),
  after: z
    .string()
    .max(MAX_POSITION_LENGTH)
    .optional()
    .describe('Position of the last record that was read: its sort key and id, as a JSON array')
    .meta(extension),
});

/** Filters of `GET /v1/bookings`, besides its times: extension `list_filters`. */
export const BookingSearch = z.object({
  service_id: reference('Bookings of a service'),
  staff_id: reference('Bookings of a person who works here'),
  contact_id: reference('Bookings of a contact'),
  status: value('Bookings with a status, or with `active` those that take place'),
  ...ordering('start time'),
});

/** Query of `GET /v1/bookings`. The specification shows only that of every list. */
export const BookingQuery = z.strictObject({ ...PageQuery.shape, ...BookingFilter.shape, ...BookingSearch.shape });
export type BookingQuery = z.infer<typeof BookingQuery>;

/** Filters of `GET /v1/calls`: extension `list_filters`. */
export const CallSearch = z.object({
  from: time('Earliest start of a call, inclusive'),
  to: time('End of the starts, exclusive'),
  direction: value('Calls in a direction'),
  status: value('Calls with a status or an outcome'),
  outcome: value('Calls with an outcome'),
  language: value('Calls in a language; `es` is also that of a call in `es-MX`'),
  has_contact: flag('Calls with a contact, or those without one'),
  min_duration_seconds: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('Calls of at least this length')
    .meta(extension),
  sort: z.enum(['time', 'duration']).optional().describe('Default `time`: the start').meta(extension),
  ...ordering('start or length'),
});

export const CallQuery = z.strictObject({ ...PageQuery.shape, ...CallSearch.shape });
export type CallQuery = z.infer<typeof CallQuery>;
