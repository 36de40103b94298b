import { isDeepStrictEqual } from 'node:util';
import { businessSettings, storedBusiness } from '../config/platform-profile.ts';
import type { Settings } from '../config/settings.ts';
import type { Logger } from '../lib/logging/logger.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { BusinessProfile } from '../platform/index.ts';
import type { BusinessSettings } from '../tools/index.ts';

/** The options of the operator that come before what the platform says. */
export type BusinessOptions = Pick<Settings, 'timeZone' | 'defaultCountry' | 'openingHours' | 'language'>;

/** How long no read is tried after one failed, in milliseconds: a call must not wait twice for a database that does not answer. */
const PAUSE_MS = 5_000;

/**
 * Returns a function that reads the business's settings from the database, and the same object while they do not change. It reads
 * each time: a call in the zone that another process has replaced would book at another hour than the one that was offered.
 */
export function storedBusinessSettings(
  settings: BusinessOptions,
  read: () => Promise<BusinessProfile>,
  logger: Logger,
) {
  let current = businessSettings(settings, undefined);
  let pausedUntil = Number.NEGATIVE_INFINITY;
  /** The zone of the business that was last compared with that of the options. */
  let compared: string | undefined;
  return async (): Promise<BusinessSettings> => {
    if (systemClock.monotonic() < pausedUntil) return current;
    try {
      const profile = await read();
      if (settings.timeZone !== undefined && profile.timeZone !== compared) {
        compared = profile.timeZone;
        // Loaded only where a zone is configured: most first calls do without it.
        const { zoneConflict } = await import('../config/zone-conflict.ts');
        const conflict = zoneConflict(settings.timeZone, profile, systemClock.now());
        if (conflict !== undefined) logger.warn(conflict);
      }
      const latest = businessSettings(settings, storedBusiness(profile));
      if (!isDeepStrictEqual(latest, current)) current = latest;
    } catch (error) {
      // The call itself fails for the same reason, and says so.
      logger.debug('the business cannot be read', { error });
      pausedUntil = systemClock.monotonic() + PAUSE_MS;
    }
    return current;
  };
}
