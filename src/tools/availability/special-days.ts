import type { BusinessRecord, ReadFields } from '../../contract/index.ts';
import { formatInstant } from '../../lib/time/format.ts';
import { DAY_MS } from '../../lib/time/units.ts';

/** How many days ahead they are stated. The description of the answer has the number. */
const DAYS_AHEAD = 60;
const MAX_STATED = 8;

/**
 * Returns the days from today on whose hours are not the weekly ones, such as `2026-11-26: closed (Thanksgiving)`. Undefined if
 * the platform states none of them.
 * @param zone that of the business.
 */
export function specialDays(
  { closures, special_hours: special }: Partial<ReadFields<typeof BusinessRecord>>,
  now: number,
  zone: string,
): string[] | undefined {
  if (!closures && !special) return undefined;
  const dateAt = (instant: number) => formatInstant(new Date(instant).toISOString(), zone)?.local.slice(0, 10) ?? '';
  const [today, last] = [dateAt(now), dateAt(now + DAYS_AHEAD * DAY_MS)];
  const stated = [
    ...(closures ?? []).map((closure) => ({ ...closure, hours: 'closed' })),
    ...(special ?? []).map(({ staff, hours, ...entry }) => ({
      ...entry,
      hours: staff.length > 0 ? `${hours} for ${staff.length} of the staff` : hours,
    })),
  ]
    .filter(({ from, to }) => today <= to && from <= last)
    .sort((a, b) => (a.from < b.from ? -1 : 1))
    .map(({ from, to, hours, reason }) => {
      return `${from}${to === from ? '' : ` to ${to}`}: ${hours}${reason ? ` (${reason})` : ''}`;
    });
  const more = stated.length - MAX_STATED;
  return more > 0 ? [...stated.slice(0, MAX_STATED), `and ${more} more`] : stated;
}
