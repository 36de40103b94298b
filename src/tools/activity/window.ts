import type { TimeRange } from '../../lib/time/range.ts';
import type { ToolContext } from '../core/context.ts';
import { openEndOf } from '../search/open-end.ts';
import type { Kind } from './choices.ts';

const MONTH = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/**
 * Returns the range of the arguments; without them the current month in the zone of the business. A note states which days were
 * counted that the arguments do not name.
 */
export async function windowOf(
  { kind, from, to }: { kind: Kind; from?: string | undefined; to?: string | undefined },
  { time, clock }: Pick<ToolContext, 'time' | 'clock'>,
): Promise<{ window: TimeRange; note?: string }> {
  if (from !== undefined || to !== undefined) {
    const window = await time.range({ from, to });
    const open = await openEndOf({ from, to }, { time, clock });
    // No call is later than the present.
    if (!open || (kind === 'calls' && open.end >= clock.now())) return { window };
    return { window, note: open.note };
  }
  const today = time.describe(new Date(clock.now()).toISOString())?.local ?? '';
  const month = today.slice(0, 7);
  const lastDay = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  const window = await time.range({ from: `${month}-01`, to: `${month}-${lastDay}` }, time.zone);
  return { window, note: `No dates were given, so this is ${MONTH.format(Date.parse(`${month}-01`))}.` };
}
