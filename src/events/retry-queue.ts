import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../lib/logger.ts';

/** Delay before a failed item is sent again, in milliseconds. */
const RETRY_DELAY_MS = 1_000;
/** Maximum number of queued items. Further ones are dropped, and the loss is logged. */
export const MAX_QUEUED = 1_000;

/** In-memory queue that sends items one by one, in order, each until it succeeds. */
export interface RetryQueue<T> {
  add(item: T): void;
  /** Drops the queued items. */
  stop(): void;
}

export function createRetryQueue<T>(send: (item: T) => Promise<void>, logger: Logger): RetryQueue<T> {
  const queue: T[] = [];
  let running = false;
  let stopped = false;
  const runLoop = async () => {
    for (let [first] = queue; first !== undefined && !stopped; [first] = queue) {
      try {
        await send(first);
        queue.shift();
      } catch (error) {
        logger.warn('an event cannot be shared with other replicas yet', { error, waiting: queue.length });
        await delay(RETRY_DELAY_MS, undefined, { ref: false });
      }
    }
    running = false;
  };
  return {
    add(item) {
      if (queue.length >= MAX_QUEUED) {
        logger.error('an event was dropped: it cannot be shared with other replicas', { waiting: queue.length });
        return;
      }
      queue.push(item);
      if (running) return;
      running = true;
      void runLoop();
    },
    stop() {
      stopped = true;
    },
  };
}
