import type { EndpointName } from '../contract/index.ts';
import type { Clock } from '../lib/time/clock.ts';
import { ApiError, type ApiErrorDetails, type ApiErrorKind } from './errors.ts';
import type { ApiObserver } from './observer.ts';

/** Number of consecutive failures that opens the breaker. */
const FAILURE_THRESHOLD = 10;
/** Minimum time from the first of these failures to the last, in milliseconds. */
const MIN_FAILING_MS = 10_000;
/** How long the breaker is open, in milliseconds. It then half-opens: the next failure opens it again. */
const OPEN_MS = 5_000;

const FAILURE_KINDS: readonly ApiErrorKind[] = ['server_error', 'timeout', 'unreachable', 'connection_lost'];

/** Circuit breaker: opens after 10 consecutive failures over at least 10 s, half-opens after 5 s. */
export function createCircuitBreaker(clock: Clock, observer: ApiObserver | undefined) {
  /** Identifies this breaker to the observer. */
  const self = {};
  /** The status of the last failure, or its kind if there was no answer. */
  let last: number | ApiErrorKind | undefined;
  let failures = 0;
  let failingSince = 0;
  let openUntil = Number.NEGATIVE_INFINITY;
  return {
    isFailure: (kind: ApiErrorKind) => FAILURE_KINDS.includes(kind),

    /** Throws while the breaker is open. `changed`: whether an earlier attempt of the call may have taken effect. */
    admit(endpoint: EndpointName, changed: ApiErrorDetails['changed']) {
      const remainingMs = openUntil - clock.monotonic();
      if (remainingMs <= 0) return;
      const seconds = Math.ceil(remainingMs / 1_000);
      throw new ApiError({
        kind: 'unreachable',
        endpoint,
        changed,
        retryAfterSeconds: seconds,
        advice: `The platform has failed ${failures} times in a row (last: ${last}) and is not asked now.`,
      });
    },

    /** Closes the breaker. Any answer, including a refusal, shows that the platform is available. */
    answered() {
      failures = 0;
      if (openUntil !== Number.NEGATIVE_INFINITY) observer?.breakerOpen(self, 0);
      openUntil = Number.NEGATIVE_INFINITY;
    },

    failed({ kind, status }: Pick<ApiErrorDetails, 'kind' | 'status'>) {
      last = status ?? kind;
      const now = clock.monotonic();
      if (failures === 0) failingSince = now;
      failures++;
      if (failures < FAILURE_THRESHOLD || now - failingSince < MIN_FAILING_MS) return;
      openUntil = now + OPEN_MS;
      observer?.breakerOpen(self, OPEN_MS);
    },
  };
}
