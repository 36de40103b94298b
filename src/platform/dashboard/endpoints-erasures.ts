import * as z from 'zod';
import { timestamp } from '../../contract/index.ts';
import type { DashboardEndpoint } from './endpoints.ts';

const ERASURE = '/dashboard/teams/{team_id}/contacts/{contact_id}/erasure';

const count = (what: string) => z.int().min(0).describe(what);

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
      }),
    summary: 'Count what the erasure of a customer would erase',
    description: 'Changes nothing.',
  },
  eraseContact: {
    method: 'POST',
    path: ERASURE,
    access: 'admin',
    body: z.strictObject({}),
    data: () =>
      z.strictObject({
        contact_id: z.string(),
        bookings: count('Bookings in which personal data were erased'),
        calls: count('Calls in which personal data were erased'),
        reports: count('Stored reports that were deleted'),
        events: count('Events in which personal data were erased'),
      }),
    summary: 'Erase the personal data of a customer',
    description:
      'Overwrites the contact, and what its bookings, calls and events tell about the customer; the records stay, so that counts stay right. It cannot be undone. A customer with a booking that has not ended is 400 `erasure_refused`. An erasure that was interrupted is completed by the next one.',
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
    summary: 'Erase the personal data of a call',
    description:
      'Overwrites its telephone number, its summary and what was said, also in its events; the record stays, with its contact and its times, so that counts stay right. It cannot be undone. An erasure that was interrupted is completed by the next one.',
  },
} as const satisfies Record<string, DashboardEndpoint>;
