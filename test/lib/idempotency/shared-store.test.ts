import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openFileRecords } from '../../../src/lib/idempotency/file-records.ts';
import { type KeyRecords, LEASE_MS } from '../../../src/lib/idempotency/key-records.ts';
import { createSharedIdempotencyStore, MAX_CREATED } from '../../../src/lib/idempotency/shared-store.ts';
import { IDEMPOTENCY_TTL_MS, type IdempotencyStore } from '../../../src/lib/idempotency/store.ts';
import { type Logger, silentLogger } from '../../../src/lib/logging/logger.ts';
import { manualClock } from '../../support/clock.ts';

const clock = manualClock(Date.now());
let folder: string;
let records: KeyRecords;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rcpt-test-'));
  records = await openFileRecords({ folder, clock, ttlMs: IDEMPOTENCY_TTL_MS });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const keyOf = (name: string) => name.padEnd(43, '_');
const { signal } = new AbortController();
const claim = (store: IdempotencyStore, name: string) => store.claim(keyOf(name), { staleOutcome: undefined, signal });
async function granted(store: IdempotencyStore, name: string) {
  const answer = await claim(store, name);
  if (!('claim' in answer)) throw new Error('it is recorded already');
  return answer.claim;
}

it('a shared store answers with the latest 200 records that it created, and with the ids of earlier ones', async () => {
  const store = createSharedIdempotencyStore({ records, clock, logger: silentLogger });
  for (let index = 0; index <= MAX_CREATED; index++)
    await (await granted(store, `create-${index}`)).complete({ id: `bk_${index}`, record: { index } });
  expect(await claim(store, 'create-0')).toEqual({ recorded: { id: 'bk_0' } });
  expect(await claim(store, 'create-1')).toEqual({ recorded: { id: 'bk_1', record: { index: 1 } } });
});

it('a create without an id is recorded as of unknown outcome, because only a list shows what it created', async () => {
  const store = createSharedIdempotencyStore({ records, clock, logger: silentLogger });
  await (await granted(store, 'no-id')).complete({ id: undefined });
  expect(await claim(store, 'no-id')).toEqual({ recorded: { lastSentAt: clock.monotonic() } });
});

it('a claim is renewed while its request is executed, however long that takes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const store = createSharedIdempotencyStore({ records, clock, logger: silentLogger });
  const held = await granted(store, 'long');
  const leaseUntil = async () => (await records.read(keyOf('long'))).record?.leaseUntil ?? 0;
  for (let part = 0; part < 6; part++) {
    clock.advance(LEASE_MS / 3);
    vi.advanceTimersByTime(LEASE_MS / 3);
    await vi.waitFor(async () => expect(await leaseUntil()).toBe(clock.now() + LEASE_MS));
  }
  await held.complete({ id: 'bk_long' });
  clock.advance(LEASE_MS);
  vi.advanceTimersByTime(LEASE_MS);
  expect(await claim(store, 'long')).toEqual({ recorded: { id: 'bk_long' } });
});

it('an outcome that cannot be recorded is logged, and fails no call', async () => {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (message: string) => void warnings.push(message) } as Logger;
  const failing: KeyRecords = { ...records, end: () => Promise.reject(new Error('full')) };
  const store = createSharedIdempotencyStore({ records: failing, clock, logger });
  await (await granted(store, 'full')).complete({ id: 'bk_full' });
  expect(warnings).toEqual([expect.stringContaining('a repeated request will search for it')]);
  clock.advance(LEASE_MS + 1);
  expect(await claim(store, 'full')).toEqual({ recorded: { lastSentAt: clock.monotonic() - 1 } });
});
