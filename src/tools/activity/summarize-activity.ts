import * as z from 'zod';
import { say, trusted } from '../../lib/sentence.ts';
import { pluralize } from '../../lib/text.ts';
import { defineTool } from '../core/define.ts';
import { ToolError } from '../core/errors.ts';
import { mayShow } from '../core/record-kinds.ts';
import { rejectForeignFilters } from './filters.ts';
import { ALL_GROUPINGS, groupingsOf, KINDS } from './groupings.ts';
import { type SummaryOutput, summaryOutput } from './shape.ts';
import { ORDERS, rejectForeignOrder } from './show-groups.ts';
import { windowOf } from './window.ts';

/** Groups in an answer, so that a month by day has all of its days. */
const DEFAULT_LIMIT = 50;
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
      query: text(),
      order: z.enum(ORDERS).optional(),
      limit: z.int().min(1).max(MAX_LIMIT).optional(),
    }),
  output: summaryOutput,
  summary,
  async run({ kind, from, to, group_by: requested = [], limit = DEFAULT_LIMIT, order, ...filters }, context) {
    if (!mayShow(kind === 'bookings' ? 'booking' : 'call', context))
      throw new ToolError(
        say`kind: this caller may not read ${trusted(kind)}. The operator can offer it the tools that read them.`,
      );
    rejectForeignFilters(kind, filters);
    rejectForeignOrder(kind, order);
    const { window, note } = await windowOf({ from, to }, context);
    const { coverage, ...counted } =
      kind === 'bookings'
        ? await (await import('./count-bookings.ts')).countBookings(
            window,
            { group_by: groupingsOf(kind, requested), filters, limit, order },
            context,
          )
        : await (await import('./count-calls.ts')).countCalls(
            window,
            { group_by: groupingsOf(kind, requested), filters, limit, order },
            context,
          );
    const { note: about, ...numbers } = counted;
    const notes = [note, about].filter(Boolean);
    return {
      ...numbers,
      complete: coverage.complete,
      ...(coverage.asOf === undefined ? {} : { read_at: coverage.asOf }),
      ...(coverage.unread.length > 0 ? { unread: coverage.unread } : {}),
      window,
      time_zone: context.time.zone,
      note: notes.length > 0 ? notes.join(' ') : undefined,
    };
  },
});

/** Returns the first sentence: the number, as a minimum if something was not read. */
function summary({ bookings, calls, complete }: SummaryOutput): string {
  const count = bookings ? pluralize(bookings.count, 'booking') : pluralize(calls?.count ?? 0, 'call');
  const cancelled = bookings?.cancelled ? `, ${bookings.cancelled} of them cancelled` : '';
  return complete ? `${count}${cancelled}.` : `Incomplete: at least ${count}${cancelled}.`;
}
