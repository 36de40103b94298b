import { utimesSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileRecords } from '../../../src/lib/idempotency/file-records.ts';
import { createSharedIdempotencyStore } from '../../../src/lib/idempotency/shared-store.ts';
import { IDEMPOTENCY_TTL_MS } from '../../../src/lib/idempotency/store.ts';
import { silentLogger } from '../../../src/lib/logging/logger.ts';
import { createMemoryIdempotencyStore } from '../../../src/tools/idempotency/memory-store.ts';
import { manualClock } from '../../support/clock.ts';
import { describeIdempotencyStore } from '../../support/idempotency-contract.ts';

describeIdempotencyStore('in memory', 'memory', async () => {
  const clock = manualClock(0);
  const store = createMemoryIdempotencyStore(clock);
  return {
    first: store,
    second: store,
    monotonic: clock.monotonic,
    age: async (ms) => clock.advance(ms),
    close: async () => {},
  };
});

describeIdempotencyStore('in files', 'computer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rcpt-test-'));
  const clock = manualClock(Date.now());
  const open = async () => {
    const records = await openFileRecords({ folder, clock, ttlMs: IDEMPOTENCY_TTL_MS });
    return { records, store: createSharedIdempotencyStore({ records, clock, logger: silentLogger }) };
  };
  const [first, second] = [await open(), await open()];
  return {
    first: first.store,
    second: second.store,
    records: second.records,
    monotonic: clock.monotonic,
    /** Changes the times in the files and those of the files. */
    async age(ms) {
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const record = JSON.parse(await readFile(path, 'utf8'));
        const aged = { ...record, requestedAt: record.requestedAt - ms, leaseUntil: record.leaseUntil - ms };
        await writeFile(path, JSON.stringify(aged));
        const changedAt = new Date(clock.now() - ms);
        utimesSync(path, changedAt, changedAt);
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
});
