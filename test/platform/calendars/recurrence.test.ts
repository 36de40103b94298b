import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendar, event } from './cases.ts';
import { read } from './spans.ts';

const DAY_MS = 86_400_000;
const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
const YEAR = { from: '2025-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
/** Rules are expanded for a longer time in steps. */
const YEARS = { from: '2021-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };

interface Rule {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  count?: number | undefined;
  byDay?: string[] | undefined;
  byMonthDay?: number[] | undefined;
  byMonth?: number[] | undefined;
  bySetPos?: number[] | undefined;
  wkst: 'MO' | 'SU';
}

const unique = <T>(items: fc.Arbitrary<T>) => fc.uniqueArray(items, { minLength: 1, maxLength: 4 });
const sometimes = <T>(items: fc.Arbitrary<T>) => fc.option(items, { nil: undefined, freq: 2 });
const common = {
  interval: fc.integer({ min: 1, max: 4 }),
  count: sometimes(fc.integer({ min: 1, max: 40 })),
  wkst: fc.constantFrom('MO' as const, 'SU' as const),
};
const plainDays = unique(fc.constantFrom(...DAYS));
const nthDays = unique(
  fc.tuple(fc.constantFrom('', '1', '2', '3', '-1'), fc.constantFrom(...DAYS)).map((parts) => parts.join('')),
);
const months = unique(fc.integer({ min: 1, max: 12 }));
const monthDays = unique(fc.constantFrom(1, 2, 15, 28, 30, 31, -1, -2));
const positions = unique(fc.constantFrom(1, 2, -1));

/** The rules that calendars offer in their forms. */
const RULES: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({
    ...common,
    freq: fc.constant('DAILY' as const),
    byDay: sometimes(plainDays),
    byMonth: sometimes(months),
  }),
  fc.record({
    ...common,
    freq: fc.constant('WEEKLY' as const),
    byDay: sometimes(plainDays),
    byMonth: sometimes(months),
  }),
  fc.record({ ...common, freq: fc.constant('MONTHLY' as const), byDay: nthDays, bySetPos: fc.constant(undefined) }),
  fc.record({ ...common, freq: fc.constant('MONTHLY' as const), byDay: plainDays, bySetPos: sometimes(positions) }),
  fc.record({ ...common, freq: fc.constant('MONTHLY' as const), byMonthDay: sometimes(monthDays) }),
  fc.record({ ...common, freq: fc.constant('MONTHLY' as const), byMonthDay: monthDays, byDay: plainDays }),
  fc.record({ ...common, freq: fc.constant('YEARLY' as const), byMonth: sometimes(months) }),
  fc.record({ ...common, freq: fc.constant('YEARLY' as const), byMonth: months, byDay: nthDays }),
  fc.record({ ...common, freq: fc.constant('YEARLY' as const), byMonth: months, byMonthDay: monthDays }),
) as fc.Arbitrary<Rule>;

function textOf({ freq, interval, count, byDay, byMonthDay, byMonth, bySetPos, wkst }: Rule): string {
  const part = (name: string, value: unknown) => (value === undefined ? [] : [`${name}=${value}`]);
  return [
    `FREQ=${freq}`,
    ...part('INTERVAL', interval === 1 ? undefined : interval),
    ...part('COUNT', count),
    ...part('BYMONTH', byMonth),
    ...part('BYMONTHDAY', byMonthDay),
    ...part('BYDAY', byDay),
    ...part('BYSETPOS', bySetPos),
    `WKST=${wkst}`,
  ].join(';');
}

/** Days since 1970 on which a rule of RFC 5545 falls: each day is asked by itself, in the order of the table of 3.3.10. */
function obviously(rule: Rule, start: number, last: number): number[] {
  // The first time is part of the series whether the rule matches it or not, and counts only if it does.
  const found = new Set([start]);
  const period = (day: number) => {
    const at = new Date(day * DAY_MS);
    const weekStart = rule.wkst === 'MO' ? 1 : 0;
    if (rule.freq === 'DAILY') return day;
    // 1970-01-04 was a Sunday.
    if (rule.freq === 'WEEKLY') return Math.floor((day - 3 - weekStart) / 7);
    return rule.freq === 'MONTHLY' ? at.getUTCFullYear() * 12 + at.getUTCMonth() : at.getUTCFullYear();
  };
  const byPeriod = new Map<number, number[]>();
  for (let day = start - 366; day <= last; day++) {
    if ((period(day) - period(start)) % rule.interval !== 0 || period(day) < period(start)) continue;
    if (matches(rule, day, start)) byPeriod.set(period(day), [...(byPeriod.get(period(day)) ?? []), day]);
  }
  let count = 0;
  for (const days of byPeriod.values()) {
    const chosen = rule.bySetPos
      ? days.filter((_day, index) => rule.bySetPos?.some((at) => at === index + 1 || at === index - days.length))
      : days;
    for (const day of chosen) {
      if (day < start || (rule.count !== undefined && count >= rule.count)) continue;
      found.add(day);
      count += 1;
    }
  }
  return [...found].sort((a, b) => a - b);
}

function matches({ freq, byDay, byMonthDay, byMonth }: Rule, day: number, start: number): boolean {
  const [at, first] = [new Date(day * DAY_MS), new Date(start * DAY_MS)];
  const [month, date] = [at.getUTCMonth() + 1, at.getUTCDate()];
  const length = new Date(Date.UTC(at.getUTCFullYear(), month, 0)).getUTCDate();
  if (byMonth && !byMonth.includes(month)) return false;
  if (!byMonth && freq === 'YEARLY' && month !== first.getUTCMonth() + 1) return false;
  if (byMonthDay && !byMonthDay.includes(date) && !byMonthDay.includes(date - length - 1)) return false;
  const weekday = DAYS[at.getUTCDay()] as string;
  const names = [weekday, `${Math.ceil(date / 7)}${weekday}`, `${-Math.ceil((length - date + 1) / 7)}${weekday}`];
  if (byDay && !byDay.some((name) => names.includes(name))) return false;
  if (byDay || byMonthDay || freq === 'DAILY') return true;
  return freq === 'WEEKLY' ? at.getUTCDay() === first.getUTCDay() : date === first.getUTCDate();
}

const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

describe('recurrence rules', () => {
  it.each([
    ['a year', YEAR],
    ['five years', YEARS],
  ])('give the days of %s that a search of each single day gives', (_length, window) => {
    const [from, to] = [Date.parse(window.from) / DAY_MS, Date.parse(window.to) / DAY_MS];
    fc.assert(
      fc.property(RULES, fc.integer({ min: from - 2_000, max: to - 30 }), (rule, start) => {
        const day = dateOf(start).replaceAll('-', '');
        const lines = event(`DTSTART:${day}T120000Z`, 'DURATION:PT1H', `RRULE:${textOf(rule)}`);
        const days = read(calendar(lines), window) as string[];
        expect(typeof days === 'string' ? days : days.map((span) => span.slice(0, 10))).toEqual(
          obviously(rule, start, to)
            .filter((one) => one >= from && one < to)
            .map(dateOf),
        );
      }),
      { numRuns: 120 },
    );
  });
});
