import { instantOf } from '../../../lib/time/zoned-day.ts';
import { dayText, localTime, minutesOf, minutesText } from '../../lib/time.ts';
import { dayAndTime } from './outcome.ts';

/**
 * The start of an appointment whose day (YYYY-MM-DD) and time (HH:MM) were typed: the first one if the clocks show it twice.
 * @throws Error with a sentence for the user if no appointment can start then.
 */
export function typedStart({ day, time }: { day: string; time: string }, zone: string, now: number): number {
  if (day === '' || time === '') throw new Error('Enter a day and a time.');
  const minutes = minutesOf(time);
  const start = instantOf(day, minutes, zone);
  if (localTime(new Date(start), zone).minutes !== minutes)
    throw new Error(`The clocks skip ${minutesText(minutes)} on ${dayText(day)}.`);
  // The platform refuses it for a reason that no exception changes.
  if (start <= now) throw new Error(`${dayAndTime(start, zone)} is over. Choose a later time.`);
  return start;
}
