import type { Clock } from '../../lib/clock.ts';

/** Wrong passwords for one e-mail address before it has to wait. */
const ALLOWED = 5;
/** How long it then waits, counted from the first of them, in milliseconds. */
const WINDOW = 15 * 60 * 1000;
/** Addresses remembered at once; beyond it the oldest are forgotten, so that guessing cannot fill the memory. */
const REMEMBERED = 10_000;

/** Slows down guessing. Kept in memory: one process serves the dashboard's sign-in. */
export interface SignInAttempts {
  /** Counts an attempt, before its password is looked at. Gives the seconds to wait if there were too many. */
  begin(email: string): number | undefined;
  /** Forgets the attempts, after the right password. */
  succeed(email: string): void;
}

export function createSignInAttempts(clock: Clock): SignInAttempts {
  const attempts = new Map<string, { since: number; count: number }>();
  return {
    begin(email) {
      const now = clock.now();
      const earlier = attempts.get(email);
      const entry = earlier && now - earlier.since < WINDOW ? earlier : { since: now, count: 0 };
      if (entry.count >= ALLOWED) return Math.ceil((entry.since + WINDOW - now) / 1000);
      entry.count += 1;
      attempts.delete(email);
      attempts.set(email, entry);
      const oldest = attempts.size > REMEMBERED ? attempts.keys().next().value : undefined;
      if (oldest !== undefined) attempts.delete(oldest);
      return undefined;
    },
    succeed: (email) => void attempts.delete(email),
  };
}
