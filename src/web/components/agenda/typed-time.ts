import { formatClock } from '../../../lib/time/clock-text.ts';
import { repeatedInstant } from '../../../lib/time/repeated-times.ts';
import { instantOf } from '../../../lib/time/zoned-day.ts';
import { clockText, dayText, localTime, minutesOf, minutesText } from '../../lib/time.ts';
import { dayAndTime } from './outcome.ts';

export interface TypedTime {
  /** YYYY-MM-DD; empty if it is missing. */
  day: string;
  /** HH:MM; empty if it is missing. */
  time: string;
  /** Which one is meant of a time that the clocks show twice, by the value of its choice; the first one if absent. */
  repeated?: string | undefined;
}

const SECOND = 'later';

/**
 * The start of an appointment whose day and time were typed.
 * @throws Error with a sentence for the user if no appointment can start then.
 */
export function typedStart({ day, time, repeated }: TypedTime, zone: string, now: number): number {
  if (day === '' || time === '') throw new Error('Enter a day and a time.');
  const minutes = minutesOf(time);
  const first = instantOf(day, minutes, zone);
  if (localTime(new Date(first), zone).minutes !== minutes)
    throw new Error(`The clocks skip ${minutesText(minutes)} on ${dayText(day)}.`);
  const start = (repeated === SECOND ? repeatedInstant(first, zone) : undefined) ?? first;
  // The platform refuses it for a reason that no exception changes.
  if (start <= now) throw new Error(`${dayAndTime(start, zone)} is over. Choose a later time.`);
  return start;
}

/** A start as it would be typed. */
export function timeToType(start: number, zone: string): Required<TypedTime> {
  const { date: day, minutes } = localTime(new Date(start), zone);
  const time = formatClock(minutes);
  const isSecond = instantOf(day, minutes, zone) !== start;
  return { day, time, repeated: isSecond ? SECOND : '' };
}

/** The choices of a typed time that the clocks show twice; empty for every other time. */
export function repeatedChoices({ day, time }: TypedTime, zone: string): { value: string; label: string }[] {
  if (day === '' || time === '') return [];
  const first = instantOf(day, minutesOf(time), zone);
  const second = repeatedInstant(first, zone);
  if (second === undefined) return [];
  return [
    { value: 'earlier', label: `${clockText(new Date(first), zone)} (before the clocks go back)` },
    { value: SECOND, label: `${clockText(new Date(second), zone)} (after the clocks go back)` },
  ];
}
