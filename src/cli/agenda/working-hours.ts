import type { BusinessRecord, ReadFields } from '../../contract/index.ts';
import type { OpeningHours, OpenPeriod } from '../../lib/time/opening-hours.ts';
import { absencesOn, closureOn, hoursOn, intersectPeriods, readOpeningHours } from '../../lib/time/working-hours.ts';
import { subtractPeriods } from './periods.ts';

type Business = ReadFields<typeof BusinessRecord>;
type Staff = Pick<NonNullable<Business['staff']>[number], 'id' | 'opening_hours' | 'time_off'>;

/** The days of a business. What its periods count is said where they are made. */
export interface WorkingHours {
  closureOn(date: string): { reason: string | null } | undefined;
  /** Opening hours of a date; undefined: unknown. */
  open(date: string): readonly OpenPeriod[] | undefined;
  /** Working hours of a person on a date, and absences in them. */
  of(member: Staff, date: string): { hours: readonly OpenPeriod[] | undefined; away: readonly OpenPeriod[] };
}

/**
 * Reads the working hours of a business, in minutes that clocks show.
 * @param regular opening hours of the week; undefined: unknown.
 */
export function workingHours(business: Business, regular: OpeningHours | undefined): WorkingHours {
  return {
    closureOn: (date) => closureOn(business, date),
    open: (date) => hoursOn(date, business, regular),
    of({ id, opening_hours: stated, time_off: absences }, date) {
      if (closureOn(business, date)) return { hours: [], away: [] };
      const weekly = stated ? readOpeningHours(stated.join('; ')) : regular;
      const hours = hoursOn(date, business, weekly, { id, hasOwnHours: Boolean(stated) });
      const off = absencesOn(date, absences);
      return hours
        ? { hours: subtractPeriods(hours, off), away: intersectPeriods(hours, off) }
        : { hours: undefined, away: off };
    },
  };
}
