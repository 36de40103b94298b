import { setTimeout as delay } from 'node:timers/promises';
import { createWorkLoop } from '../lib/concurrency/work-loop.ts';
import { createFailureLog } from '../lib/logging/failure-log.ts';
import type { Logger } from '../lib/logging/logger.ts';

/** Tasks of one kind that all processes on a database share: each is done when it is due, by the process that claims it. */
interface ClaimedTasks<T> {
  maxConcurrent: number;
  /** The longest time between two searches for due tasks, in milliseconds. */
  pollMs: number;
  /** Claims due tasks, at most `limit`. Returns them, and the milliseconds until others may be due. */
  claim(limit: number): Promise<{ claimed: readonly T[]; nextMs: number }>;
  /** Does a claimed task and stores its outcome. If it is aborted, it only gives its claim up. */
  run(task: T, signal: AbortSignal): Promise<void>;
  /** Learns that the outcome of a task could not be stored. */
  unstored(task: T, error: unknown): void;
  /** Log lines: no task can be claimed, and tasks are claimed again. */
  failure: string;
  recovery: string;
}

export interface ClaimWorker {
  /** Searches for due tasks now. */
  wake(): void;
  /** Aborts the tasks of this process, and leaves them to another one. */
  close(): Promise<void>;
}

/** Minimum time between two searches, so that many changes in succession share one. */
const MIN_TICK_INTERVAL_MS = 100;
/** Delay after a database failure. */
const FAILURE_DELAY_MS = 30_000;

export function startClaimWorker<T>(tasks: ClaimedTasks<T>, logger: Logger): ClaimWorker {
  const { maxConcurrent, pollMs, failure, recovery } = tasks;
  const database = createFailureLog(logger, { failure, recovery });
  const closing = new AbortController();
  const inFlight = new Set<Promise<void>>();
  let lastTick = Number.NEGATIVE_INFINITY;
  const { wake, sleep, close } = createWorkLoop(tick, pollMs, gather);

  async function gather(): Promise<void> {
    if (performance.now() - lastTick < MIN_TICK_INTERVAL_MS) await delay(MIN_TICK_INTERVAL_MS);
    lastTick = performance.now();
  }

  async function tick(): Promise<void> {
    const limit = maxConcurrent - inFlight.size;
    // The next one that ends wakes again.
    if (limit <= 0) return;
    try {
      const { claimed, nextMs } = await tasks.claim(limit);
      database.succeeded();
      for (const task of claimed) start(task);
      sleep(nextMs);
    } catch (error) {
      database.failed(error);
      sleep(FAILURE_DELAY_MS);
    }
  }

  function start(task: T): void {
    const running = tasks
      .run(task, closing.signal)
      .catch((error: unknown) => tasks.unstored(task, error))
      .finally(() => {
        inFlight.delete(running);
        wake();
      });
    inFlight.add(running);
  }

  wake();
  return {
    wake,
    async close() {
      closing.abort();
      await close();
      await Promise.all(inFlight);
    },
  };
}
