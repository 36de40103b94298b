import { type Axis, axisMinute, clockMinute, stripsOf } from '../../../../lib/time/day-axis.ts';
import { DAY_MINUTES } from '../../../../lib/time/whole-day.ts';
import type { ZonedDay } from '../../../../lib/time/zoned-day.ts';
import type { Interval } from '../types.ts';

/** Part of a day without an interval that is drawn at least, in minutes of the axis. */
const [DEFAULT_START, DEFAULT_END] = [9 * 60, 17 * 60];
const MIN_LENGTH = 4 * 60;

/** The axis that has room for all intervals, from one full hour to another. */
export function axisOf(days: readonly ZonedDay[], intervals: readonly Interval[]): Axis {
  const strips = stripsOf(days);
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const day of days) {
    for (const one of intervals) {
      if (one.start >= day.end || one.end <= day.start) continue;
      start = Math.min(start, axisMinute(one.start, day, strips));
      end = Math.max(end, axisMinute(one.end, day, strips));
    }
  }
  if (end < start)
    [start, end] = [DEFAULT_START, DEFAULT_END].map((minute) => clockMinute(minute, strips)) as [number, number];
  start = Math.max(0, Math.floor(start / 60) * 60);
  const last = clockMinute(DAY_MINUTES, strips);
  end = Math.min(last, Math.ceil(end / 60) * 60);
  if (end - start < MIN_LENGTH) end = Math.min(last, start + MIN_LENGTH);
  return { start: Math.min(start, end - Math.min(MIN_LENGTH, end)), end, strips };
}
