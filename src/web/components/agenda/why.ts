import { timesInWords } from '../../lib/sentence-times.ts';
import { dayAndTime } from './outcome.ts';
import type { FreeTimes, Interval } from './types.ts';

/** The id of a person after the name, which is for programs. */
const ID = /(?<=") \([\w-]+\)/g;

/** Why nothing is free, as far as the answer says so; otherwise empty. */
export const reasonsText = ({ reasons }: FreeTimes): string =>
  reasons.map((reason) => timesInWords(reason).replace(ID, '')).join(' ');

/** Why there are no earlier or later starts than those that are drawn, as far as the answer says so; otherwise empty. */
export function limitsText(free: FreeTimes, drawn: Interval, zone: string): string {
  const { slots, earliest, latest } = free;
  // Without free times, their reasons stand elsewhere.
  if (slots.length === 0) return '';
  const isDrawn = (at: number | undefined): at is number => at !== undefined && at > drawn.start && at < drawn.end;
  const first = isDrawn(earliest)
    ? `The first possible start, by the minimum notice, is ${dayAndTime(earliest, zone)}.`
    : '';
  const last = isDrawn(latest)
    ? `The last possible start, by the booking window, is ${dayAndTime(latest, zone)}.`
    : reasonsText(free);
  return `${first} ${last}`.trim();
}
