/** Calls a function again and again: when it is woken, and after the time that it chose. */
interface WorkLoop {
  /** Calls the function now, or once more if it is running. */
  wake(): void;
  /** Sets when the function is called next, unless it is woken before. Replaces an earlier choice. */
  sleep(milliseconds: number): void;
  /** Ends the loop, and waits for the call that is running. */
  close(): Promise<void>;
}

/**
 * Creates a loop, which begins with its first `wake`. Its timer does not keep the process running.
 * @param work is never called twice at once. It must not reject.
 * @param maxSleepMs the longest time between two calls, in case a wake-up is lost.
 * @param gather waits before each call for further reasons to wake, which then share it.
 */
export function createWorkLoop(work: () => Promise<void>, maxSleepMs: number, gather?: () => Promise<void>): WorkLoop {
  let working: Promise<void> | undefined;
  let isRequested = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    while (isRequested && !isClosed) {
      await gather?.();
      isRequested = false;
      if (!isClosed) await work();
    }
    // Before anything else can wake the loop, which would count on this run.
    working = undefined;
  }

  function wake(): void {
    if (isClosed) return;
    isRequested = true;
    working ??= run();
  }

  return {
    wake,
    sleep(milliseconds) {
      clearTimeout(timer);
      if (isClosed) return;
      // What is overdue gives a negative time, about which newer Node versions warn.
      timer = setTimeout(wake, Math.min(Math.max(milliseconds, 0), maxSleepMs)).unref();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await working;
    },
  };
}
