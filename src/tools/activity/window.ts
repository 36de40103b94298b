import type { TimeRange } from '../../lib/time/range.ts';
import type { ToolContext } from '../core/context.ts';
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
    const end = from !== undefined && to === undefined ? await endOfPeriod(from, { time, clock }) : undefined;
    // No call is later than the present.
    if (end === undefined || (kind === 'calls' && end >= clock.now())) return { window };
    return { window, note: `Without to, days after "${from?.trim()}" count, too: to leave them out, repeat it as to.` };
  }
  const today = time.describe(new Date(clock.now()).toISOString())?.local ?? '';
  const month = today.slice(0, 7);
  const lastDay = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  const window = await time.range({ from: `${month}-01`, to: `${month}-${lastDay}` }, time.zone);
  return { window, note: `No dates were given, so this is ${MONTH.format(Date.parse(`${month}-01`))}.` };
}

/** Returns the end of the week or month that a valid `from` names; undefined if it is a day or a time. */
async function endOfPeriod(
  from: string,
  { time, clock }: Pick<ToolContext, 'time' | 'clock'>,
): Promise<number | undefined> {
  const { localDate } = await import('../../lib/time/range.ts');
  const { namedDays } = await import('../../lib/time/named-days.ts');
  const { dayOf } = await import('../../lib/time/zone-days.ts');
  const days = namedDays(from.trim().toLowerCase(), localDate(clock.now(), time.zone));
  return days && !days.first.equals(days.last) ? dayOf(days.last.toString(), time.zone).end : undefined;
}
