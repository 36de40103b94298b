import type { Temporal } from 'temporal-polyfill';
import type { ClockChange } from './parse.ts';

/**
 * Returns the instant at which the clocks of a zone show a local time. Of a time that a clock change repeats, `repeated`
 * selects the instant; a time that it skips is reached at the change.
 */
export function localInstant(local: Temporal.PlainDateTime, zone: string, repeated: ClockChange): number {
  const found = local.toZonedDateTime(zone, { disambiguation: repeated });
  if (found.toPlainDateTime().equals(local)) return found.epochMilliseconds;
  const before = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  return (before.getTimeZoneTransition('next') ?? found).epochMilliseconds;
}
