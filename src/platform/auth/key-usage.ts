import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { recordKeyUse } from '../store/keys.ts';
import type { ApiKeyRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** Minimum time between two writes of a key's last use, so that not every request writes to the database. */
const WRITE_INTERVAL_MS = 60_000;

export interface KeyUsage {
  /** Records that a key was used. Never throws and does not wait for the database. */
  recordUse(key: ApiKeyRow): void;
  /** Waits for all pending writes. */
  flush(): Promise<void>;
}

export function createKeyUsage(store: Store, clock: Clock, logger: Logger): KeyUsage {
  const pendingWrites = new Map<string, Promise<void>>();
  /** Time of the last failed write per key, by the monotonic clock, so that a full disk is not logged with each request. */
  const failedAt = new Map<string, number>();
  return {
    recordUse({ id, last_used_at }) {
      const now = clock.now();
      const sinceFailureMs = clock.monotonic() - (failedAt.get(id) ?? Number.NEGATIVE_INFINITY);
      if (pendingWrites.has(id) || sinceFailureMs < WRITE_INTERVAL_MS) return;
      // A last use in the future shows that the clock was set back since.
      if (last_used_at !== null && Math.abs(now - last_used_at) < WRITE_INTERVAL_MS) return;
      const write = store
        .write((tx) => recordKeyUse(tx, id, now), 'rows')
        .then(() => void failedAt.delete(id))
        .catch((error) => {
          failedAt.set(id, clock.monotonic());
          logger.warn('cannot store the last use of a key', { key: id, error });
        })
        .finally(() => pendingWrites.delete(id));
      pendingWrites.set(id, write);
    },
    flush: async () => void (await Promise.all(pendingWrites.values())),
  };
}
