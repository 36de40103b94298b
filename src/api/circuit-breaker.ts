import type { EndpointName } from '../contract/index.ts';
import type { Clock } from '../lib/time/clock.ts';
import { ApiError, type ApiErrorKind, type LeftOpen } from './errors.ts';
import type { ApiObserver } from './observer.ts';

/** Failures in a row, and the time over which they must stretch, after which a platform is left alone. */
const FAILURES = 10;
const FAILING_MS = 10_000;
/** How long it is left alone. Then one request goes out to see. */
const REST_MS = 5_000;

const FAILED: readonly ApiErrorKind[] = ['server_error', 'timeout', 'unreachable', 'connection_lost'];

/** Keeps a platform that has been failing for a while from being asked again and again. */
export function createBreaker(clock: Clock, observer: ApiObserver | undefined) {
  const self = {};
  let failures = 0;
  let since = 0;
  let restUntil = 0;
  return {
    isFailure: (kind: ApiErrorKind) => FAILED.includes(kind),

    /** Throws while the platform is left alone. */
    admit(endpoint: EndpointName, open: LeftOpen) {
      const left = restUntil - clock.now();
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
      if (restUntil !== 0) observer?.resting(self, 0);
      restUntil = 0;
    },

    failed() {
      const now = clock.now();
      if (failures === 0) since = now;
      failures++;
      if (failures < FAILURES || now - since < FAILING_MS) return;
      restUntil = now + REST_MS;
      observer?.resting(self, restUntil);
    },
  };
}
