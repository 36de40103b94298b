import type { Temporal } from 'temporal-polyfill';
import { TimeError } from './time-error.ts';
import { WEEKDAYS, weekdayName, weekdayNumber } from './weekdays.ts';

/**
 * Holds a date against the weekday that was said with it: people and models count weekdays wrong more often than dates.
 * @throws TimeError when the word is no weekday, or the date falls on another; the message has the right weekday and
 *   the nearest dates that fall on the one said.
 */
export function checkWeekday(date: Temporal.PlainDate, said: string, where: string): void {
  const wanted = weekdayNumber(said);
  if (wanted === undefined) {
    throw new TimeError(`weekday: "${said}" is none. Write one of ${WEEKDAYS.join(', ')}.`);
  }
  if (date.dayOfWeek === wanted) return;
  const next = date.add({ days: (wanted - date.dayOfWeek + 7) % 7 });
  const name = weekdayName(wanted);
  throw new TimeError(
    `${date.toString()} is a ${weekdayName(date.dayOfWeek)} (${where}), not a ${name}. ` +
      `The nearest ${name}s are ${next.subtract({ days: 7 }).toString()} and ${next.toString()}.`,
  );
}
