import { IDEMPOTENCY_TTL_MS } from '../../src/lib/idempotency/store.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { openPlatform } from '../../src/platform/index.ts';
import { platformKeyRecords } from '../../src/platform/store/idempotency-records.ts';
import { openStore } from '../../src/platform/store/store.ts';
import { newDatabase } from '../support/engines.ts';
import { describeIdempotencyStore } from '../support/idempotency-contract.ts';

describeIdempotencyStore('in the database of the embedded platform', 'computer', async () => {
  const test = await newDatabase();
  const { database } = test;
  const [one, other] = [
    await openPlatform({ database, demo: false, deliveries: false }),
    await openPlatform({ database, demo: false, deliveries: false }),
  ];
  const store = await openStore(database, systemClock.now());
  return {
    first: one.idempotencyStore({ maxWaitMs: 20_000 }),
    second: other.idempotencyStore({ maxWaitMs: 20_000 }),
    records: platformKeyRecords(store, IDEMPOTENCY_TTL_MS),
    monotonic: systemClock.monotonic,
    age: (ms) =>
      test.direct(
        `update idempotency_keys set requested_at = requested_at - (${ms}), lease_until = lease_until - (${ms})`,
      ),
    async close() {
      await Promise.all([one.close(), other.close(), store.close()]);
      await test.remove();
    },
  };
});
