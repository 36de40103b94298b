import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../lib/logger.ts';

/** Before something that could not be sent is tried again, in milliseconds. */
const RETRY_DELAY_MS = 1_000;
/** What waits at most: more is let go of, and said. */
const MAX_QUEUED = 1_000;

/** Sends one thing after the other, in their order, and each of them again until it is sent. */
export interface RetryQueue<T> {
  add(thing: T): void;
  /** Lets go of what waits. */
  stop(): void;
}

export function createRetryQueue<T>(send: (thing: T) => Promise<void>, logger: Logger): RetryQueue<T> {
  const waiting: T[] = [];
  let running = false;
  let stopped = false;
  const run = async () => {
    for (let [first] = waiting; first !== undefined && !stopped; [first] = waiting) {
      try {
        await send(first);
        waiting.shift();
      } catch (error) {
        logger.warn('an event cannot be handed on to other replicas yet', { error, waiting: waiting.length });
        await pause(RETRY_DELAY_MS, undefined, { ref: false });
      }
    }
    running = false;
  };
  return {
    add(thing) {
      if (waiting.length >= MAX_QUEUED) {
        logger.error('events are lost: other replicas cannot be told', { waiting: waiting.length });
        return;
      }
      waiting.push(thing);
      if (running) return;
      running = true;
      void run();
    },
    stop() {
      stopped = true;
    },
  };
}
