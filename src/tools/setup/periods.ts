import { trusted } from '../../lib/text/sentence.ts';
import { addDays } from '../../lib/time/add-days.ts';
import { weekdayName } from '../../lib/time/weekdays.ts';

/** Days from one to another, both included. An end can also be a local time (`2026-12-21T13:00`). */
export interface Period {
  from: string;
  to: string;
}

const dateOf = (end: string) => end.slice(0, 10);

export const touches = (period: Period, days: Period) =>
  dateOf(period.from) <= dateOf(days.to) && dateOf(days.from) <= dateOf(period.to);

/** True if an end of the period is a time of day. */
export const isTimed = ({ from, to }: Period) => from.length > dateOf(from).length || to.length > dateOf(to).length;

/** Returns periods of whole days without some days: shortened, split, or removed. */
export function withoutDays<T extends Period>(periods: readonly T[], days: Period): T[] {
  return periods.flatMap((period) => {
    if (!touches(period, days)) return [period];
    const before = period.from < days.from ? [{ ...period, to: addDays(days.from, -1) }] : [];
    const after = days.to < period.to ? [{ ...period, from: addDays(days.to, 1) }] : [];
    return [...before, ...after];
  });
}

/** Returns each period once: the first of those with the same ends. Periods that overlap can be equal without some of their days. */
export function distinctPeriods<T extends Period>(periods: readonly T[]): T[] {
  const key = ({ from, to }: Period) => `${from}/${to}`;
  const first = new Map(periods.toReversed().map((period) => [key(period), period]));
  return periods.filter((period) => first.get(key(period)) === period);
}

/** Returns the part of a period of whole days that is in some days. They must touch. */
export const within = <T extends Period>(period: T, days: Period): T => ({
  ...period,
  ...(period.from < days.from ? { from: days.from } : {}),
  ...(days.to < period.to ? { to: days.to } : {}),
});

/** `Thursday 2026-11-26`, or `Monday 2026-12-21 to Thursday 2026-12-31`. */
export function describePeriod({ from, to }: Period) {
  const withWeekday = (end: string) =>
    `${weekdayName(new Date(dateOf(end)).getUTCDay() || 7)} ${end.replace('T', ' ')}`;
  return trusted(from === to ? withWeekday(from) : `${withWeekday(from)} to ${withWeekday(to)}`);
}
