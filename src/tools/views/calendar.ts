import { mapInSlices } from '../../lib/concurrency/slices.ts';
import { dateElsewhere } from '../../lib/time/local-days.ts';
import { absencesOn, closureOn, readOpeningHours } from '../../lib/time/working-hours.ts';
import type { BusinessFacts } from './business-facts.ts';
import { PlacedHours, type ShownDays } from './placed-hours.ts';
import type { AgendaDay, AgendaPerson } from './view-data.ts';

/** Returns the opening hours of days, and why the business is closed on all of a day. */
export function openDays(shown: ShownDays, facts: BusinessFacts): AgendaDay[] {
  const placed = new PlacedHours(shown, facts);
  const open = placed.hours(undefined);
  return shown.dates.map((date, index): AgendaDay => {
    const spans = open[index] ?? [];
    const closure = spans.length === 0 && closureOn(facts, dateElsewhere(date, shown.zone, placed.zone));
    return { date, open: spans, ...(closure ? { closed: closure.reason || 'closed' } : {}) };
  });
}

/** Returns the working hours of people on days, and when they are away. Hours in an unknown form are those of the business. */
export function workingDays(shown: ShownDays, facts: BusinessFacts): Promise<AgendaPerson[]> {
  const placed = new PlacedHours(shown, facts);
  return mapInSlices(facts.staff, ({ id, name, opening_hours: stated, time_off: absences }) => {
    const own = stated === undefined ? undefined : readOpeningHours(stated);
    const hours = placed.hours(own, { id, hasOwnHours: own !== undefined });
    const away = placed.place((date) => absencesOn(date, absences));
    const days = shown.dates.map((date, index) => ({
      date,
      hours: hours[index] ?? [],
      ...(away[index]?.length ? { away: away[index] } : {}),
    }));
    return { id, name, days };
  });
}
