import { Temporal } from 'temporal-polyfill';
import {
  type OpeningHours,
  OpeningHoursError,
  type OpenPeriod,
  parseOpeningHours,
  periodsOn,
} from '../../lib/time/opening-hours.ts';
import type { BusinessFacts, PersonFacts } from './business-facts.ts';
import type { AgendaDay, AgendaPerson, Span } from './view-data.ts';

/**
 * Opening hours of days and working hours of people, by the same rules as the embedded platform's
 * (`src/platform/availability/working-hours.ts`): closures close a day; the last special hours of a day replace the
 * regular ones; people with hours of their own work special hours within these, unless the special hours name them.
 */

const WHOLE_DAY: readonly OpenPeriod[] = [{ from: 0, to: 1440 }];

/** Returns the opening hours of dates such as `2026-11-26`. */
export function openDays(dates: readonly string[], facts: BusinessFacts): AgendaDay[] {
  return dates.map((date) => {
    const closure = closureOn(facts, date);
    if (closure) return { date, open: [], closed: closure.reason || 'closed' };
    return { date, open: spans(periodsOf(null, date, facts)) };
  });
}

/** Returns the working hours of people on dates, and when they are away. */
export function workingDays(dates: readonly string[], facts: BusinessFacts): AgendaPerson[] {
  return facts.staff.map((person) => ({
    id: person.id,
    name: person.name,
    days: dates.map((date) => {
      const hours = closureOn(facts, date) ? [] : spans(periodsOf(person, date, facts));
      const away = person.time_off.flatMap((absence) => awayOn(absence, date));
      return { date, hours, ...(away.length > 0 ? { away } : {}) };
    }),
  }));
}

const closureOn = ({ closures }: BusinessFacts, date: string) =>
  closures.find(({ from, to }) => from <= date && date <= to);

function periodsOf(person: PersonFacts | null, date: string, facts: BusinessFacts): readonly OpenPeriod[] {
  const own = person?.opening_hours ? parsed(person.opening_hours) : undefined;
  const regular = periodsOnDate(own ?? parsed(facts.opening_hours), date);
  const special = facts.special_hours.findLast(
    ({ from, to, staff }) =>
      from <= date && date <= to && (staff.length === 0 || (person !== null && staff.includes(person.id))),
  );
  if (!special) return regular;
  const periods = periodsOnDate(parsed(`daily ${special.hours}`), date);
  const isNamed = person !== null && special.staff.includes(person.id);
  return own === undefined || isNamed ? periods : intersect(regular, periods);
}

/** Returns undefined for hours of a platform that writes them in another form. */
function parsed(text: string): OpeningHours | undefined {
  try {
    return parseOpeningHours(text);
  } catch (error) {
    if (error instanceof OpeningHoursError) return undefined;
    throw error;
  }
}

/** Hours that are unknown close no day. */
const periodsOnDate = (hours: OpeningHours | undefined, date: string) =>
  hours ? periodsOn(hours, Temporal.PlainDate.from(date)) : WHOLE_DAY;

function intersect(left: readonly OpenPeriod[], right: readonly OpenPeriod[]): OpenPeriod[] {
  return left.flatMap((a) =>
    right.flatMap((b) => {
      const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
      return from < to ? [{ from, to }] : [];
    }),
  );
}

const ABSENCE_END = /^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d)?$/;

/** Returns the part of a day that an absence takes. Its ends are dates, of which the last is inclusive, or local times. */
function awayOn({ from, to }: { from: string; to: string }, date: string): Span[] {
  if (![from, to].every((end) => ABSENCE_END.test(end))) return [];
  if (from.slice(0, 10) > date || to.slice(0, 10) < date) return [];
  const start = from.startsWith(date) && from.includes('T') ? from.slice(11, 16) : '00:00';
  const end = to.startsWith(date) && to.includes('T') ? to.slice(11, 16) : '24:00';
  return start < end ? [{ from: start, to: end }] : [];
}

const spans = (periods: readonly OpenPeriod[]): Span[] =>
  periods.map(({ from, to }) => ({ from: clockTime(from), to: clockTime(to) }));

const clockTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
