import { createRetryTimer } from '../lib/concurrency/retry-timer.ts';

/** Runs one job repeatedly, never concurrently with itself. Requests during a run share the next run. */
interface CoalescedRunner {
  /** Settles after a run that started after this call. Rejects with the error of that run. */
  run(): Promise<void>;
  /** Requests a run in the background, and retries it after a failure. */
  schedule(): void;
  stop(): void;
}

export function createCoalescedRunner(job: () => Promise<void>, onError: (error: unknown) => void): CoalescedRunner {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let isStopped = false;
  const run = (): Promise<void> => {
    if (isStopped) return Promise.resolve();
    if (!current) {
      current = job()
        .then(() => retry.succeeded())
        .finally(() => {
          current = undefined;
        });
      return current;
    }
    // The current run may have read its input already, so this caller needs the run after it.
    next ??= current
      .catch(() => {})
      .then(() => {
        next = undefined;
        return run();
      });
    return next;
  };
  const schedule = () => {
    run().catch((error: unknown) => {
      if (isStopped) return;
      onError(error);
      retry.failed();
    });
  };
  const retry = createRetryTimer(schedule);
  return {
    run,
    schedule,
    stop() {
      isStopped = true;
      retry.stop();
    },
  };
}
