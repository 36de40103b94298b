import { Temporal } from 'temporal-polyfill';
import { within } from './cut-intervals.ts';
import type { Interval } from './intervals.ts';
import { localDays } from './local-days.ts';
import { mergeIntervals } from './merge-intervals.ts';
import { intervalsOf } from './open-intervals.ts';
import type { OpenPeriod } from './opening-hours.ts';

/**
 * Returns the parts of an interval, such as a day of one zone, that lie in the periods of the dates of another zone.
 * @param zone IANA zone of the dates.
 */
export function periodsWithin(
  interval: Interval,
  zone: string,
  periodsOn: (date: string) => readonly OpenPeriod[],
): Interval[] {
  const placed = localDays(interval, zone).flatMap(({ date }) =>
    intervalsOf(periodsOn(date), Temporal.PlainDate.from(date), zone),
  );
  return within(mergeIntervals(placed), interval);
}
