import type { BusinessRecord, Read } from '../../contract/index.ts';
import type { Occasion } from '../../lib/promises/due.ts';
import { parseOpeningHours } from '../../lib/time/opening-hours.ts';
import { readOpeningHours } from '../../lib/time/working-hours.ts';
import type { ToolContext } from '../core/context.ts';
import { ASSUMED_OPENING_HOURS } from '../core/settings.ts';

/**
 * Returns when and where the promises of a call were made.
 * @param start of the call, in milliseconds since the epoch.
 * @param business undefined if its platform does not state it.
 */
export function occasionOf(
  start: number,
  business: Read<typeof BusinessRecord> | undefined,
  { time: { zone }, settings }: ToolContext,
): Occasion {
  const { openingHours, isOpeningHoursConfigured } = settings;
  // What a business states is in its own zone.
  const stated = business?.fields.time_zone === zone ? business.fields : undefined;
  const own = isOpeningHoursConfigured ? undefined : stated?.opening_hours?.join('; ');
  return {
    start,
    zone,
    hours:
      (own === undefined ? undefined : readOpeningHours(own)) ??
      parseOpeningHours(openingHours ?? ASSUMED_OPENING_HOURS),
    exceptions: stated,
  };
}
