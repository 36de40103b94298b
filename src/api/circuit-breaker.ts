import type { EndpointName } from '../contract/index.ts';
import type { Clock } from '../lib/time/clock.ts';
import { ApiError, type ApiErrorKind, type Uncertainty } from './errors.ts';
import type { ApiObserver } from './observer.ts';

/** Failures in a row, and the time over which they must stretch, after which a platform is left alone. */
const FAILURE_THRESHOLD = 10;
const MIN_FAILING_MS = 10_000;
/** How long it is left alone. Then one request goes out to see. */
const OPEN_MS = 5_000;

const FAILED: readonly ApiErrorKind[] = ['server_error', 'timeout', 'unreachable', 'connection_lost'];

/** Keeps a platform that has been failing for a while from being asked again and again. */
export function createCircuitBreaker(clock: Clock, observer: ApiObserver | undefined) {
  const self = {};
  let failures = 0;
  let since = 0;
  let openUntil = 0;
  return {
    isFailure: (kind: ApiErrorKind) => FAILED.includes(kind),

    /** Throws while the platform is left alone. */
    admit(endpoint: EndpointName, open: Uncertainty) {
      const left = openUntil - clock.now();
      if (left <= 0) return;
      const seconds = Math.ceil(left / 1_000);
      throw new ApiError({
        kind: 'unreachable',
        endpoint,
        ...open,
        retryAfterSeconds: seconds,
        advice: `The platform has failed ${failures} times in a row and is not asked again for ${seconds} seconds.`,
      });
    },

    /** Any answer, a refusal too, shows that the platform is there. */
    answered() {
      failures = 0;
      if (openUntil !== 0) observer?.breakerOpen(self, 0);
      openUntil = 0;
    },

    failed() {
      const now = clock.now();
      if (failures === 0) since = now;
      failures++;
      if (failures < FAILURE_THRESHOLD || now - since < MIN_FAILING_MS) return;
      openUntil = now + OPEN_MS;
      observer?.breakerOpen(self, openUntil);
    },
  };
}
