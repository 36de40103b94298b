import * as z from 'zod';
import { timestamp } from '../../contract/index.ts';
import { MAX_DESCRIBED } from './described-records.ts';
import type { DashboardEndpoint } from './endpoint.ts';

const CONTACT = '/dashboard/teams/{team_id}/contacts/{contact_id}';
const ERASURE = `${CONTACT}/erasure` as const;

const count = (what: string) => z.int().min(0).describe(what);
const ids = (what: string) => z.array(z.string()).describe(what);
const included = (purpose: string) =>
  ids(`Ids of records among \`possible\`, \`bookings_of_others\` or \`calls_of_others\` to ${purpose}, too`)
    .max(1_000)
    .optional();
const records = () => z.array(z.looseObject({ id: z.string() }));

/** A copy of the personal data of one customer, and the erasure of these, or of one call (GDPR, articles 15, 17 and 20). */
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
        records: z
          .array(
            z.strictObject({
              id: z.string(),
              kind: z.enum(['contact', 'booking', 'call']),
              at: timestamp().describe('When a contact was added, or a booking or a call began'),
              name: z.string().nullable().describe('That in the record; of a call, that of its contact'),
              phone: z.string().nullable(),
              email: z.string().nullable(),
              owner: z.string().nullable().describe('Name of the contact to which a booking belongs'),
              about: z.string().nullable().describe('Service of a booking, or summary of a call'),
              next_start: timestamp()
                .nullable()
                .describe('Start of a booking that has not ended, with which the record cannot be erased'),
            }),
          )
          .describe(`The first ${MAX_DESCRIBED} of these records, so that a person can decide whose they are`),
      }),
  },
  copyContactData: {
    method: 'POST',
    path: `${CONTACT}/data`,
    access: 'admin',
    body: z.strictObject({
      format: z.enum(['page', 'json']).describe('`page`: for the customer to read. `json`: for another program'),
      include: included('write'),
    }),
    file: ['text/html', 'application/json'],
    data: () =>
      z.strictObject({
        business: z.string(),
        time_zone: z.string(),
        made_at: timestamp(),
        contacts: records().describe('The customer, and other contacts that are the same person'),
        bookings: records(),
        calls: records().describe('With what was said'),
      }),
  },
  eraseContact: {
    method: 'POST',
    path: ERASURE,
    access: 'admin',
    body: z.strictObject({ include: included('erase') }),
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
