import { without } from '../../lib/time/cut-intervals.ts';
import type { Interval } from '../../lib/time/intervals.ts';
import { type OpeningHours, type OpenPeriod, periodsOn } from '../../lib/time/opening-hours.ts';
import { repeatedEnd } from '../../lib/time/repeated-ends.ts';
import { WHOLE_DAY } from '../../lib/time/whole-day.ts';
import { withSpecialHours } from '../../lib/time/working-hours.ts';
import type { Business, SpecialHours, StaffMember } from '../business/business.ts';
import type { StoredTimeOff } from '../business/stored.ts';
import type { LocalDay, LocalDays } from './local-days.ts';

/** A person whose working hours are asked for; null for the business itself: the hours of people without their own. */
type WorkingPerson = Pick<StaffMember, 'openingHours' | 'timeOff' | 'row'> | null;

interface WorkingHoursOptions {
  /** Ignores closures: an owner books on a closed day deliberately. */
  ignoreClosures?: boolean;
}

/**
 * The periods of a person's working days from `start` to `end`, both days included in full, in order and without time off
 * taken out. The start of a period is where its grid of start times begins. If a clock change repeats an end of a period,
 * the shorter period is used, without a gap to the next one; if it skips one, the period starts or ends with the change.
 */
export function* workPeriods(
  business: Business,
  person: WorkingPerson,
  days: LocalDays,
  { start, end }: Interval,
  options: WorkingHoursOptions = {},
): Generator<Interval> {
  for (const day of days.between(start, end)) {
    const periods = dayPeriods(business, person, day, options);
    for (const { from, to } of periods) {
      const end = days.instantOf(day, to, repeatedEnd(to, periods));
      const period = { start: days.instantOf(day, from, 'later'), end };
      if (period.start < period.end) yield period;
    }
  }
}

/** The same without time off, as disjoint intervals; periods that touch, such as at midnight, are one. */
export function workingIntervals(
  business: Business,
  person: WorkingPerson,
  days: LocalDays,
  window: Interval,
  options: WorkingHoursOptions = {},
): Interval[] {
  const merged: Interval[] = [];
  for (const period of workPeriods(business, person, days, window, options)) {
    const previous = merged.at(-1);
    if (previous && previous.end >= period.start) previous.end = Math.max(previous.end, period.end);
    else merged.push({ ...period });
  }
  return person ? without(merged, absences(person, days, window)) : merged;
}

/** True if a person, or the business if null, works for all of a slot. */
export function worksThroughout(
  business: Business,
  person: WorkingPerson,
  days: LocalDays,
  slot: Interval,
  options: WorkingHoursOptions = {},
): boolean {
  return workingIntervals(business, person, days, slot, options).some(
    ({ start, end }) => start <= slot.start && slot.end <= end,
  );
}

/** The times at which a person is away, of those that touch the days of a window, in order of their start. */
export function absences({ timeOff }: Pick<StaffMember, 'timeOff'>, days: LocalDays, window: Interval): Interval[] {
  if (timeOff.length === 0) return [];
  const [first, last] = [days.at(window.start).date, days.at(window.end).date];
  return timeOff
    .filter(({ from, to }) => from.slice(0, DATE_LENGTH) <= last && first <= to.slice(0, DATE_LENGTH))
    .map((entry) => absence(entry, days))
    .sort((a, b) => a.start - b.start);
}

const DATE_LENGTH = '2026-11-26'.length;

function absence({ from, to }: StoredTimeOff, days: LocalDays): Interval {
  const start = from.includes('T') ? days.instantOfText(from, 'earlier') : days.on(from).start;
  // A date is inclusive: the absence ends with its day.
  const end = to.includes('T') ? days.instantOfText(to, 'later') : days.on(to).end;
  return { start, end };
}

/** The closure that a date is in. */
function closureOn({ closures }: Pick<Business, 'closures'>, date: string) {
  return closures.find(({ from, to }) => from <= date && date <= to);
}

/** The first closure on a day of a slot. */
export function closureDuring(business: Pick<Business, 'closures'>, days: LocalDays, { start, end }: Interval) {
  for (const { date } of days.between(start, end - 1)) {
    const closure = closureOn(business, date);
    if (closure) return closure;
  }
  return undefined;
}

function dayPeriods(
  business: Business,
  person: WorkingPerson,
  day: LocalDay,
  { ignoreClosures = false }: WorkingHoursOptions,
): readonly OpenPeriod[] {
  if (!ignoreClosures && closureOn(business, day.date)) return [];
  const own = person?.openingHours ?? null;
  const regular = hoursOn(own ?? business.openingHours, day);
  // The last entry that concerns the person applies, as with the exceptions of weekly hours.
  const special = business.specialHours.findLast(
    (entry) => entry.from <= day.date && day.date <= entry.to && concerns(entry, person),
  );
  if (!special) return regular;
  const isNamed = person !== null && special.staff.has(person.row.id);
  return withSpecialHours(regular, special.periods, { hasOwnHours: own !== null, isNamed });
}

const concerns = ({ staff }: SpecialHours, person: WorkingPerson) =>
  staff.size === 0 || (person !== null && staff.has(person.row.id));

const hoursOn = (hours: OpeningHours | null, day: LocalDay) => (hours ? periodsOn(hours, day) : WHOLE_DAY);
