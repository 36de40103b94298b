import type { Clock } from '../../lib/time/clock.ts';

/** Attempts per e-mail address within one window. */
const MAX_ATTEMPTS = 5;
/** Length of the window, which starts with the first attempt. */
const WINDOW_MS = 15 * 60 * 1000;
/** Addresses in memory. Beyond this the oldest are evicted, so that guessing cannot exhaust memory. */
export const MAX_ADDRESSES = 10_000;

/** Throttles password guessing per e-mail address. Held in memory: one process serves the dashboard's sign-in. */
export interface LoginThrottle {
  /** Counts an attempt; call it before the password is verified. Returns the seconds to wait if there were too many. */
  recordAttempt(email: string): number | undefined;
  /** Clears the attempts after a successful sign-in. */
  reset(email: string): void;
}

export function createLoginThrottle(clock: Clock): LoginThrottle {
  const attempts = new Map<string, { since: number; count: number }>();
  return {
    recordAttempt(email) {
      const now = clock.now();
      const earlier = attempts.get(email);
      const entry = earlier && now - earlier.since < WINDOW_MS ? earlier : { since: now, count: 0 };
      if (entry.count >= MAX_ATTEMPTS) return Math.ceil((entry.since + WINDOW_MS - now) / 1000);
      entry.count += 1;
      attempts.delete(email);
      attempts.set(email, entry);
      const oldest = attempts.size > MAX_ADDRESSES ? attempts.keys().next().value : undefined;
      if (oldest !== undefined) attempts.delete(oldest);
      return undefined;
    },
    reset: (email) => void attempts.delete(email),
  };
}
