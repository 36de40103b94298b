import { Temporal } from 'temporal-polyfill';
import type { Interval } from './intervals.ts';
import { intervalsOf } from './open-intervals.ts';
import type { OpenPeriod } from './opening-hours.ts';
import { DAY_MS, MINUTE_MS } from './units.ts';

/** Instants of dates of a zone. Each date is computed once, because a calendar library needs long for it. */
export class ZoneDays {
  readonly #zone: string;
  readonly #known = new Map<string, Interval>();

  /** @param zone IANA */
  constructor(zone: string) {
    this.#zone = zone;
  }

  /** Returns a date such as `2026-11-26`, all of it. */
  whole(date: string): Interval {
    const known = this.#known.get(date);
    if (known) return known;
    const day = dayOf(date, this.#zone);
    this.#known.set(date, day);
    return day;
  }

  /** Returns periods of a date as intervals, by the rule for clock changes of `openIntervals`. */
  intervals(date: string, periods: readonly OpenPeriod[]): Interval[] {
    const { start, end } = this.whole(date);
    // A day on which the clocks change has its own rule.
    if (end - start !== DAY_MS) return intervalsOf(periods, Temporal.PlainDate.from(date), this.#zone);
    return periods.map(({ from, to }) => ({ start: start + from * MINUTE_MS, end: start + to * MINUTE_MS }));
  }
}

/** Returns a date in a zone, from its first instant to that of the next date. */
export function dayOf(date: string, zone: string): Interval {
  const day = Temporal.PlainDate.from(date);
  const [start, end] = [day, day.add({ days: 1 })].map((one) => one.toZonedDateTime(zone).epochMilliseconds);
  return { start: start as number, end: end as number };
}
