import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { bookingFilterSchema } from './booking-query.ts';
import { id, ofExtension, utcTime } from './fields.ts';
import { pageQuerySchema } from './paging.ts';

/** Longest value of a filter. */
const MAX_VALUE_LENGTH = 1_000;
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
export const bookingSearchSchema = memoize(() =>
  z.object({
    service_id: reference('Bookings of a service'),
    staff_id: reference('Bookings of a person who works here'),
    contact_id: reference(
      'Bookings of a contact; with the next three, also those without a contact that have one of these values',
    ),
    contact_phone: value('Bookings with a telephone number'),
    contact_email: value('Bookings with an e-mail address'),
    contact_name: value('Bookings with a name, in any case and with or without accents'),
    status: value('Bookings with a status, or with `active` those that take place'),
    query: value(
      'Bookings in whose texts all of these words, numbers and "phrases" occur, or with this id, reference or id of another record',
    ),
    without_names: flag('`true`: `query` does not read the names of services and people who work here'),
    ...ordering('start time'),
  }),
);

/** Query of `GET /v1/bookings`. The specification shows only that of every list. */
export const bookingQuerySchema = memoize(() =>
  z.strictObject({ ...pageQuerySchema().shape, ...bookingFilterSchema().shape, ...bookingSearchSchema().shape }),
);

/** Filters of `GET /v1/contacts`: extension `list_filters`. Visits are bookings that take place. */
export const contactSearchSchema = memoize(() =>
  z.object({
    phone: value('Contacts with a telephone number'),
    email: value('Contacts with an e-mail address'),
    name: value('Contacts whose name has all of these words'),
    query: value('Contacts in whose texts all of these words, numbers and "phrases" occur, or with this id'),
    last_visit_before: time('Contacts who came before this time, and not since'),
    no_appointment_ahead: flag('`true`: contacts without an appointment ahead'),
    service_id: reference('Contacts who have come for a service'),
    now: time('Divides visits from appointments ahead; default: the time of the request'),
    ...ordering('normalised name'),
  }),
);

export const contactQuerySchema = memoize(() =>
  z.strictObject({ ...pageQuerySchema().shape, ...contactSearchSchema().shape }),
);

/** Filters of `GET /v1/calls`: extension `list_filters`. */
export const callSearchSchema = memoize(() =>
  z.object({
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
    contact_id: reference('Calls with a contact; with `phone`, also those of the number that have no contact'),
    phone: value('Calls without a contact that have a number'),
    query: value(
      'Calls in whose texts, but not their turns, all of these words, numbers and "phrases" occur, or with this id, reference or id of a contact',
    ),
    without_names: flag('`true`: `query` does not read the names of contacts, as for those who may not know them'),
    sort: z.enum(['time', 'duration']).optional().describe('Default `time`: the start').meta(extension),
    ...ordering('start or length'),
  }),
);

/** Query of `GET /v1/search/calls`: extension `call_search`. */
export const transcriptQuerySchema = memoize(() =>
  z.strictObject({
    per_page: pageQuerySchema().shape.per_page,
    query: z
      .string()
      .min(1)
      .max(MAX_VALUE_LENGTH)
      .describe('Words, numbers or "phrases": all occur in what was said in a call, or in its summary'),
    speaker: z.string().min(1).max(MAX_VALUE_LENGTH).optional().describe('Only what this speaker said'),
    from: utcTime().optional().describe('Earliest start of a call, inclusive'),
    to: utcTime().optional().describe('End of the starts, exclusive'),
    outcome: z.string().min(1).max(MAX_VALUE_LENGTH).optional().describe('Calls with an outcome'),
    language: z
      .string()
      .min(1)
      .max(MAX_VALUE_LENGTH)
      .optional()
      .describe('Calls in a language; `es` is also that of a call in `es-MX`'),
    order: z.enum(['asc', 'desc']).optional().describe('By start, then by id; default `desc`'),
    after: z
      .string()
      .max(MAX_POSITION_LENGTH)
      .optional()
      .describe(
        'Position of a call, after which the search continues: `next`, or start and id of a call as a JSON array',
      ),
  }),
);

export const callQuerySchema = memoize(() =>
  z.strictObject({ ...pageQuerySchema().shape, ...callSearchSchema().shape }),
);
