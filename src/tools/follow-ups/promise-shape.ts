import * as z from 'zod';
import { freeText, PROMISE_STATUSES, personName, phone } from '../../contract/index.ts';
import { PROMISE_KINDS } from '../../lib/promises/languages/language.ts';
import { recordShape } from '../core/record-kinds.ts';

/** What gave a promise its status. */
const eventShape = () =>
  recordShape(['call', 'booking'], {
    kind: z.enum(['call', 'booking']),
    id: z.string(),
    local: z.string().optional(),
  });

/** A promise in answers. */
export const promiseShape = () =>
  recordShape('call', {
    call_id: z.string(),
    weekday: z.string().optional(),
    called_local: z.string().optional(),
    contact_name: personName().optional(),
    phone: phone().optional(),
    contact_id: z.string().optional(),
    kind: z.enum(PROMISE_KINDS),
    number: z.number().optional().describe('Of several of this kind in the call; absent for the first'),
    status: z
      .enum(PROMISE_STATUSES)
      .describe('contacted: spoken to or booked since, but no record shows that it was done'),
    due_local: z.string(),
    due_assumed: z
      .boolean()
      .optional()
      .describe('No time was named: the end of the next opening day, or of the 20th for a waiting list'),
    overdue: z.boolean().optional().describe('Open since due_local'),
    sentence: freeText().optional().describe('Absent: only the outcome of the call says so'),
    contacted_by: eventShape().optional(),
    done_by: eventShape().optional(),
    marked_local: z.string().optional().describe('When a user of the business set the status'),
  });
export type PromiseRow = z.input<ReturnType<typeof promiseShape>>;
