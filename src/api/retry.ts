import { setTimeout as delay } from 'node:timers/promises';
import type { Effect, EndpointName } from '../contract/index.ts';
import { abortSignalOf, type CancelSignal } from '../lib/concurrency/cancellation.ts';
import { type Clock, systemClock } from '../lib/time/clock.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { ApiError, type ApiErrorDetails, type ApiErrorKind } from './errors.ts';
import type { ApiObserver } from './observer.ts';

export interface RetryOptions {
  clock?: Clock;
  /** Injected by tests. Default: a timer. */
  sleep?: (ms: number, signal: CancelSignal | undefined) => Promise<void>;
  /** From 0 to 1; injected by tests. */
  random?: () => number;
  /** Receives retries and changes of the circuit breaker. */
  observer?: ApiObserver | undefined;
}

/** A call that may be retried. */
interface RetryableCall {
  effect: Effect;
  endpoint: EndpointName;
  /** Maximum duration of all attempts together, in milliseconds. */
  deadlineMs: number;
  signal: CancelSignal | undefined;
}

const MAX_ATTEMPTS = 4;
const BASE_DELAY_MS = 150;
/** A longer `Retry-After` is reported to the caller instead of waited for. */
const MAX_DELAY_MS = 10_000;
/** Minimum time for an attempt: with less it would time out and hide the error of the previous one. */
const MIN_ATTEMPT_MS = 1_000;
/** Retry budget (token bucket), so that retries do not multiply the load on a failing platform. */
const RETRY_BUDGET = 30;
/** Tokens that each success adds. */
const BUDGET_REFILL = 0.5;

const TRANSIENT: readonly ApiErrorKind[] = [
  'server_error',
  'rate_limited',
  'timeout',
  'unreachable',
  'connection_lost',
];

/**
 * Returns the delay before the next attempt, in milliseconds; undefined if a retry is unsafe or pointless. Reads, full
 * updates, cancellations and deletions are idempotent and always retried; creates only if they certainly failed.
 */
export function retryDelay(
  details: ApiErrorDetails,
  effect: Effect,
  attempts: number,
  random: number,
): number | undefined {
  // A truncated or malformed response to an idempotent request.
  const isMalformed = details.kind === 'invalid_response' && details.status !== undefined && effect !== 'create';
  if (!TRANSIENT.includes(details.kind) && !isMalformed) return undefined;
  if (details.advice !== undefined || attempts >= MAX_ATTEMPTS) return undefined;
  if (effect === 'create' && details.changed !== 'no') return undefined;
  if (details.retryAfterSeconds !== undefined) {
    const retryAfterMs = details.retryAfterSeconds * 1_000;
    return retryAfterMs <= MAX_DELAY_MS ? retryAfterMs + random * 100 : undefined;
  }
  return BASE_DELAY_MS * 2 ** (attempts - 1) * (0.5 + random / 2);
}

/** Runs attempts until one succeeds, the error is final, or the time or the budget is exhausted. One per credential. */
export function createRetrier(options: RetryOptions) {
  const { clock = systemClock, random = Math.random, sleep = defaultSleep, observer } = options;
  const breaker = createCircuitBreaker(clock, observer);
  let budget = RETRY_BUDGET;

  return async function retry<T>(
    call: RetryableCall,
    attempt: (timeMs: number, resends: number) => Promise<T>,
  ): Promise<T> {
    const deadline = clock.monotonic() + call.deadlineMs;
    // A platform that hangs once may answer the next attempt; a create is attempted only once.
    const attemptMs = call.effect === 'create' ? call.deadlineMs : call.deadlineMs / 2;
    const minAttemptMs = Math.min(MIN_ATTEMPT_MS, call.deadlineMs / 4);
    /** Whether an attempt so far may have taken effect. */
    let changed: ApiErrorDetails['changed'] = 'no';
    for (let attempts = 1; ; attempts++) {
      breaker.admit(call.endpoint, changed);
      const begun = clock.monotonic();
      try {
        const result = await attempt(Math.max(1, Math.min(attemptMs, deadline - clock.monotonic())), attempts - 1);
        breaker.answered();
        budget = Math.min(RETRY_BUDGET, budget + BUDGET_REFILL);
        return result;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // An error with our advice occurred before a request was sent.
        // A cancelled request was not answered, and might have been.
        if (error.details.advice === undefined && error.details.kind !== 'cancelled') {
          if (breaker.isFailure(error.details.kind)) breaker.failed(error.details);
          else breaker.answered();
        }
        // A later refusal does not undo a possible effect of an earlier attempt.
        if (error.details.changed === 'unknown') changed = 'unknown';
        const final = new ApiError({ ...error.details, changed }, { cause: error.cause });
        const ms = retryDelay(error.details, call.effect, attempts, random());
        // A create that takes as long again must not time out: it certainly failed, and would then have an unknown outcome.
        const neededMs = call.effect === 'create' ? Math.max(minAttemptMs, clock.monotonic() - begun) : minAttemptMs;
        if (ms === undefined || budget < 1 || clock.monotonic() + ms + neededMs > deadline) throw final;
        budget--;
        await sleep(ms, call.signal).catch(() => {
          throw new ApiError({ kind: 'cancelled', endpoint: call.endpoint, changed });
        });
        // The wait can take longer than that: other work kept the event loop busy, or the machine slept.
        if (clock.monotonic() + minAttemptMs > deadline) throw final;
        observer?.retried(call.endpoint);
      }
    }
  };
}

function defaultSleep(ms: number, signal: CancelSignal | undefined): Promise<void> {
  return delay(ms, undefined, signal ? { signal: abortSignalOf(signal) } : {});
}
