import { addDays } from './add-days.ts';
import {
  type OpeningHours,
  OpeningHoursError,
  type OpenPeriod,
  parseOpeningHours,
  periodsOn,
} from './opening-hours.ts';
import { byPrecedence } from './special-hours-order.ts';
import { DAY_MINUTES } from './whole-day.ts';

/** Exceptions from weekly hours, as the extension `business` states them. `from` and `to` are dates, both inclusive. */
export interface HoursExceptions<Closure extends DateRange = DateRange> {
  closures?: readonly Closure[] | null | undefined;
  /** For everyone if `staff` is empty, otherwise for these ids. */
  special_hours?: readonly (DateRange & { hours: string; staff: readonly string[] })[] | null | undefined;
}

interface DateRange {
  from: string;
  to: string;
}

/** A person whose working hours are asked for. */
export interface WorkingPerson {
  id: string;
  /** True if the weekly hours are the person's own, not those of the business. */
  hasOwnHours: boolean;
}

const covers =
  (date: string) =>
  ({ from, to }: DateRange) =>
    from <= date && date <= to;

/** Parses the opening hours that a platform states; undefined for hours in a form that this version cannot read. */
export function readOpeningHours(text: string): OpeningHours | undefined {
  try {
    return parseOpeningHours(text);
  } catch (error) {
    if (!(error instanceof OpeningHoursError)) throw error;
    return undefined;
  }
}

/** The closure that a date is in. */
export const closureOn = <C extends DateRange>({ closures }: HoursExceptions<C>, date: string): C | undefined =>
  closures?.find(covers(date));

/**
 * Returns the opening hours of a business on a date, or the working hours of a person, by the rules of the embedded platform
 * (`src/platform/availability/working-hours.ts`): closures close a day; of the special hours that concern the person, those
 * that apply (`byPrecedence`) change the weekly ones (`withSpecialHours`).
 * @param weekly undefined: unknown.
 * @returns undefined if the hours are unknown.
 */
export function hoursOn(
  date: string,
  exceptions: HoursExceptions,
  weekly: OpeningHours | undefined,
  person?: WorkingPerson,
): readonly OpenPeriod[] | undefined {
  if (closureOn(exceptions, date)) return [];
  const usual = weekly && periodsOn(weekly, calendarDay(date));
  const names = (staff: readonly string[]) => person !== undefined && staff.includes(person.id);
  const special = exceptions.special_hours
    ?.filter((one) => covers(date)(one) && (one.staff.length === 0 || names(one.staff)))
    .sort(byPrecedence)
    .at(-1);
  const changed = special && readOpeningHours(`daily ${special.hours}`)?.weekly[0];
  if (!special || !changed) return usual;
  return withSpecialHours(usual, changed, { hasOwnHours: person?.hasOwnHours ?? false, isNamed: names(special.staff) });
}

/**
 * The periods of a day on which special hours apply: they replace the usual ones. People with hours of their own come on an extra
 * day only if the special hours name them; a short day is short for them, too.
 */
export function withSpecialHours<Usual extends readonly OpenPeriod[] | undefined>(
  usual: Usual,
  special: readonly OpenPeriod[],
  { hasOwnHours, isNamed }: { hasOwnHours: boolean; isNamed: boolean },
): readonly OpenPeriod[] | Usual {
  return hasOwnHours && !isNamed ? usual && intersectPeriods(usual, special) : special;
}

/** Returns the parts of `periods` that lie in `within`. */
export function intersectPeriods(periods: readonly OpenPeriod[], within: readonly OpenPeriod[]): OpenPeriod[] {
  return periods.flatMap((one) =>
    within.flatMap((other) => {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
      return from < to ? [{ from, to }] : [];
    }),
  );
}

const ABSENCE_END = /^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d)?$/;

/**
 * Returns the parts of a date that absences take, in order of their start. Their ends are local times, or dates, of which the
 * last is inclusive; an absence with an end in another form is left out.
 */
export function absencesOn(date: string, absences: readonly DateRange[]): OpenPeriod[] {
  return absences.flatMap((absence) => absenceOn(date, absence)).sort((a, b) => a.from - b.from);
}

function absenceOn(date: string, { from, to }: DateRange): OpenPeriod[] {
  if (!ABSENCE_END.test(from) || !ABSENCE_END.test(to)) return [];
  if (date < from.slice(0, date.length) || to.slice(0, date.length) < date) return [];
  const start = from.startsWith(`${date}T`) ? minuteOf(from) : 0;
  const end = to.startsWith(`${date}T`) ? minuteOf(to) : DAY_MINUTES;
  return start < end ? [{ from: start, to: end }] : [];
}

/** Returns the minutes after midnight of a local time such as `2026-11-26T09:30`. */
const minuteOf = (local: string): number => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));

/** The parts of a date such as `2026-11-26` that weekly hours depend on. */
export function calendarDay(date: string) {
  const at = new Date(`${date}T00:00:00Z`);
  const daysInMonth = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  return { dayOfWeek: at.getUTCDay() || 7, day: at.getUTCDate(), daysInMonth };
}

/** Returns the Monday of the week of a date. */
export const mondayOf = (date: string): string => addDays(date, 1 - calendarDay(date).dayOfWeek);
