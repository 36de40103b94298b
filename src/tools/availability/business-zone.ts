import type { BusinessRecord, Read } from '../../contract/index.ts';
import { isTimeZone } from '../../lib/text/locale.ts';
import { formatInstant } from '../../lib/time/format.ts';
import type { ToolContext } from '../core/context.ts';
import { readOptionalBusiness } from './optional-business.ts';

/**
 * Returns the zone in which the days of the business begin, such as the first day of a price.
 * @param fallback for a platform that does not state it, or not at present
 */
export async function businessZone(
  platform: Pick<ToolContext, 'api' | 'extensions' | 'signal'>,
  fallback: string,
): Promise<string> {
  return zoneOf(await readOptionalBusiness(platform), fallback);
}

/** The same for a business that was read. */
export function zoneOf(business: Read<typeof BusinessRecord> | undefined, fallback: string): string {
  const zone = business?.fields.time_zone;
  return zone && isTimeZone(zone) ? zone : fallback;
}

/** Returns the date of an instant (ISO 8601) in a zone: `2026-11-24`. */
export const dateIn = (zone: string, instant: string): string | undefined =>
  formatInstant(instant, zone)?.local.slice(0, 10);
