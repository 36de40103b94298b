import { cleanLine } from '../lib/text/text.ts';
import { offsetAt } from '../lib/time/offset.ts';
import { DAY_MS, MINUTE_MS } from '../lib/time/units.ts';
import { firstDifference } from '../lib/time/zone-difference.ts';
import type { BusinessProfile } from '../platform/index.ts';

const TEN = 10 * 60 * MINUTE_MS;

/**
 * Returns a sentence if the clocks of the configured zone show other times than those of the business, whose people read
 * and say its own times; otherwise undefined.
 * @param zone IANA zone of the options; undefined: none is configured
 */
export function zoneConflict(
  zone: string | undefined,
  { name, timeZone }: Pick<BusinessProfile, 'name' | 'timeZone'>,
  now: number,
): string | undefined {
  const at = zone === undefined ? undefined : firstDifference(zone, timeZone, now);
  if (zone === undefined || at === undefined) return undefined;
  const there = (TEN + offsetAt(at, timeZone) - offsetAt(at, zone) + DAY_MS) % DAY_MS;
  const time = new Date(there).toISOString().slice(11, 16);
  return `--time-zone (RCPT_TIME_ZONE) is ${zone}, and ${cleanLine(name)} is in ${timeZone}: times are shown and read in ${zone}, and "10:00" means ${time} at the business`;
}
