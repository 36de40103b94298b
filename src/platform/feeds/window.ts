import { localDate } from '../../lib/time/range.ts';
import { DAY_MS } from '../../lib/time/units.ts';

const DAYS_BEFORE = 14;
const DAYS_AFTER = 180;
/** How long a feed has a booking that was cancelled, as cancelled: programs that only add events would keep it otherwise. */
export const CANCELLED_KEPT_MS = 30 * DAY_MS;

/**
 * Returns the times whose bookings a feed has: 14 days before today to 180 days after it, each of them whole, in the zone of the
 * business. Epoch milliseconds, `to` exclusive.
 */
export function feedWindow(now: number, timeZone: string): { from: number; to: number } {
  const today = localDate(now, timeZone);
  const startOf = (days: number) => today.add({ days }).toZonedDateTime(timeZone).epochMilliseconds;
  return { from: startOf(-DAYS_BEFORE), to: startOf(DAYS_AFTER + 1) };
}
