import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { recordKeyUse } from '../store/keys.ts';
import type { ApiKeyRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** A key's last use is written at most this often, in milliseconds: not every request should have to write. */
const INTERVAL = 60_000;

export interface KeyUsage {
  /** Notes that a key was used; never fails and does not wait for the database. */
  note(key: ApiKeyRow): void;
  /** Waits until everything noted is written. */
  flush(): Promise<void>;
}

export function createKeyUsage(store: Store, clock: Clock, logger: Logger): KeyUsage {
  const writing = new Map<string, Promise<void>>();
  /** When it last failed: a full disk is not to be told of with each request. */
  const failed = new Map<string, number>();
  return {
    note({ id, last_used_at }) {
      const now = clock.now();
      if (now - (failed.get(id) ?? -INTERVAL) < INTERVAL) return;
      if (writing.has(id) || (last_used_at !== null && now - last_used_at < INTERVAL)) return;
      const write = store
        .write((tx) => recordKeyUse(tx, id, now), 'rows')
        .then(() => void failed.delete(id))
        .catch((error) => {
          failed.set(id, now);
          logger.warn('A key’s last use could not be written', { key: id, error });
        })
        .finally(() => writing.delete(id));
      writing.set(id, write);
    },
    flush: async () => void (await Promise.all(writing.values())),
  };
}
