import { setTimeout as sleep } from 'node:timers/promises';
import { isAbsent, isConflict, isOutdatedPlan, isRestarted, isWriteRefused } from './errors.ts';

/** Attempts of a transaction that is rolled back because of conflicts. */
const MAX_ATTEMPTS = 8;
/** The same on a connection that does not write: another one may, and if the database does not, the caller learns it soon. */
const MAX_READ_ONLY_ATTEMPTS = 3;
/** How long to wait for a server that is restarting, and for one that does not listen. */
const MAX_WAIT_MS = { restarted: 10_000, absent: 3_000 };
const MIN_DELAY_MS = 5;
const MAX_DELAY_MS = 250;

/**
 * Retries a transaction, with exponential backoff and jitter, that the server rolled back because of a conflict, or whose
 * connection was lost before the commit: neither has changed anything. Throws the last error.
 */
export async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  for (let attempt = 1, delayMs = MIN_DELAY_MS; ; attempt++, delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
    try {
      return await transaction();
    } catch (error) {
      if (!isRetryable(error, attempt, performance.now() - startedAt)) throw error;
      // Jitter prevents that transactions which collided once collide again.
      await sleep(delayMs * (0.5 + Math.random()));
    }
  }
}

function isRetryable(error: unknown, attempt: number, elapsedMs: number): boolean {
  if (isConflict(error) || isOutdatedPlan(error)) return attempt < MAX_ATTEMPTS;
  if (isWriteRefused(error)) return attempt < MAX_READ_ONLY_ATTEMPTS;
  if (isRestarted(error)) return elapsedMs < MAX_WAIT_MS.restarted;
  return isAbsent(error) && elapsedMs < MAX_WAIT_MS.absent;
}
