import { Temporal } from 'temporal-polyfill';
import type { Interval } from './intervals.ts';
import { localDate } from './range.ts';
import { weekdayName } from './weekdays.ts';

/** A day of a zone. */
export interface LocalDay {
  /** `2026-03-02` */
  date: string;
  /** In English. */
  weekday: string;
  /** True if the offset changes on this day, so that a local time may be skipped or may occur twice. */
  hasClockChange: boolean;
}

/**
 * Returns the local days that an interval touches, in order.
 * @param interval in milliseconds since the epoch; its end is exclusive.
 */
export function localDays({ start, end }: Interval, zone: string): LocalDay[] {
  const last = localDate(end - 1, zone);
  const days: LocalDay[] = [];
  for (let day = localDate(start, zone); Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    const [from, to] = [day, day.add({ days: 1 })].map((one) => one.toZonedDateTime(zone).offsetNanoseconds);
    days.push({ date: day.toString(), weekday: weekdayName(day.dayOfWeek), hasClockChange: from !== to });
  }
  return days;
}

/** Returns the date that another zone has for the greater part of a day of a zone: the one at its noon. */
export function dateElsewhere(date: string, zone: string, other: string): string {
  const noon = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: '12:00' });
  return noon.withTimeZone(other).toPlainDate().toString();
}
