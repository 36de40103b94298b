import { createFailureLog } from '../../lib/logging/failure-log.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { createLastUse } from '../last-use.ts';
import { recordKeyUse } from '../store/accounts/keys.ts';
import type { ApiKeyRow } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';

interface KeyUsage {
  /** Records that a key was used. Never throws and does not wait for the database. */
  recordUse(key: ApiKeyRow): void;
  /** Waits for all pending writes. */
  flush(): Promise<void>;
}

export function createKeyUsage(store: Store, clock: Clock, logger: Logger): KeyUsage {
  const storing = createFailureLog(
    logger,
    { failure: 'the last use of keys cannot be stored', recovery: 'the last use of keys is stored again' },
    clock,
  );
  const uses = createLastUse<undefined>(clock, {
    write: (id, now) => store.write((tx) => recordKeyUse(tx, id, now), 'rows').then(storing.succeeded),
    onError: (_id, error) => storing.failed(error),
  });
  return {
    recordUse: ({ id, last_used_at }) => uses.record(id, last_used_at, undefined),
    flush: uses.flush,
  };
}
