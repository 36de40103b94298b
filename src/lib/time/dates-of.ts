import { addDays } from './add-days.ts';
import { DAY_MS } from './units.ts';

/** Returns the first dates of a period of whole days, at most `max`. */
export function datesOf({ from, to }: { from: string; to: string }, max: number): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return datesFrom(from, Math.min(count, max));
}

/** Returns a date and those that follow it. */
export const datesFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));
