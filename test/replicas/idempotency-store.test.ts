import { IDEMPOTENCY_TTL_MS } from '../../src/lib/idempotency/store.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { openStateDatabase } from '../../src/shared-state/database.ts';
import { postgresKeyRecords } from '../../src/shared-state/idempotency-records.ts';
import { openSharedState } from '../../src/shared-state/index.ts';
import { describeIdempotencyStore } from '../support/idempotency-contract.ts';
import { runStatements } from '../support/postgres/server.ts';
import { sharedDatabase } from '../support/postgres/shared.ts';

describeIdempotencyStore('of replicas, in PostgreSQL', 'database', async () => {
  const shared = await sharedDatabase();
  const limits = {
    maxStatementMs: 20_000,
    idempotencyTtlMs: IDEMPOTENCY_TTL_MS,
    logEntries: 3,
    logTtlMs: IDEMPOTENCY_TTL_MS,
  };
  const open = () => openSharedState({ url: shared.database, clock: systemClock, logger: silentLogger, ...limits });
  const [first, second] = [await open(), await open()];
  const database = await openStateDatabase(shared.database);
  return {
    first: first.idempotency,
    second: second.idempotency,
    records: postgresKeyRecords(database, IDEMPOTENCY_TTL_MS),
    monotonic: systemClock.monotonic,
    age: (ms) =>
      runStatements(
        shared.database,
        `update rcpt_state.idempotency_keys
         set requested_at = requested_at - (${ms}), lease_until = lease_until - (${ms})`,
      ),
    async close() {
      await Promise.all([first.close(), second.close(), database.close()]);
      await shared.remove();
    },
  };
});
