import { Temporal } from 'temporal-polyfill';
import { twoDigits } from '../../lib/time/clock-text.ts';
import { parseOpeningHours, periodsOn } from '../../lib/time/opening-hours.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import { weekdayName } from '../../lib/time/weekdays.ts';
import { DEMO_FILE, TEAM } from './business.ts';

/** Minutes after local midnight. */
export type Minutes = number;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Thursday in the numbering of `weekday`. */
export const THURSDAY = 4;

/**
 * The days of the business, relative to the local date of `now`: 0 is today, -1 yesterday. All planning uses local days
 * and minutes and only the result is converted to UTC, so that 9:00 stays 9:00 across a daylight-saving change.
 */
export interface Calendar {
  now: number;
  /** 1 Monday to 7 Sunday. */
  weekday(day: number): number;
  /** Opening and closing time, or null on closed days. */
  hours(day: number): { open: Minutes; close: Minutes } | null;
  /** The instant of a local time, in epoch milliseconds. */
  at(day: number, minute: Minutes): number;
  /** The inverse of `at`. */
  local(instant: number): { day: number; minute: Minutes };
  date(day: number): { year: number; month: number; dayOfMonth: number };
  /** The day number of a date in the previous calendar month; clamped to the month's length. */
  lastMonth(dayOfMonth: number): number;
  /** The last weekday (Monday to Friday) on or before `day`, and the first one after it. */
  workdayOnOrBefore(day: number): number;
  workdayAfter(day: number): number;
}

export function calendarOf(now: number): Calendar {
  const zone = TEAM.time_zone;
  const openingHours = parseOpeningHours(DEMO_FILE.opening_hours.join('; '));
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const date = (day: number) => today.add({ days: day });
  const weekday = (day: number) => ((((today.dayOfWeek - 1 + day) % 7) + 7) % 7) + 1;
  const hours = (day: number) => {
    const [period] = periodsOn(openingHours, date(day));
    return period ? { open: period.from, close: period.to } : null;
  };
  const step = (from: number, by: number) => {
    let day = from;
    while (weekday(day) > 5) day += by;
    return day;
  };
  return {
    now,
    weekday,
    hours,
    at: (day, minute) =>
      date(day).toZonedDateTime({
        timeZone: zone,
        plainTime: { hour: Math.floor(minute / 60), minute: minute % 60 },
      }).epochMilliseconds,
    local: (instant) => {
      const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
      return {
        day: today.until(local.toPlainDate(), { largestUnit: 'day' }).days,
        minute: local.hour * 60 + local.minute,
      };
    },
    date: (day) => {
      const found = date(day);
      return { year: found.year, month: found.month, dayOfMonth: found.day };
    },
    lastMonth: (dayOfMonth) =>
      today.until(today.subtract({ months: 1 }).with({ day: dayOfMonth }), { largestUnit: 'day' }).days,
    workdayOnOrBefore: (day) => step(day, -1),
    workdayAfter: (day) => step(day + 1, 1),
  };
}

/** Formats an instant for the API: ISO 8601 in UTC, truncated to the second. */
export function iso(instant: number): string {
  return new Date(Math.floor(instant / 1000) * 1000).toISOString();
}

/** Adds whole minutes to an instant. */
export function plusMinutes(instant: number, minutes: number): number {
  return instant + minutes * MINUTE_MS;
}

/** Formats a time as a receptionist says it: `9 a.m.`, `2:30 p.m.`. */
export function sayTime(minute: Minutes): string {
  const hour = Math.floor(minute / 60);
  const rest = minute % 60;
  const clock = `${((hour + 11) % 12) + 1}${rest ? `:${twoDigits(rest)}` : ''}`;
  return `${clock} ${hour < 12 ? 'a.m.' : 'p.m.'}`;
}

/** `14:30`. */
export function sayClock(minute: Minutes): string {
  return `${Math.floor(minute / 60)}:${twoDigits(minute % 60)}`;
}

/** `Thursday, March 5`. */
export function sayDay(calendar: Calendar, day: number): string {
  const { month, dayOfMonth } = calendar.date(day);
  return `${sayWeekday(calendar, day)}, ${MONTHS[month - 1]} ${dayOfMonth}`;
}

export function sayWeekday(calendar: Calendar, day: number): string {
  return weekdayName(calendar.weekday(day));
}
