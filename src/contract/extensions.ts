import * as z from 'zod';
import { memoize } from '../lib/lazy.ts';
import { defineResource, type Read, type RecordOf } from './resource.ts';

/**
 * What a platform can do in addition to the specification (docs/platform-extensions.md). The embedded platform announces
 * all of them, those that search what is computed from its records only when that is computed. A later version of an extension includes the earlier ones; an incompatible change gets another name.
 */
export const EXTENSIONS = {
  merge_updates: {
    version: 1,
    summary: 'a `PUT` changes only the fields in its body; `contact` of a booking is merged field by field',
  },
  optimistic_locking: {
    version: 1,
    summary: 'records have an `ETag`, and a change with an outdated one in `If-Match` is refused with 412',
  },
  booking_details: {
    version: 1,
    summary: 'bookings have `service_name`, `staff_name` and `end_time`',
  },
  booking_time_filter: {
    version: 1,
    summary: '`from` and `to` of `GET /v1/bookings`: the bookings that start in this time',
  },
  contact_created: {
    version: 1,
    summary: 'the response to the creation of a booking has `contact_created`: whether its contact is new',
  },
  new_contact: {
    version: 1,
    summary: '`new_contact` gives a new booking a separate contact, which needs neither e-mail address nor phone',
  },
  contact_choice: {
    version: 1,
    summary: '`contact.id` chooses the contact of a booking when it is created or changed',
  },
  service_prices: {
    version: 1,
    summary: 'services with several prices have `prices`: also those of other days than today',
  },
  call_details: {
    version: 1,
    summary: 'calls in lists have `contact_name`, `language` and `summary`',
  },
  call_sources: {
    version: 1,
    summary:
      'calls have what their source reported: `fields`, `tools`, `recording_url`, `call_reference`, `source_name`',
  },
  call_reference: {
    version: 1,
    summary: 'the header `X-Call-Reference` links a change of a booking to the call in which it is made',
  },
  no_shows: {
    version: 1,
    summary: '`status` of a changed booking: `no_show` if its customer did not come, `confirmed` to undo it',
  },
  booking_rules: {
    version: 1,
    summary:
      'the platform enforces the rules of the business; a refusal names the rule, and `override` makes an exception',
  },
  staff: {
    version: 1,
    summary: '`GET /v1/staff` and `/v1/staff/{id}`: the staff members, their working hours, absences and services',
  },
  staff_assignment: {
    version: 1,
    summary: '`staff_id` chooses the staff member when a booking is created or changed',
  },
  availability: {
    version: 1,
    summary: '`GET /v1/availability`: the start times at which a service can be booked',
  },
  business: {
    version: 1,
    summary: '`GET /v1/business`: hours, closures, rules, services and staff of the business',
  },
  business_changes: {
    version: 1,
    summary: '`POST /v1/business/plan` and `/v1/business/apply` change the business',
  },
  affected_details: {
    version: 1,
    summary:
      'a plan also names bookings that did not fit before (`already`, `deliberate`), `contact_phone`, and who can take over (`free_with`)',
  },
  calendar_feeds: {
    version: 1,
    summary: '`/v1/calendar-feeds`: secret addresses at which calendar programs read bookings',
  },
  call_search: {
    version: 1,
    summary: '`GET /v1/search/calls`: the calls in which words were said, with their transcripts',
  },
  list_filters: {
    version: 1,
    summary: 'filters, `order` and `after` of `GET /v1/bookings`, `/v1/contacts` and `/v1/calls`',
  },
  follow_ups: {
    version: 1,
    summary: '`GET /v1/follow-ups`: promises made in calls, and the calls and bookings that kept them',
  },
  activity_summary: {
    version: 1,
    summary: '`GET /v1/summary`: counts of bookings or calls, in total and by groups',
  },
  write_outcomes: {
    version: 1,
    summary: '`changed: false` in the body of a 5xx: nothing was changed',
  },
} as const satisfies Record<string, { version: number; summary: string }>;

export type ExtensionName = keyof typeof EXTENSIONS;
const EXTENSION_NAMES = Object.keys(EXTENSIONS) as ExtensionName[];

/** Response of `GET /v1/capabilities`: each extension's name with its version and, possibly, further fields. */
export const Capabilities = defineResource({
  kind: 'capabilities',
  documented: () => ({}),
  chosen: () => ({ extensions: z.record(z.string(), z.unknown()).meta({ untrusted: true }) }),
});

/** What the embedded platform announces, apart from those of which it cannot make use at present. */
export const announcement = (except: readonly ExtensionName[]): RecordOf<typeof Capabilities> => ({
  extensions: Object.fromEntries(
    EXTENSION_NAMES.filter((name) => !except.includes(name)).map((name) => [
      name,
      { version: EXTENSIONS[name].version },
    ]),
  ),
});

const announcementSchema = memoize(() => z.looseObject({ version: z.int().min(1) }));

/** Returns the announced extensions that this program knows. Ignores unknown and malformed entries. */
export function announcedExtensions({ fields }: Read<typeof Capabilities>): ReadonlySet<ExtensionName> {
  return new Set(EXTENSION_NAMES.filter((name) => announcementSchema().safeParse(fields.extensions?.[name]).success));
}
