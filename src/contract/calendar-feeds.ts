import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { id, knownValues, label, timestamp, word } from './fields.ts';
import { defineResource, type RecordOf } from './resource.ts';

/** The programs that a platform recognises by the `User-Agent` of a request for a feed. */
const CALENDAR_PROGRAMS = ['google', 'apple', 'outlook', 'thunderbird', 'browser', 'other'] as const;
export type CalendarProgram = (typeof CALENDAR_PROGRAMS)[number];

/** A secret address at which calendar programs read bookings as iCalendar. Extension `calendar_feeds`. */
export const CalendarFeed = defineResource({
  kind: 'calendar_feed',
  documented: () => ({}),
  chosen: () => ({
    id: id(),
    staff_id: id().nullable().describe('Whose bookings it has; null: those of the whole business'),
    staff_name: label().nullable(),
    masked: z.boolean().describe("True: only the service and the customer's initials"),
    active: z.boolean().describe('False: the person is no longer in the business, and the address answers 404'),
    created_at: timestamp(),
    renewed_at: timestamp().nullable().describe('When it got its present address; null: at its creation'),
    last_fetched_at: timestamp().nullable().describe('Accurate to one minute'),
    last_fetched_by: word()
      .meta(knownValues(...CALENDAR_PROGRAMS))
      .nullable()
      .describe('The kind of program that fetched it last'),
  }),
});
export type CalendarFeed = RecordOf<typeof CalendarFeed>;

/** A feed in the only responses that have its address: to its creation and to its renewal. */
export const AddressedCalendarFeed = defineResource({
  kind: 'calendar_feed',
  documented: () => ({}),
  chosen: () => ({
    ...CalendarFeed.chosen,
    path: z.string().describe("Path of the feed on the platform's server. All who have it can read the feed"),
    url: z.url().nullable().describe('The whole address; null if the platform does not know its public address'),
  }),
});
export type AddressedCalendarFeed = RecordOf<typeof AddressedCalendarFeed>;

/** Body of the creation of a feed. */
export const calendarFeedBodySchema = memoize(() =>
  z.strictObject({
    staff_id: id().nullish().describe('Whose bookings it has; absent: those of the whole business'),
    masked: z.boolean().optional().describe("True: only the service and the customer's initials. Default false"),
  }),
);
