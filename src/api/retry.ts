import { setTimeout as wait } from 'node:timers/promises';
import type { Effect, EndpointName } from '../contract/index.ts';
import { type Clock, systemClock } from '../lib/time/clock.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { ApiError, type ApiErrorDetails, type ApiErrorKind, type Uncertainty } from './errors.ts';
import type { ApiObserver } from './observer.ts';

export interface RetryOptions {
  clock?: Clock;
  /** Waits; injected by tests. Default: the timer. */
  sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** From 0 to 1; injected by tests. */
  random?: () => number;
  /** Told of what is repeated, and of when the platform is left alone. */
  observer?: ApiObserver | undefined;
}

/** A call that may be repeated. */
export interface RetryableCall {
  effect: Effect;
  endpoint: EndpointName;
  /** For all attempts together. */
  deadlineMs: number;
  signal: AbortSignal | undefined;
}

const MAX_ATTEMPTS = 4;
const BASE_DELAY_MS = 150;
/** A longer `Retry-After` is told to the caller instead of slept through. */
const MAX_DELAY_MS = 10_000;
/** An attempt with less time than this would only time out and hide what went wrong before. */
const MIN_ATTEMPT_MS = 1_000;
/** Repetitions in reserve, and how much of one each success gives back: a platform that fails is not asked many times more. */
const BUDGET = 30;
const REFILL = 0.5;

const TRANSIENT: readonly ApiErrorKind[] = [
  'server_error',
  'rate_limited',
  'timeout',
  'unreachable',
  'connection_lost',
];

/**
 * How long to wait before trying again, in milliseconds; undefined when trying again is wrong or hopeless. Reads, full
 * updates, cancelling and deleting may be repeated whatever happened; creating only when it certainly did not happen.
 */
export function retryDelay(
  details: ApiErrorDetails,
  effect: Effect,
  attempts: number,
  random: number,
): number | undefined {
  // A cut or garbled answer to something that can be asked again.
  const garbled = details.kind === 'invalid_response' && details.status !== undefined && effect !== 'create';
  if (!TRANSIENT.includes(details.kind) && !garbled) return undefined;
  if (details.advice !== undefined || attempts >= MAX_ATTEMPTS) return undefined;
  if (effect === 'create' && details.changed !== 'no') return undefined;
  if (details.retryAfterSeconds !== undefined) {
    const pause = details.retryAfterSeconds * 1_000;
    return pause <= MAX_DELAY_MS ? pause + random * 100 : undefined;
  }
  return BASE_DELAY_MS * 2 ** (attempts - 1) * (0.5 + random / 2);
}

/** Runs attempts until one succeeds, the error is final, or time or budget is used up. One per credential. */
export function createRetrier(options: RetryOptions) {
  const { clock = systemClock, random = Math.random, sleep = pause, observer } = options;
  const breaker = createCircuitBreaker(clock, observer);
  let budget = BUDGET;

  return async function retry<T>(
    call: RetryableCall,
    attempt: (timeMs: number, resends: number) => Promise<T>,
  ): Promise<T> {
    const end = clock.now() + call.deadlineMs;
    // A platform that hangs once may answer the next time; creating has one chance only.
    const share = call.effect === 'create' ? call.deadlineMs : call.deadlineMs / 2;
    const shortest = Math.min(MIN_ATTEMPT_MS, call.deadlineMs / 4);
    // What the attempts so far leave open.
    let open: Uncertainty = { changed: 'no' };
    for (let attempts = 1; ; attempts++) {
      breaker.admit(call.endpoint, open);
      try {
        const result = await attempt(Math.max(1, Math.min(share, end - clock.now())), attempts - 1);
        breaker.answered();
        budget = Math.min(BUDGET, budget + REFILL);
        return result;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // With advice of ours, the platform was not asked at all.
        if (error.details.advice === undefined) {
          if (breaker.isFailure(error.details.kind)) breaker.failed();
          else breaker.answered();
        }
        // What an earlier attempt may have done, a later refusal does not undo.
        if (error.details.changed === 'unknown') open = { ...open, changed: 'unknown' };
        if (mayStillBeProcessing(error.details)) open = { ...open, mayStillBeProcessing: true };
        const final = new ApiError({ ...error.details, ...open }, { cause: error.cause });
        const ms = retryDelay(error.details, call.effect, attempts, random());
        if (ms === undefined || budget < 1 || clock.now() + ms + shortest > end) throw final;
        budget--;
        await sleep(ms, call.signal).catch(() => {
          throw new ApiError({ kind: 'cancelled', endpoint: call.endpoint, ...open });
        });
        // The clock may have jumped, or the machine slept.
        if (clock.now() + shortest > end) throw final;
        observer?.retried(call.endpoint);
      }
    }
  };
}

/** Whether the platform may still be at work on a request that was given up. */
function mayStillBeProcessing({ changed, kind, status }: ApiErrorDetails): boolean {
  return changed === 'unknown' && (kind === 'timeout' || status === 504);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return wait(ms, undefined, signal ? { signal } : {});
}
