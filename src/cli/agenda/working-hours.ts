import type { BusinessRecord, ReadFields } from '../../contract/index.ts';
import {
  type OpeningHours,
  OpeningHoursError,
  type OpenPeriod,
  parseOpeningHours,
  periodsOn,
} from '../../lib/time/opening-hours.ts';
import { DAY_MINUTES } from './agenda.ts';
import { intersectPeriods, subtractPeriods } from './periods.ts';

type Business = ReadFields<typeof BusinessRecord>;
type Staff = Pick<NonNullable<Business['staff']>[number], 'id' | 'opening_hours' | 'time_off'>;

const covers =
  (date: string) =>
  ({ from, to }: { from: string; to: string }) =>
    from <= date && date <= to;

/** Parses the opening hours of a platform; undefined for hours that this version cannot read. */
export function readOpeningHours(text: string): OpeningHours | undefined {
  try {
    return parseOpeningHours(text);
  } catch (error) {
    if (!(error instanceof OpeningHoursError)) throw error;
    return undefined;
  }
}

/** The days of a business. */
export interface WorkingHours {
  closureOn(date: string): { reason: string | null } | undefined;
  /** Opening hours of a date; undefined: unknown. */
  open(date: string): readonly OpenPeriod[] | undefined;
  /** Working hours of a person on a date, and absences in them. */
  of(member: Staff, date: string): { hours: readonly OpenPeriod[] | undefined; away: readonly OpenPeriod[] };
}

/**
 * Reads working hours as the embedded platform applies them: the last special hours that concern a person replace regular
 * ones, and shorten own ones.
 * @param regular opening hours of the week; undefined: unknown.
 */
export function workingHours(business: Business, regular: OpeningHours | undefined): WorkingHours {
  const special = (business.special_hours ?? []).flatMap(({ hours, staff, ...period }) => {
    const periods = readOpeningHours(`daily ${hours}`)?.weekly[0];
    return periods ? [{ ...period, staff, periods }] : [];
  });
  const closureOn = (date: string) => business.closures?.find(covers(date));
  const specialOn = (date: string, id?: string) =>
    special.findLast(
      (entry) => covers(date)(entry) && (entry.staff.length === 0 || (id !== undefined && entry.staff.includes(id))),
    );

  return {
    closureOn,
    open(date) {
      if (closureOn(date)) return [];
      return specialOn(date)?.periods ?? (regular && periodsOn(regular, calendarDay(date)));
    },
    of({ id, opening_hours: stated, time_off: absences }, date) {
      if (closureOn(date)) return { hours: [], away: [] };
      const regularHours = stated ? readOpeningHours(stated.join('; ')) : regular;
      const weekly = regularHours && periodsOn(regularHours, calendarDay(date));
      const exception = specialOn(date, id);
      // Own hours are only shortened by an exception for everybody.
      const isReplaced = exception && (!stated || exception.staff.length > 0);
      const shortened = weekly && exception ? intersectPeriods(weekly, exception.periods) : weekly;
      const hours = isReplaced ? exception.periods : shortened;
      const off = absences.flatMap((absence) => absentOn(absence, date)).sort((a, b) => a.from - b.from);
      return hours
        ? { hours: subtractPeriods(hours, off), away: intersectPeriods(hours, off) }
        : { hours: undefined, away: off };
    },
  };
}

/** Returns the part of an absence on a date. A date as its end is inclusive. */
function absentOn({ from, to }: { from: string; to: string }, date: string): OpenPeriod[] {
  if (date < from.slice(0, 10) || to.slice(0, 10) < date) return [];
  const start = from.startsWith(`${date}T`) ? minuteOf(from) : 0;
  const end = to.startsWith(`${date}T`) ? minuteOf(to) : DAY_MINUTES;
  return start < end ? [{ from: start, to: end }] : [];
}

/** Returns the minutes after midnight of a local time such as `2026-11-26T09:30`. */
export const minuteOf = (local: string) => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));

function calendarDay(date: string) {
  const at = new Date(`${date}T00:00:00Z`);
  const daysInMonth = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  return { dayOfWeek: at.getUTCDay() || 7, day: at.getUTCDate(), daysInMonth };
}
