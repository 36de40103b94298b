import { addDays } from '../../../../lib/time/add-days.ts';
import { calendarDay } from '../../../../lib/time/working-hours.ts';

/** Days from one to another, both included, ISO 8601. */
export interface DayRange {
  first: string;
  last: string;
}

/** Models write it. */
const ISO_RANGE = /^(\d{4}-\d{2}-\d{2})(?: ?\/ ?| (?:to|until|through) )(\d{4}-\d{2}-\d{2})$/;
/** "Tra le nove e le dodici" are hours. */
const BETWEEN = /^(?:between|zwischen|entre|(?:tra|fra)(?! le )) /;
const FROM = /^(?:from|vom|von|del?|du|dal?) /;
/** Between both days, behind a word of `BETWEEN`, and without it. */
const [AND, TO] = [/ (?:and|und|y|et|e) /, / (?:to|through|thru|until|till|bis|al?|au|ao|ate) (?:zum )?/];
const NEXT_WEEK = / (?:of )?(?:next week|nachste[rn]? woche)$/;
const MAX_DAYS = 31;
const WEEK_DAYS = 7;

/** Returns the days of a range in ISO 8601: `2026-03-03 to 2026-03-05`. */
export function isoRange(text: string): DayRange | undefined {
  const [, first, last] = ISO_RANGE.exec(text.trim()) ?? [];
  return first !== undefined && last !== undefined ? inOrder(first, last) : undefined;
}

/** How the ends of a range are read. */
interface Reading {
  /** Returns the ISO number of a text that is a weekday only. */
  weekdayOf(text: string): number | undefined;
  /** Returns the date of a text that is one day. */
  dateOf(text: string): string | undefined;
  /** Adds the month of another day to a day that is said without one. */
  withMonthOf(text: string, other: string): string;
}

/**
 * Reads a range of days: `Monday to Wednesday`, `between the third and the fifth`. Behind another day, a weekday is the first one after it.
 * @param text normalized
 * @returns undefined for another text, and if an end may be an hour or can be in several weeks
 */
export function readDayRange(text: string, { weekdayOf, dateOf, withMonthOf }: Reading): DayRange | undefined {
  const isBetween = BETWEEN.test(text);
  const [one = '', two, ...others] = text.replace(isBetween ? BETWEEN : FROM, '').split(isBetween ? AND : TO);
  if (two === undefined || others.length > 0) return undefined;
  const to = two.replace(NEXT_WEEK, '');
  const isOfNextWeek = to !== two;
  if (isOfNextWeek && (weekdayOf(one) === undefined || weekdayOf(to) === undefined)) return undefined;
  const first = dateOf(isOfNextWeek ? `${one} next week` : withMonthOf(one, two));
  if (first === undefined) return undefined;
  const weekday = weekdayOf(to);
  if (weekday !== undefined) return inOrder(first, weekdayFrom(first, weekday));
  // "Monday to the fifth" may be in any week.
  const last = weekdayOf(one) === undefined ? dateOf(withMonthOf(to, one)) : undefined;
  return last === undefined ? undefined : inOrder(first, last);
}

const inOrder = (first: string, last: string): DayRange | undefined =>
  first < last && last < addDays(first, MAX_DAYS) ? { first, last } : undefined;

/** Returns the first date with a weekday (ISO number) from a date on, which it can be itself. */
export const weekdayFrom = (date: string, weekday: number): string =>
  addDays(date, (weekday - calendarDay(date).dayOfWeek + WEEK_DAYS) % WEEK_DAYS);
