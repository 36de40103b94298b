import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Api, ApiError, type ApiErrorKind, type Extensions, ifPermitted, REMOTE_WAIT_MS } from '../api/index.ts';
import { businessSettings, type StatedBusiness } from '../config/platform-profile.ts';
import { announcedPlace } from '../contract/index.ts';
import { Cancellation } from '../lib/concurrency/cancellation.ts';
import type { Logger } from '../lib/logging/logger.ts';
import { isCountryCode, isTimeZone } from '../lib/text/locale.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { BusinessSettings } from '../tools/index.ts';
import type { BusinessOptions } from './business-settings.ts';

/** How long the answer of a remote platform is used, in milliseconds. */
const STATED_CACHED_MS = 10 * 60_000;
/** The same for a failed request: a call that fails for it is advised to try again in a moment. */
const FAILURE_CACHED_MS = 5_000;
/** Failures of a platform that answered nothing, or accepts no key: a call that needs the zone fails for the same reason. */
const UNANSWERED: ReadonlySet<ApiErrorKind> = new Set([
  'unauthorized',
  'unreachable',
  'untrusted_certificate',
  'connection_lost',
  'timeout',
]);

interface Parts {
  api: Pick<Api, 'getBusiness' | 'getCapabilities'>;
  extensions: Pick<Extensions, 'announcesForCertain'>;
  /** Cancels the requests. */
  closing?: AbortSignal | undefined;
}

/**
 * Returns a function that reads the business's settings from a remote platform, where it announces that it states them. Only
 * the first call waits, and not for long: later ones get the last answer while the next one is read. As long as the platform cannot
 * be asked, each attempt has a call that waits for it.
 */
export function statedBusinessSettings(
  settings: BusinessOptions,
  platform: Parts,
  logger: Logger,
): () => Promise<BusinessSettings> {
  let current = businessSettings(settings, undefined);
  let until = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let isFirst = true;
  let isStated = false;
  const read = async () => {
    let cachedMs = STATED_CACHED_MS;
    try {
      const latest = businessSettings(settings, await readStated(platform));
      if (!isDeepStrictEqual(latest, current)) current = latest;
      isStated = true;
    } catch (error) {
      logger.debug('the business cannot be read', { error });
      cachedMs = FAILURE_CACHED_MS;
      if (!isStated) {
        const isUnanswered = error instanceof ApiError && UNANSWERED.has(error.details.kind);
        current = { ...businessSettings(settings, undefined), ...(isUnanswered ? { unstated: error } : {}) };
        isFirst = isUnanswered;
      }
    }
    until = systemClock.monotonic() + cachedMs;
    reading = undefined;
  };
  return async () => {
    if (systemClock.monotonic() < until) return current;
    reading ??= read();
    if (isFirst) await Promise.race([reading, delay(REMOTE_WAIT_MS, undefined, { ref: false })]);
    isFirst = current.unstated !== undefined;
    return current;
  };
}

/**
 * Reads what a platform states. Undefined if it does not announce that it does. A key that may not read the business gets what is
 * announced of it.
 * @throws ApiError
 */
export async function readStated({ api, extensions, closing }: Parts): Promise<StatedBusiness | undefined> {
  if (!(await extensions.announcesForCertain('business', new Cancellation()))) return undefined;
  const options = closing ? { signal: closing } : {};
  const read = await ifPermitted(() => api.getBusiness(options));
  // Tools read its opening hours themselves, with the closures.
  const { time_zone: zone, country } = read?.fields ?? announcedPlace(await api.getCapabilities(options));
  return {
    source: 'the platform',
    ...(zone && isTimeZone(zone) ? { timeZone: zone } : {}),
    ...(country && isCountryCode(country) ? { defaultCountry: country } : {}),
  };
}
