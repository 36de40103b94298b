import type { Clock } from '../../lib/clock.ts';

/** Wrong passwords for one e-mail address before it has to wait. */
const MAX_ATTEMPTS = 5;
/** How long it then waits, counted from the first of them, in milliseconds. */
const WINDOW_MS = 15 * 60 * 1000;
/** Addresses remembered at once; beyond it the oldest are forgotten, so that guessing cannot fill the memory. */
const MAX_ADDRESSES = 10_000;

/** Slows down guessing. Kept in memory: one process serves the dashboard's sign-in. */
export interface SignInAttempts {
  /** Counts an attempt, before its password is looked at. Gives the seconds to wait if there were too many. */
  recordAttempt(email: string): number | undefined;
  /** Forgets the attempts, after the right password. */
  reset(email: string): void;
}

export function createSignInAttempts(clock: Clock): SignInAttempts {
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
