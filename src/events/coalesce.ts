/** After a failure to read, in milliseconds. */
const RETRY_DELAY_MS = 1_000;

/** Reads on, never twice at once. */
export interface CoalescedRunner {
  /** Settles when everything is read that was there when it was called. */
  run(): Promise<void>;
  /** Reads when it can, and again after a failure. */
  schedule(): void;
  stop(): void;
}

export function createCoalescedRunner(work: () => Promise<void>, failed: (error: unknown) => void): CoalescedRunner {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let stopped = false;
  const read = (): Promise<void> => {
    if (stopped) return Promise.resolve();
    if (!current) {
      current = work().finally(() => {
        current = undefined;
      });
      return current;
    }
    // What is under way may have looked already: whoever asks now is served by the one after it.
    next ??= current
      .catch(() => {})
      .then(() => {
        next = undefined;
        return read();
      });
    return next;
  };
  const soon = () => {
    read().catch((error: unknown) => {
      if (stopped) return;
      failed(error);
      setTimeout(soon, RETRY_DELAY_MS).unref();
    });
  };
  return {
    run: read,
    schedule: soon,
    stop() {
      stopped = true;
    },
  };
}
