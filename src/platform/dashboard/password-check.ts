import { createSemaphore, QueueFullError } from '../../lib/concurrency/semaphore.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { createLoginThrottle, type LoginAttempt } from '../auth/login-throttle.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { HttpError } from '../http/errors.ts';

/**
 * Verifies a password against a stored hash (none: always false, after the same work). Throws 429 after too many wrong ones
 * of this account and client, and while too many are being verified.
 */
type PasswordCheck = (attempt: LoginAttempt, password: string, hash: string | null | undefined) => Promise<boolean>;

/** Runs what hashes a password, two at a time. Throws 429 while too many wait. */
export type Hashing = <T>(work: () => Promise<T>) => Promise<T>;

/** Hashing a password takes a quarter of a second on a thread of libuv's pool, which file access and DNS also need. */
export function createHashing(): Hashing {
  const hashing = createSemaphore({ permits: 2, maxQueue: 20 });
  return (work) =>
    hashing.run(work).catch((error: unknown) => {
      throw error instanceof QueueFullError ? hashingOverloaded() : error;
    });
}

/** Creates the check that sign-ins and changes of passwords share, so that one does not get around the limit of the other. */
export function createPasswordCheck(clock: Clock, hashing: Hashing): PasswordCheck {
  const attempts = createLoginThrottle(clock);
  return async (attempt, password, hash) => {
    const isCorrect = await hashing(async () => {
      // Counted only when the password is verified, so that a user whom a flood kept out can try again.
      const retryAfterSeconds = attempts.recordAttempt(attempt);
      if (retryAfterSeconds !== undefined) throw tooManyAttempts(retryAfterSeconds);
      return verifyPassword(password, hash);
    });
    if (isCorrect) attempts.reset(attempt);
    return isCorrect;
  };
}

const hashingOverloaded = () =>
  new HttpError(
    429,
    { error: 'too_many_attempts', message: 'Too many concurrent sign-ins. Try again in 5 seconds.' },
    { 'Retry-After': '5' },
  );

export const tooManyAttempts = (seconds: number) =>
  new HttpError(
    429,
    { error: 'too_many_attempts', message: `Too many wrong passwords. Try again in ${seconds} seconds.` },
    { 'Retry-After': String(seconds) },
  );
