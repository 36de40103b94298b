import * as z from 'zod';
import { email, label, personName, phone } from '../../contract/index.ts';
import { recordShape } from '../core/record-kinds.ts';
import { readAtField } from '../search/read-at.ts';

/** Output fields of numbers of bookings. */
const bookingNumbers = () => ({
  count: z.int(),
  cancelled: z.int().optional().describe('Cancelled or rejected, of count'),
  no_shows: z.int().optional().describe('Customers who did not come, of count'),
  value_cents: z.number().optional().describe('Minor unit of the currency'),
  values: z
    .array(z.object({ currency: z.string().optional(), value_cents: z.number() }))
    .optional()
    .describe('Instead, if there are several currencies'),
  without_price: z.int().optional().describe('Bookings whose value is not known'),
});

/** Output fields of numbers of calls. */
const callNumbers = () => ({
  count: z.int(),
  total_seconds: z.number().optional(),
  average_seconds: z.number().optional(),
  without_duration: z.int().optional().describe('Calls that the seconds leave out'),
});

/** Fields that name a group. Null: the platform does not state the value. */
const periodFields = () => ({
  day: z.string().nullish(),
  week: z.string().nullish().describe('ISO 8601'),
  week_start: z.string().optional(),
  month: z.string().nullish(),
  weekday: z.string().nullish(),
  hour: z.int().nullish().describe('Local: 9 is 09:00 to 09:59'),
});
const bookingKeys = () => ({
  ...periodFields(),
  service: label().nullish(),
  service_id: z.string().optional(),
  staff: label().nullish(),
  staff_id: z.string().optional(),
  status: z.string().nullish(),
  customer: personName().nullish(),
  contact_id: z.string().optional(),
  phone: phone().optional(),
  email: email().optional(),
});
const callKeys = () => ({
  ...periodFields(),
  status: z.string().nullish(),
  outcome: z.string().nullish(),
  direction: z.string().nullish(),
  language: z.string().nullish(),
  caller: personName().nullish(),
  contact_id: z.string().optional(),
  phone: phone().optional(),
});

const rest = <S extends z.ZodRawShape>(numbers: S) =>
  z
    .object({ groups: z.int(), ...numbers })
    .optional()
    .describe('The sum of the groups not shown');

export const summaryOutput = () =>
  z.object({
    bookings: recordShape('booking', {
      ...bookingNumbers(),
      currency: z.string().optional(),
      groups: z.array(z.object({ ...bookingKeys(), ...bookingNumbers() })).optional(),
      other: rest(bookingNumbers()),
    }).optional(),
    calls: recordShape('call', {
      ...callNumbers(),
      with_contact: z.int(),
      without_contact: z.int(),
      longest_seconds: z.number().optional(),
      longest_call_id: z.string().optional(),
      groups: z.array(z.object({ ...callKeys(), ...callNumbers() })).optional(),
      other: rest(callNumbers()),
    }).optional(),
    complete: z.boolean().describe('False: the numbers cover only a part of the records'),
    ...readAtField(),
    unread: z.array(z.string()).optional().describe('Records that the numbers leave out'),
    window: z.object({ from: z.string().optional(), to: z.string().optional() }).describe('UTC; to is exclusive'),
    time_zone: z.string().describe('Of days and hours'),
    note: z.string().optional(),
  });
export type SummaryOutput = z.output<ReturnType<typeof summaryOutput>>;
export type SummaryInput = z.input<ReturnType<typeof summaryOutput>>;
