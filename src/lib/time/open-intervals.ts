import type { Temporal } from 'temporal-polyfill';
import type { Interval } from './intervals.ts';
import { localInstant } from './local-instant.ts';
import { type OpeningHours, type OpenPeriod, periodsOn } from './opening-hours.ts';
import type { ClockChange } from './parse.ts';
import { localDate } from './range.ts';
import { repeatedEnd } from './repeated-ends.ts';
import { DAY_MINUTES } from './whole-day.ts';

/**
 * Returns the intervals in which a business is open, from the local day of `from` to that of `to`, both days included in
 * full. Intervals that touch at midnight are merged. If a clock change repeats an opening or closing time, the shorter
 * interval is used, so that no customer is sent to a closed door, without a gap to an interval that touches it. A time that it
 * skips is reached at the change. The embedded platform has the same rule.
 */
export function openIntervals(hours: OpeningHours, zone: string, from: number, to: number): Interval[] {
  const intervals: Interval[] = [];
  const last = localDate(to, zone);
  for (let date = localDate(from, zone); !isAfter(date, last); date = date.add({ days: 1 })) {
    for (const { start, end } of intervalsOf(periodsOn(hours, date), date, zone)) {
      const previous = intervals.at(-1);
      if (previous && previous.end >= start) previous.end = end;
      else intervals.push({ start, end });
    }
  }
  return intervals;
}

/** Returns periods of a date as intervals, by the rule for clock changes of `openIntervals`. */
export function intervalsOf(periods: readonly OpenPeriod[], date: Temporal.PlainDate, zone: string): Interval[] {
  return periods.flatMap(({ from, to }) => {
    const start = instantAt(date, from, zone, 'later');
    const end = instantAt(date, to, zone, repeatedEnd(to, periods));
    return start < end ? [{ start, end }] : [];
  });
}

function isAfter(date: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return date.toString() > other.toString();
}

/** Returns the instant at which local clocks show `minutes` after midnight. Midnight is the first instant of a day. */
function instantAt(date: Temporal.PlainDate, minutes: number, zone: string, repeated: ClockChange): number {
  if (minutes % DAY_MINUTES === 0) {
    return date.add({ days: minutes / DAY_MINUTES }).toZonedDateTime(zone).epochMilliseconds;
  }
  const local = date.toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
  return localInstant(local, zone, repeated);
}
