import { endOfNamedPeriod } from '../../lib/time/named-period.ts';
import { localDate } from '../../lib/time/range.ts';
import { dayOf } from '../../lib/time/zone-days.ts';

/** Length of a window without an end, in days. */
const DEFAULT_DAYS = 7;

/**
 * Returns the end of a window of free times whose `to` is not given, in epoch milliseconds: of the week or month that `from` names, or
 * else of seven whole days. Of a day that is cut off, the other times look as if they were taken.
 * @param start of the window, epoch milliseconds
 * @param from as it was given
 */
export function defaultEnd(start: number, from: string | undefined, zone: string, now: number): number {
  const named = from === undefined ? undefined : endOfNamedPeriod(from, zone, now);
  if (named !== undefined && named > start) return named;
  const first = localDate(start, zone);
  const isWhole = dayOf(first.toString(), zone).start === start;
  return dayOf(first.add({ days: isWhole ? DEFAULT_DAYS - 1 : DEFAULT_DAYS }).toString(), zone).end;
}
