import { type ZonedDay, zonedDay } from '../../../lib/time/zoned-day.ts';
import { type Column, type DayColumns, dayColumns, weekColumns } from './columns.ts';
import { pagesOf } from './page.ts';
import type { Agenda, Interval } from './types.ts';

/** Which of its days an agenda draws. */
export interface DayChoice {
  /** Index of a week, if there are several. */
  page: number;
  /** One day of it; undefined: all. */
  date: string | undefined;
}

/** The days that are drawn, with their appointments and free times. */
export interface ShownDays {
  pages: number;
  /** The dates of the page. */
  whole: readonly string[];
  /** The only day that is drawn; undefined if there are several. */
  single: string | undefined;
  dates: readonly string[];
  /** A column for each day. */
  byDay: Column[];
  /** A column for each person, if one day is drawn. */
  people: DayColumns | undefined;
  columns: Column[];
  drawn: Interval;
}

export function shownDays(agenda: Agenda, { page, date: chosen }: DayChoice): ShownDays {
  const pages = pagesOf(agenda.dates);
  const whole = pages[Math.min(page, pages.length - 1)] ?? agenda.dates;
  const single = whole.length === 1 ? whole[0] : whole.find((date) => date === chosen);
  const dates = single ? [single] : whole;
  const days = dates.map((date): ZonedDay => zonedDay(date, agenda.zone));
  const byDay = weekColumns(agenda, days);
  const people = single && days[0] ? dayColumns(agenda, days[0]) : undefined;
  const drawn = { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
  return { pages: pages.length, whole, single, dates, byDay, people, columns: people?.columns ?? byDay, drawn };
}
