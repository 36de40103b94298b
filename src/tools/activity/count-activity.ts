import { say, trusted } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { mayShow } from '../core/record-kinds.ts';
import type { Kind, Order } from './choices.ts';
import { type ActivityFilters, rejectForeignFilters } from './filters.ts';
import { groupingsOf } from './groupings.ts';
import type { SummaryInput } from './shape.ts';
import { rejectForeignOrder } from './show-groups.ts';
import { windowOf } from './window.ts';

/** Groups in an answer, so that a month by day has all of its days. */
const DEFAULT_LIMIT = 50;

/** What is counted: records of one kind, of a window, by group. */
interface ActivityQuestion extends ActivityFilters {
  kind: Kind;
  from?: string | undefined;
  to?: string | undefined;
  group_by?: readonly string[] | undefined;
  order?: Order | undefined;
  limit?: number | undefined;
}

/** @throws ToolError if an argument is not for this kind of records, or the caller may not read them. */
export async function countActivity(
  { kind, from, to, group_by: requested = [], limit = DEFAULT_LIMIT, order, ...filters }: ActivityQuestion,
  context: ToolContext,
): Promise<SummaryInput> {
  if (!mayShow(kind === 'bookings' ? 'booking' : 'call', context))
    throw new ToolError(
      say`kind: this caller may not read ${trusted(kind)}. The operator can offer it the tools that read them.`,
    );
  rejectForeignFilters(kind, filters);
  rejectForeignOrder(kind, order);
  const { window, note } = await windowOf({ kind, from, to }, context);
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
}
