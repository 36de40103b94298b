import * as z from 'zod';
import { pluralize } from '../../lib/text/text.ts';
import { defineTool } from '../core/define.ts';
import * as field from '../core/fields.ts';
import { ALL_GROUPINGS, KINDS, ORDERS } from './choices.ts';
import { type SummaryOutput, summaryOutput } from './shape.ts';

const MAX_LIMIT = 200;

/** Text of an argument: a time as in lists, an id or name, a value of the platform. */
const text = () => z.string().trim().min(1).max(256).optional();

export const summarizeActivity = defineTool({
  name: 'summarize_activity',
  title: 'Count bookings or calls',
  description: 'Count bookings and their value, or calls and their length, by group. Default: this month.',
  toolset: 'account',
  effect: 'read',
  // Calls need read:calls.
  scope: 'read:bookings',
  view: 'activity',
  input: () =>
    z.strictObject({
      kind: z.enum(KINDS),
      from: text(),
      to: text(),
      group_by: z.array(z.enum(ALL_GROUPINGS)).max(2).optional(),
      service_id: text(),
      staff_id: text(),
      status: text(),
      outcome: text(),
      direction: text(),
      language: text(),
      contact_id: text(),
      query: field.words(256).optional(),
      order: z.enum(ORDERS).optional(),
      limit: z.int().min(1).max(MAX_LIMIT).optional(),
    }),
  output: summaryOutput,
  summary,
  async run(input, context) {
    const { countActivity } = await import('./count-activity.ts');
    return countActivity(input, context);
  },
});

/** Returns the first sentence: the number, as a minimum if something was not read. */
function summary({ bookings, calls, complete }: SummaryOutput): string {
  const count = bookings ? pluralize(bookings.count, 'booking') : pluralize(calls?.count ?? 0, 'call');
  const cancelled = bookings?.cancelled ? `, ${bookings.cancelled} of them cancelled` : '';
  const noShows = bookings?.no_shows ? `, ${pluralize(bookings.no_shows, 'no-show')}` : '';
  const numbers = `${count}${cancelled}${noShows}.`;
  return complete ? numbers : `Incomplete: at least ${numbers}`;
}
