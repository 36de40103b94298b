import type { Occasion } from '../../lib/promises/due.ts';
import { parseOpeningHours } from '../../lib/time/opening-hours.ts';
import type { ToolContext } from '../core/context.ts';
import { ASSUMED_OPENING_HOURS } from '../core/settings.ts';

/** Returns when and where the promises of a call were made. @param start of the call, in milliseconds since the epoch. */
export const occasionOf = (start: number, { time, settings }: ToolContext): Occasion => ({
  start,
  zone: time.zone,
  hours: parseOpeningHours(settings.openingHours ?? ASSUMED_OPENING_HOURS),
});
