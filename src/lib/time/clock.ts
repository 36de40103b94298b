/** The two clocks of the program, which tests replace. */
export interface Clock {
  /**
   * The wall clock: milliseconds since the epoch. It can be set, forward and back, so it is only for instants that people
   * or other programs see: timestamps, expiry dates, "tomorrow". `test/policy/clocks.test.ts` lists who may read it.
   */
  now(): number;
  /** The monotonic clock: milliseconds since some instant. For all that lasts: timeouts, delays, intervals, ages. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** A smaller difference is the adjustment of a clock that runs slightly fast. */
const SET_BACK_TOLERANCE_MS = 1_000;

/**
 * Returns a function that compares a wall clock, of this machine or of a database, with the monotonic clock, and returns
 * whether it was set back since the last call: then times that were derived from it are further away than intended.
 */
export function setBackDetector(): (now: number, monotonic: number) => boolean {
  let lastOffset = Number.NEGATIVE_INFINITY;
  return (now, monotonic) => {
    const offset = now - monotonic;
    const wasSetBack = offset < lastOffset - SET_BACK_TOLERANCE_MS;
    lastOffset = offset;
    return wasSetBack;
  };
}
