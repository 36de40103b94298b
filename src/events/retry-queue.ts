import { setTimeout as delay } from 'node:timers/promises';
import { createFailureLog } from '../lib/logging/failure-log.ts';
import type { Logger } from '../lib/logging/logger.ts';

/** Delay before a failed item is sent again, in milliseconds. */
const RETRY_DELAY_MS = 1_000;
/** Maximum number of queued items. Further ones are dropped, and the loss is logged and reported. */
export const MAX_QUEUED = 1_000;

/** In-memory queue that sends items one by one, in order, each until it succeeds. */
interface RetryQueue<T> {
  add(item: T): void;
  /** Drops the queued items. */
  stop(): void;
}

/** @param reportLoss returns the item that says that items before it were dropped; it is sent after the queued ones. */
export function createRetryQueue<T>(
  send: (item: T) => Promise<void>,
  logger: Logger,
  reportLoss: () => T,
): RetryQueue<T> {
  const queue: T[] = [];
  const sending = createFailureLog(logger, {
    failure: 'events cannot be shared with other replicas yet',
    recovery: 'events are shared with other replicas again',
  });
  const full = createFailureLog(logger, {
    failure: 'events were dropped, because they cannot be shared with other replicas',
    recovery: 'no further events are dropped',
  });
  let running = false;
  let isStopped = false;
  let hasLost = false;
  const runLoop = async () => {
    for (let [first] = queue; first !== undefined && !isStopped; [first] = queue) {
      try {
        await send(first);
        queue.shift();
        sending.succeeded();
        if (hasLost && queue.length === 0) {
          hasLost = false;
          queue.push(reportLoss());
        }
      } catch (error) {
        sending.failed(error, { waiting: queue.length });
        await delay(RETRY_DELAY_MS, undefined, { ref: false });
      }
    }
    running = false;
  };
  return {
    add(item) {
      if (queue.length >= MAX_QUEUED) {
        hasLost = true;
        full.failed(undefined, { waiting: queue.length });
        return;
      }
      full.succeeded();
      queue.push(item);
      if (running) return;
      running = true;
      void runLoop();
    },
    stop() {
      isStopped = true;
    },
  };
}
