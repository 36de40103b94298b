import { withJitter } from '../../lib/concurrency/jitter.ts';
import { parseRetryAfter } from '../../lib/http/retry-after.ts';

/** Jitter as a fraction of the delay, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;

/**
 * Returns the delay after the failed attempt number `attempt` (1-based), in milliseconds, with ±20 % jitter; undefined
 * after the last attempt.
 */
export function backoffDelay(delays: readonly number[], attempt: number): number | undefined {
  const delay = delays[attempt - 1];
  return delay === undefined ? undefined : Math.round(withJitter(delay, JITTER));
}

/** Returns the delay of a `Retry-After` header (RFC 9110, 10.2.3) in milliseconds, capped at `maxDelayMs`. */
export function retryAfterDelay(header: string | undefined, now: number, maxDelayMs: number): number | undefined {
  const delay = parseRetryAfter(header, now);
  return delay ? Math.min(delay, maxDelayMs) : undefined;
}
