import type { Clock } from '../lib/time/clock.ts';

/** Minimum time between two writes of a last use, so that not every request writes to the database. */
const WRITE_INTERVAL_MS = 60_000;

interface LastUse<Detail> {
  /**
   * Records that something was used. Never throws and does not wait for the database.
   * @param lastAt the last use that the database knows; null if there was none.
   */
  record(id: string, lastAt: number | null, detail: Detail): void;
  /** Waits for all pending writes. */
  flush(): Promise<void>;
}

interface LastUseOptions<Detail> {
  write(id: string, now: number, detail: Detail): Promise<void>;
  onError(id: string, error: unknown): void;
}

/** Writes when something was last used, accurate to a minute. */
export function createLastUse<Detail>(clock: Clock, { write, onError }: LastUseOptions<Detail>): LastUse<Detail> {
  const pendingWrites = new Map<string, Promise<void>>();
  /** Time of the last failed write per id, by the monotonic clock, so that a full disk is not logged with each request. */
  const failedAt = new Map<string, number>();
  return {
    record(id, lastAt, detail) {
      const now = clock.now();
      const sinceFailureMs = clock.monotonic() - (failedAt.get(id) ?? Number.NEGATIVE_INFINITY);
      if (pendingWrites.has(id) || sinceFailureMs < WRITE_INTERVAL_MS) return;
      // A last use in the future shows that the clock was set back since.
      if (lastAt !== null && Math.abs(now - lastAt) < WRITE_INTERVAL_MS) return;
      const pending = write(id, now, detail)
        .then(() => void failedAt.delete(id))
        .catch((error: unknown) => {
          failedAt.set(id, clock.monotonic());
          onError(id, error);
        })
        .finally(() => pendingWrites.delete(id));
      pendingWrites.set(id, pending);
    },
    flush: async () => void (await Promise.all(pendingWrites.values())),
  };
}
