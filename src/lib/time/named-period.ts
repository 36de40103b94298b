import { namedDays } from './named-days.ts';
import { localDate } from './range.ts';
import { dayOf } from './zone-days.ts';

/**
 * Returns the end of the week or month that a text names, such as `this week` or `2026-11`, in epoch milliseconds; undefined if it names
 * a day or a time.
 * @param zone IANA
 * @param now epoch milliseconds
 * @throws RangeError for a month that does not exist.
 */
export function endOfNamedPeriod(text: string, zone: string, now: number): number | undefined {
  const days = namedDays(text.trim().toLowerCase(), localDate(now, zone));
  return days && !days.first.equals(days.last) ? dayOf(days.last.toString(), zone).end : undefined;
}
