import type { Interval } from '../../lib/time/intervals.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import type { Office } from './office.ts';

/** Days that a caller asks about: one, or those of a week or month. */
export interface AskedDays extends Interval {
  count: number;
}

/**
 * Reads a date, week or month. One that has begun begins now, so that the days before are not counted.
 * Rejects with a `ToolError` if the text means no days.
 */
export async function askedDays(text: string, { daysOf, local, now }: Office): Promise<AskedDays> {
  const days = await daysOf(text);
  const start = days.end > now ? Math.max(days.start, now) : days.start;
  const [first, last] = [start, days.end - 1].map((instant) => Date.parse(local(instant).date)) as [number, number];
  return { start, end: days.end, count: Math.round((last - first) / DAY_MS) + 1 };
}
