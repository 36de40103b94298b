import { type Clock, systemClock } from '../time/clock.ts';
import type { Logger } from './logger.ts';

/** While a failure lasts, it is logged again after this time, in milliseconds. */
const REMINDER_MS = 5 * 60_000;

/** The log of work that is repeated until it succeeds. A failure that lasts is one line, not one for each attempt. */
export interface FailureLog {
  /** Logs the first failure at `warn`, and a reminder with the number of failures since the last line. */
  failed(error: unknown, fields?: Record<string, unknown>): void;
  /** Logs at `info` that the work succeeds again, if it had failed. */
  succeeded(): void;
}

/**
 * Creates the log of one kind of work.
 * @param failure what happens and what the consequence is, such as "calendars are not read: the database is unavailable"
 * @param recovery logged after it, such as "calendars are read again"
 * @param settleMs how long after a failure a success is no recovery, in milliseconds, where only some of the work can fail: reads
 *   succeed on a full disk. Default: 0
 */
export function createFailureLog(
  logger: Logger,
  { failure, recovery, settleMs = 0 }: { failure: string; recovery: string; settleMs?: number },
  clock: Clock = systemClock,
): FailureLog {
  let current: { loggedAt: number; failedAt: number; unlogged: number } | undefined;
  return {
    failed(error, fields = {}) {
      const now = clock.monotonic();
      if (current && now - current.loggedAt < REMINDER_MS) {
        current.unlogged++;
        current.failedAt = now;
        return;
      }
      logger.warn(failure, { error, ...fields, ...(current ? { repeated: current.unlogged + 1 } : {}) });
      current = { loggedAt: now, failedAt: now, unlogged: 0 };
    },
    succeeded() {
      if (!current || clock.monotonic() - current.failedAt < settleMs) return;
      current = undefined;
      logger.info(recovery);
    },
  };
}
