import * as z from 'zod';
import { timestamp } from '../../contract/index.ts';
import type { DashboardEndpoint } from './endpoint.ts';

const ERASURE = '/dashboard/teams/{team_id}/contacts/{contact_id}/erasure';

const count = (what: string) => z.int().min(0).describe(what);
const ids = (what: string) => z.array(z.string()).describe(what);

/** The erasure of the personal data of one customer, or of one call (GDPR, article 17). */
export const ERASURE_ENDPOINTS = {
  planErasure: {
    method: 'GET',
    path: ERASURE,
    access: 'admin',
    body: null,
    data: () =>
      z.strictObject({
        contact_id: z.string(),
        bookings: count('Bookings in which personal data would be erased'),
        calls: count('Calls in which personal data would be erased'),
        next: z
          .strictObject({ id: z.string(), start_time: timestamp() })
          .nullable()
          .describe('A booking that has not ended: until it is cancelled or over, nothing can be erased'),
        bookings_of_others: z
          .array(z.string())
          .describe(
            'Ids of bookings of other contacts with this name, and this number or address: nothing in them is erased',
          ),
        calls_of_others: z
          .array(z.string())
          .describe(
            'Ids of calls with other contacts in which a booking of this one was changed: nothing in them is erased',
          ),
        possible: z
          .strictObject({
            contacts: ids('Contacts with this name, and no number or address, or one that this one has or had'),
            bookings: ids('Bookings of further contacts with this name, and no number or address, or a former one'),
            calls: ids('Calls of no contact from a number that this one shares, or had before'),
          })
          .describe('Ids of records that may be those of the customer: nothing in them is erased'),
      }),
  },
  eraseContact: {
    method: 'POST',
    path: ERASURE,
    access: 'admin',
    body: z.strictObject({
      include: ids('Ids of records among `possible`, `bookings_of_others` or `calls_of_others` to erase, too')
        .max(1_000)
        .optional(),
    }),
    data: () =>
      z.strictObject({
        contact_id: z.string(),
        bookings: count('Bookings in which personal data were erased'),
        calls: count('Calls in which personal data were erased'),
        reports: count('Stored reports that were deleted'),
        events: count('Events in which personal data were erased'),
      }),
  },
  eraseCall: {
    method: 'POST',
    path: '/dashboard/teams/{team_id}/calls/{call_id}/erasure',
    access: 'admin',
    body: z.strictObject({}),
    data: () =>
      z.strictObject({
        call_id: z.string(),
        reports: count('Stored reports that were deleted'),
        events: count('Events in which personal data were erased'),
      }),
  },
} as const satisfies Record<string, DashboardEndpoint>;
