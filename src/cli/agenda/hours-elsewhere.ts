import type { Interval } from '../../lib/time/intervals.ts';
import { dateElsewhere, localDays } from '../../lib/time/local-days.ts';
import { offsetAt } from '../../lib/time/offset.ts';
import type { OpenPeriod } from '../../lib/time/opening-hours.ts';
import { periodsWithin } from '../../lib/time/periods-elsewhere.ts';
import { MINUTE_MS } from '../../lib/time/units.ts';
import { DAY_MINUTES } from '../../lib/time/whole-day.ts';
import { dayOf } from '../../lib/time/zone-days.ts';
import type { WorkingHours } from './working-hours.ts';

type PeriodsOn = (date: string) => readonly OpenPeriod[] | undefined;

/**
 * Places the hours of a business on the dates of another zone, so that an agenda has one zone only.
 * @param own IANA zone of the hours
 * @param shown IANA zone of the agenda
 */
export function hoursElsewhere(hours: WorkingHours, own: string, shown: string): WorkingHours {
  /** Undefined if the hours of a date are unknown. */
  const place = (date: string, periodsOn: PeriodsOn): OpenPeriod[] | undefined => {
    const day = dayOf(date, shown);
    if (localDays(day, own).some((one) => periodsOn(one.date) === undefined)) return undefined;
    return periodsWithin(day, own, (one) => periodsOn(one) ?? []).map((one) => periodIn(one, day, shown));
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

/** Returns what clocks show at the ends of an interval within a day. */
function periodIn({ start, end }: Interval, day: Interval, zone: string): OpenPeriod {
  const minute = (at: number) => Math.floor((at + offsetAt(at, zone)) / MINUTE_MS) % DAY_MINUTES;
  return { from: minute(start), to: end === day.end ? DAY_MINUTES : minute(end) };
}
