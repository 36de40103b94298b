import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { createLastUse } from '../last-use.ts';
import { recordKeyUse } from '../store/keys.ts';
import type { ApiKeyRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

export interface KeyUsage {
  /** Records that a key was used. Never throws and does not wait for the database. */
  recordUse(key: ApiKeyRow): void;
  /** Waits for all pending writes. */
  flush(): Promise<void>;
}

export function createKeyUsage(store: Store, clock: Clock, logger: Logger): KeyUsage {
  const uses = createLastUse<undefined>(clock, {
    write: (id, now) => store.write((tx) => recordKeyUse(tx, id, now), 'rows'),
    onError: (id, error) => logger.warn('cannot store the last use of a key', { key: id, error }),
  });
  return {
    recordUse: ({ id, last_used_at }) => uses.record(id, last_used_at, undefined),
    flush: uses.flush,
  };
}
