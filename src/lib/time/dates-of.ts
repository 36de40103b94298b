import { addDays } from './add-days.ts';
import { DAY_MS } from './units.ts';

/** Returns the first dates of a period of whole days, at most `max`. */
export function datesOf({ from, to }: { from: string; to: string }, max: number): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: Math.min(count, max) }, (_, index) => addDays(from, index));
}
