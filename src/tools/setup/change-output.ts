import * as z from 'zod';
import { email, label, personName, phone } from '../../contract/index.ts';
import { recordShape } from '../core/record-kinds.ts';
import { sentence } from '../output/sentence.ts';

/** A booking ahead that a change concerns, and that does not fit the business after it. */
const affectedShape = () =>
  recordShape('booking', {
    booking_id: z.string(),
    start_time: z.string().describe('UTC'),
    start_local: z.string().optional(),
    weekday: z.string().optional(),
    service_name: label(),
    staff_name: label(),
    contact_name: personName().optional(),
    contact_phone: phone().optional(),
    contact_email: email().optional(),
    reason: z.string(),
    already: z.string().optional().describe('Why it did not fit before, either'),
    deliberate: z.boolean().optional().describe('True: an override permitted it'),
    free_with: z
      .array(z.object({ staff_id: z.string(), staff_name: label() }))
      .optional()
      .describe('Some who can take it over at its time'),
  });

/** The answer of every tool that changes the business. */
export const changeOutput = () =>
  z.object({
    applied: z.boolean().describe('False: nothing was changed'),
    changes: z.array(label()),
    affected_bookings: z
      .array(affectedShape())
      .describe('Future bookings that do not fit: they stay until they are moved or cancelled'),
    affected_total: z.int().optional(),
    already_total: z.int().optional().describe('Those of them that did not fit before'),
    business: z.object({ id: z.string().optional(), name: label().optional(), revision: z.int() }),
    time_zone: z.string(),
    note: sentence().optional(),
  });
/** The answer of those that add an entry. */
export const addedOutput = () => changeOutput().extend({ added_id: z.string().optional() });
export type ChangeAnswer = z.input<ReturnType<typeof addedOutput>>;
export type ChangeResult = z.output<ReturnType<typeof addedOutput>>;
