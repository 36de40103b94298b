import { parseRetryAfter } from '../../lib/http/retry-after.ts';

/** Each pause is drawn from this range around its planned length, so that what failed together is not repeated together. */
const SHORTEST = 0.8;
const LONGEST = 1.2;

/** The pause after an attempt that failed, the how manieth it was counted from 1; undefined: that was the last. */
export function backoffDelay(pauses: readonly number[], attempt: number): number | undefined {
  const pause = pauses[attempt - 1];
  return pause === undefined ? undefined : Math.round(pause * (SHORTEST + Math.random() * (LONGEST - SHORTEST)));
}

/** The delay that `Retry-After` asks for, in milliseconds, at most `longest`; undefined when it asks for none. */
export function retryAfterDelay(header: string | undefined, now: number, longest: number): number | undefined {
  const pause = parseRetryAfter(header, now);
  return pause ? Math.min(pause, longest) : undefined;
}
