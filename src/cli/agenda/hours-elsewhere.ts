import { dateElsewhere, localDays } from '../../lib/time/local-days.ts';
import type { OpenPeriod } from '../../lib/time/opening-hours.ts';
import { periodsWithin } from '../../lib/time/periods-elsewhere.ts';
import { zonedDay } from '../../lib/time/zoned-day.ts';
import { passedPeriods, periodOf } from './day-times.ts';
import type { WorkingHours } from './working-hours.ts';

type PeriodsOn = (date: string) => readonly OpenPeriod[] | undefined;

/** Converts the hours of a business to minutes that have passed of its days. @param zone IANA, that of the hours */
export const hoursHere = (hours: WorkingHours, zone: string): WorkingHours => ({
  closureOn: (date) => hours.closureOn(date),
  open(date) {
    const open = hours.open(date);
    return open && passedPeriods(open, zonedDay(date, zone));
  },
  of(member, date) {
    const { hours: working, away } = hours.of(member, date);
    const day = zonedDay(date, zone);
    return { hours: working && passedPeriods(working, day), away: passedPeriods(away, day, 'absence') };
  },
});

/**
 * Places the hours of a business on the dates of another zone, so that an agenda has one zone only: in minutes that have passed of these days.
 * @param own IANA zone of the hours
 * @param shown IANA zone of the agenda
 */
export function hoursElsewhere(hours: WorkingHours, own: string, shown: string): WorkingHours {
  /** Undefined if the hours of a date are unknown. */
  const place = (date: string, periodsOn: PeriodsOn): OpenPeriod[] | undefined => {
    const day = zonedDay(date, shown);
    if (localDays(day, own).some((one) => periodsOn(one.date) === undefined)) return undefined;
    return periodsWithin(day, own, (one) => periodsOn(one) ?? []).map((one) => periodOf(one, day));
  };
  const open: WorkingHours['open'] = (date) => place(date, (one) => hours.open(one));
  return {
    open,
    closureOn: (date) => (open(date)?.length ? undefined : hours.closureOn(dateElsewhere(date, shown, own))),
    of: (member, date) => ({
      hours: place(date, (one) => hours.of(member, one).hours),
      away: place(date, (one) => hours.of(member, one).away) ?? [],
    }),
  };
}
