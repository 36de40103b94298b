import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimFetches, recordFetch } from '../../../src/platform/store/calls/call-fetches.ts';
import { openStore, type Store } from '../../../src/platform/store/store.ts';
import { telnyxEnded } from '../../voice/support/telephone-vendors.ts';
import { openSwitchboard, type Switchboard } from './switchboard.ts';

/** One pending report, which processes claim at times of the shared clock. */
const LEASE_MS = 5_000;
const MAX_DELAY_MS = 60_000;
let board: Switchboard;
let store: Store;
let now: number;
beforeEach(async () => {
  board = await openSwitchboard();
  await board.send(board.telnyx.key.sign(board.telnyx.address, JSON.stringify(telnyxEnded())));
  store = await openStore(board.database, Date.now());
  now = await store.read(store.now);
});
afterEach(async () => {
  await store.close();
  await board.close();
});

const claim = (workerId: string, at: number) => {
  const options = { workerId, now: at, leaseMs: LEASE_MS, maxDelayMs: MAX_DELAY_MS, limit: 3 };
  return store.write((tx) => claimFetches(tx, options), 'rows');
};

it('a lease holds for processes that read the clock some time before it was taken', async () => {
  expect(await claim('wrk_1', now)).toMatchObject([{ attempts: 1, vendor: 'telnyx' }]);
  for (const at of [now - 2_000, now, now + LEASE_MS - 1]) expect(await claim('wrk_2', at)).toEqual([]);
  expect(await claim('wrk_2', now + LEASE_MS)).toMatchObject([{ attempts: 2 }]);
});

it('a lease and a delay from before the clock was set back do not hold', async () => {
  await claim('wrk_1', now + 86_400_000);
  const [claimed] = await claim('wrk_2', now);
  expect(claimed).toMatchObject({ attempts: 2 });
  const held = { id: claimed?.id ?? '', workerId: 'wrk_2' };
  const later = { next_at: now + 86_400_000 };
  expect(await store.write((tx) => recordFetch(tx, held, later), 'rows')).toBe(true);
  expect(await claim('wrk_3', now)).toMatchObject([{ attempts: 3 }]);
});

it('the outcome of a process whose lease another one has taken over is not stored', async () => {
  const [claimed] = await claim('wrk_1', now);
  await claim('wrk_2', now + LEASE_MS);
  const record = (workerId: string) =>
    store.write((tx) => recordFetch(tx, { id: claimed?.id ?? '', workerId }, { status: 'failed' }), 'rows');
  expect(await record('wrk_1')).toBe(false);
  expect(await record('wrk_2')).toBe(true);
});
