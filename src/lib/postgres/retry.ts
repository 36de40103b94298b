import { setTimeout as sleep } from 'node:timers/promises';
import { isAbsent, isConflict, isConnectTimeout, isOutdatedPlan, isRestarted, isWriteRefused } from './errors.ts';

/** Attempts of a transaction that is rolled back because of conflicts. */
const MAX_ATTEMPTS = 8;
/** The same on a connection that does not write: another one may, and if the database does not, the caller learns it soon. */
const MAX_READ_ONLY_ATTEMPTS = 3;
/** How long to wait for a server that is restarting, and for one that does not listen. */
const MAX_WAIT_MS = { restarted: 10_000, absent: 3_000 };
const MIN_DELAY_MS = 5;
const MAX_DELAY_MS = 250;

/** An outage that lasts longer is no restart. */
const MAX_OUTAGE_MS = 10_000;
/** After a failure that is older, nothing is known of the time since. */
const MAX_GAP_MS = 10_000;

/** Runs a transaction, again after failures that have changed nothing. Throws the last error. */
export type Retry = <T>(transaction: () => Promise<T>) => Promise<T>;

/**
 * Retries transactions on one database, with exponential backoff and jitter, that the server rolled back because of a conflict, or whose
 * connection was lost before the commit: neither has changed anything. Transactions wait for a server that is away only for as long as
 * it may be restarting: a tool call makes several, and would wait in each of them.
 * @param now monotonic, in milliseconds
 */
export function createRetries(now: () => number = () => performance.now()): Retry {
  /** When the first and the last transaction failed since the server was reached. */
  let outage: { since: number; last: number } | undefined;
  /** Records that the server could not be reached. Returns whether that is so for longer than a restart takes. */
  const isLongOutage = (): boolean => {
    const at = now();
    const since = outage && at - outage.last <= MAX_GAP_MS ? outage.since : at;
    outage = { since, last: at };
    return at - since >= MAX_OUTAGE_MS;
  };
  return async (transaction) => {
    const startedAt = now();
    for (let attempt = 1, delayMs = MIN_DELAY_MS; ; attempt++, delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
      try {
        const result = await transaction();
        outage = undefined;
        return result;
      } catch (error) {
        const isAway = isRestarted(error) || isAbsent(error);
        if ((isAway && isLongOutage()) || !isRetryable(error, attempt, now() - startedAt)) throw error;
        // Jitter prevents that transactions which collided once collide again.
        await sleep(delayMs * (0.5 + Math.random()));
      }
    }
  };
}

function isRetryable(error: unknown, attempt: number, elapsedMs: number): boolean {
  if (isConflict(error) || isOutdatedPlan(error)) return attempt < MAX_ATTEMPTS;
  if (isWriteRefused(error)) return attempt < MAX_READ_ONLY_ATTEMPTS;
  // It has waited for longer than a restart takes.
  if (isConnectTimeout(error)) return false;
  if (isRestarted(error)) return elapsedMs < MAX_WAIT_MS.restarted;
  return isAbsent(error) && elapsedMs < MAX_WAIT_MS.absent;
}
