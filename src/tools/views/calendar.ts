import type { OpenPeriod } from '../../lib/time/opening-hours.ts';
import { absencesOn, closureOn, hoursOn, readOpeningHours } from '../../lib/time/working-hours.ts';
import type { BusinessFacts } from './business-facts.ts';
import type { AgendaDay, AgendaPerson, Span } from './view-data.ts';

/** Hours that are unknown close no day. */
const WHOLE_DAY: readonly OpenPeriod[] = [{ from: 0, to: 1440 }];

/** Returns the opening hours of dates such as `2026-11-26`. */
export function openDays(dates: readonly string[], facts: BusinessFacts): AgendaDay[] {
  const weekly = readOpeningHours(facts.opening_hours);
  return dates.map((date) => {
    const closure = closureOn(facts, date);
    if (closure) return { date, open: [], closed: closure.reason || 'closed' };
    return { date, open: spans(hoursOn(date, facts, weekly) ?? WHOLE_DAY) };
  });
}

/** Returns the working hours of people on dates, and when they are away. Hours in an unknown form are those of the business. */
export function workingDays(dates: readonly string[], facts: BusinessFacts): AgendaPerson[] {
  const regular = readOpeningHours(facts.opening_hours);
  return facts.staff.map(({ id, name, opening_hours: stated, time_off: absences }) => {
    const own = stated === undefined ? undefined : readOpeningHours(stated);
    const worker = { id, hasOwnHours: own !== undefined };
    const days = dates.map((date) => {
      const hours = spans(hoursOn(date, facts, own ?? regular, worker) ?? WHOLE_DAY);
      const away = spans(absencesOn(date, absences));
      return { date, hours, ...(away.length > 0 ? { away } : {}) };
    });
    return { id, name, days };
  });
}

const spans = (periods: readonly OpenPeriod[]): Span[] =>
  periods.map(({ from, to }) => ({ from: clockTime(from), to: clockTime(to) }));

const clockTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
