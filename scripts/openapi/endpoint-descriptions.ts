import type { EndpointName } from '../../src/contract/index.ts';

const PARTIAL_UPDATE =
  'Changes only the fields in the body (extension `merge_updates`). Fields that the platform sets are ignored.';
const SHOWN_ONCE = 'Only this response has the address, which is secret.';

/** What a reader of the OpenAPI document must know about an endpoint of the embedded platform, in Markdown. */
export const ENDPOINT_DESCRIPTIONS: Partial<Record<EndpointName, string>> = {
  listBookings:
    'The newest first. With `from` or `to` (extension `booking_time_filter`), the bookings that start in this time, the earliest start first. With a filter or `order` (extension `list_filters`), the matching bookings in this order.',
  createBooking:
    'The contact needs an e-mail address or a phone number. The platform chooses a staff member who is free.',
  updateBooking: PARTIAL_UPDATE,
  cancelBooking: 'The body is required, and its fields are ignored: `{}` is enough. Cancelling again changes nothing.',
  listContacts:
    'The newest first. With a filter or `order` (extension `list_filters`), the matching contacts in this order. Filters by visits also need the scope `read:bookings`.',
  updateContact: PARTIAL_UPDATE,
  listCalls: 'The newest first. With a filter or `order` (extension `list_filters`), the matching calls in this order.',
  searchCalls:
    'The calls in which all words of `query` occur, the latest first. A page can have fewer items than `per_page` although the search has not reached the end: `meta.next` says where it continues.',
  createWebhook:
    'Events of bookings also need the scope `read:bookings`, and events of calls `read:calls`. Only this response has the signing secret.',
  createApiKey: 'Needs the role `admin` or `owner` in the team. Only this response has the key.',
  planBusiness: 'A key with `time_off:manage` plans only the time off of people (403 for anything else).',
  applyBusiness: 'A key with `time_off:manage` changes only the time off of people (403 for anything else).',
  getBusiness: '`staff` also needs the scope `read:staff`, `time_off:manage` or `business:manage`.',
  getSummary:
    'Counts bookings or calls, in total and by up to two groupings. A summary of calls needs the scope `read:calls` instead.',
  createCalendarFeed: `Also needs the scope \`read:bookings\`. ${SHOWN_ONCE}`,
  renewCalendarFeed: `Replaces the address: the previous one answers 404 from now on. Also needs the scope \`read:bookings\`. ${SHOWN_ONCE}`,
  revokeCalendarFeed: 'Deletes the feed: its address answers 404 from now on.',
  listFollowUps:
    'Without the scope `read:bookings`, no booking closes a promise; without `read:contacts`, no contact is compared or named. `unread` says so.',
};
