import { twoDigits } from '../time/clock-text.ts';
import type { LocalTime } from '../time/format.ts';
import { DAY_MS } from '../time/units.ts';
import { WEEKDAYS } from '../time/weekdays.ts';
import type { GroupKey } from './tally.ts';

/** Parts of the calendar by which records are grouped, in the zone of the business. */
export const PERIODS = ['day', 'week', 'month', 'weekday', 'hour'] as const;
export type Period = (typeof PERIODS)[number];
export const isPeriod = (grouping: string): grouping is Period => (PERIODS as readonly string[]).includes(grouping);

/** Local times of later years have more digits. */
const FOUR_DIGIT_YEAR = /^\d{4}-/;

/**
 * Returns the period in which a local time lies; text order of keys is chronological. A day is a local date, also one of 23
 * or 25 hours; an hour is what clocks show, so that an hour which a clock change repeats is one group. Undefined for a time
 * outside of the years 0000 to 9999.
 */
export function periodOf(
  period: Period,
  { local, weekday }: Pick<LocalTime, 'local' | 'weekday'>,
): GroupKey | undefined {
  if (!FOUR_DIGIT_YEAR.test(local)) return undefined;
  const day = local.slice(0, 10);
  switch (period) {
    case 'day':
      return { key: day, fields: { day, weekday } };
    case 'week': {
      const { week, start } = isoWeek(day);
      return { key: start, fields: { week, week_start: start } };
    }
    case 'month':
      return { key: day.slice(0, 7), fields: { month: day.slice(0, 7) } };
    case 'weekday':
      return { key: String(WEEKDAYS.indexOf(weekday as (typeof WEEKDAYS)[number])), fields: { weekday } };
    case 'hour':
      return { key: local.slice(11, 13), fields: { hour: Number(local.slice(11, 13)) } };
  }
}

/**
 * Returns the week of a date (ISO 8601), such as `2026-W53`, and its Monday. The week belongs to the year of its Thursday,
 * so that the first days of January can be in the last week of the year before.
 */
export function isoWeek(date: string): { week: string; start: string } {
  const ms = Date.parse(`${date}T00:00:00Z`);
  const monday = ms - ((new Date(ms).getUTCDay() + 6) % 7) * DAY_MS;
  const thursday = new Date(monday + 3 * DAY_MS);
  const firstDay = Date.parse(`${thursday.toISOString().slice(0, 4)}-01-01T00:00:00Z`);
  const number = Math.floor((thursday.getTime() - firstDay) / (7 * DAY_MS)) + 1;
  return {
    week: `${thursday.toISOString().slice(0, 4)}-W${twoDigits(number)}`,
    start: new Date(monday).toISOString().slice(0, 10),
  };
}
