import type { ExtensionName } from '../src/contract/index.ts';

/** One line on each extension, for the table of docs/platform-extensions.md. The program does not load these texts. */
export const EXTENSION_MEANINGS: Record<ExtensionName, string> = {
  merge_updates: 'a `PUT` changes only the fields in its body; `contact` of a booking is merged field by field',
  optimistic_locking: 'records have an `ETag`, and a change with an outdated one in `If-Match` is refused with 412',
  booking_details: 'bookings have `service_name`, `staff_name` and `end_time`',
  booking_time_filter: '`from` and `to` of `GET /v1/bookings`: the bookings that start in this time',
  contact_created: 'the response to the creation of a booking has `contact_created`: whether its contact is new',
  booking_calendars:
    'the response to a new or moved booking has `calendars`: the private calendar of its staff member, unless it is up to date',
  new_contact: '`new_contact` gives a new booking a separate contact, which needs neither e-mail address nor phone',
  contact_choice: '`contact.id` chooses the contact of a booking when it is created or changed',
  service_prices: 'services with several prices have `prices`: also those of other days than today',
  call_details: 'calls in lists have `contact_name`, `language` and `summary`',
  call_sources:
    'calls have what their source reported: `fields`, `tools`, `recording_url`, `call_reference`, `source_name`',
  call_reference: 'the header `X-Call-Reference` links a change of a booking to the call in which it is made',
  no_shows: '`status` of a changed booking: `no_show` if its customer did not come, `confirmed` to undo it',
  service_duration: '`use_service_duration` gives a changed booking the present duration of its service',
  booking_rules:
    'the platform enforces the rules of the business; a refusal names the rule, and `override` makes an exception',
  staff: '`GET /v1/staff` and `/v1/staff/{id}`: the staff members, their working hours, absences and services',
  staff_assignment: '`staff_id` chooses the staff member when a booking is created or changed',
  availability: '`GET /v1/availability`: the start times at which a service can be booked',
  calendar_conflicts:
    '`GET /v1/calendar-conflicts`: the bookings during which the private calendar of their staff member is busy',
  business: '`GET /v1/business`: hours, closures, rules, services and staff of the business',
  business_changes: '`POST /v1/business/plan` and `/v1/business/apply` change the business',
  affected_details:
    'a plan also names bookings that did not fit before (`already`, `deliberate`), `contact_phone`, and who can take over (`free_with`)',
  calendar_feeds: '`/v1/calendar-feeds`: secret addresses at which calendar programs read bookings',
  call_search: '`GET /v1/search/calls`: the calls in which words were said, with their transcripts',
  list_filters: 'filters, `order` and `after` of `GET /v1/bookings`, `/v1/contacts` and `/v1/calls`',
  follow_ups: '`GET /v1/follow-ups`: promises made in calls, and the calls and bookings that kept them',
  activity_summary: '`GET /v1/summary`: counts of bookings or calls, in total and by groups',
  write_outcomes: '`changed: false` in the body of a 5xx: nothing was changed',
};
