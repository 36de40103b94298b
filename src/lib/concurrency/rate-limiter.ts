/** `count` requests per `windowMs`. */
export interface RateLimit {
  count: number;
  windowMs: number;
}

/** Callers with state. The least recently active one is evicted, and starts with a full allowance again. */
export const MAX_CALLERS = 10_000;

/**
 * GCRA rate limiter (generic cell rate algorithm): bursts of up to `count` requests, then one every `windowMs / count`.
 * The state is one timestamp per caller.
 */
export function createRateLimiter({ count, windowMs }: RateLimit, now: () => number = () => performance.now()) {
  const interval = windowMs / count;
  /** Theoretical arrival time (TAT) of each caller's next request at the even rate. */
  const theoreticalArrival = new Map<string, number>();
  return {
    /** Counts a request. Returns the seconds after which to retry; 0 if the request is within the limit. */
    take(caller: string): number {
      const at = now();
      const arrival = Math.max(at, theoreticalArrival.get(caller) ?? 0);
      const earlyMs = arrival + interval - windowMs - at;
      // Tolerance for rounding: the sum of many intervals is not exactly the window.
      if (earlyMs > 1e-6) return Math.ceil(earlyMs / 1_000);
      theoreticalArrival.delete(caller);
      if (theoreticalArrival.size >= MAX_CALLERS) {
        theoreticalArrival.delete(theoreticalArrival.keys().next().value as string);
      }
      theoreticalArrival.set(caller, arrival + interval);
      return 0;
    },
  };
}
