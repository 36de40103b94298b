/** Repeats work that fails: after a delay that doubles, so that it does not add to the load of what is in trouble. */
interface RetryTimer {
  /** The work failed: does it again after the next delay, unless it waits for that already. */
  failed(): void;
  /** The work succeeded: nothing waits any more, and the next delay is the first. */
  succeeded(): void;
  stop(): void;
}

/** Its timer does not keep the process running. Delays are in milliseconds. */
export function createRetryTimer(work: () => void, { firstMs = 1_000, maxMs = 30_000 } = {}): RetryTimer {
  let timer: NodeJS.Timeout | undefined;
  let delayMs = firstMs;
  let isStopped = false;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    failed() {
      if (timer || isStopped) return;
      timer = setTimeout(() => {
        timer = undefined;
        work();
      }, delayMs).unref();
      delayMs = Math.min(2 * delayMs, maxMs);
    },
    succeeded() {
      cancel();
      delayMs = firstMs;
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
