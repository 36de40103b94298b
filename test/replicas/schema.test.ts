import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { type Clock, systemClock } from '../../src/lib/time/clock.ts';
import { openSharedState } from '../../src/shared-state/index.ts';
import { manualClock } from '../support/clock.ts';
import { runStatements } from '../support/postgres/server.ts';
import { type SharedDatabase, sharedDatabase } from '../support/postgres/shared.ts';

/** Creation of the schema by concurrent processes, and retention. */
let shared: SharedDatabase;

beforeAll(async () => {
  shared = await sharedDatabase();
});
afterAll(() => shared?.remove());
afterEach(() => void vi.useRealTimers());

const LIMITS = { maxStatementMs: 20_000, idempotencyTtlMs: 60_000, logEntries: 3, logTtlMs: 60_000 };
const open = (clock: Clock = systemClock) =>
  openSharedState({ url: shared.database, clock, logger: silentLogger, ...LIMITS });

it('processes that start concurrently create the state schema once and share one secret', async () => {
  for (let round = 0; round < 12; round++) {
    await runStatements(shared.database, 'drop schema if exists rcpt_state cascade');
    const states = await Promise.all(Array.from({ length: 6 }, () => open()));
    const secrets = await Promise.all(states.map((state) => state.secret('signing'))).finally(() =>
      Promise.all(states.map((state) => state.close())),
    );
    expect(new Set(secrets.map((secret) => secret.reveal())).size).toBe(1);
    expect(secrets[0]?.reveal()).toMatch(/^[\w-]{43}$/);
  }
});

async function rows() {
  const client = new pg.Client({ connectionString: shared.database });
  await client.connect();
  const log = await client.query('select position::int, entry from rcpt_state.event_log order by position');
  const keys = await client.query('select key, status from rcpt_state.idempotency_keys order by key');
  await client.end();
  return { log: log.rows, keys: keys.rows };
}

it('retention deletes expired keys and log entries but retains the last position', async () => {
  const signal = AbortSignal.timeout(60_000);
  const state = await open();
  const log = state.log('one');
  for (const id of ['a', 'b', 'b', 'c', 'd']) await log.append(id, { name: id });
  expect((await rows()).log.map(({ position }) => position)).toEqual([2, 3, 4]);
  for (const key of ['completed', 'claimed']) {
    const result = await state.idempotency.claim(key, { staleOutcome: undefined, signal });
    if ('claim' in result && key === 'completed') await result.claim.complete({ id: 'bk_1' });
  }
  await state.close();
  await runStatements(
    shared.database,
    'update rcpt_state.event_log set added_at = added_at - 120000',
    'update rcpt_state.idempotency_keys set requested_at = requested_at - 120000',
  );
  const later = await open();
  await later.ready();
  await expect
    .poll(rows, { timeout: 20_000 })
    .toEqual({ log: [{ position: 4, entry: '{}' }], keys: [{ key: 'claimed', status: 'claimed' }] });
  await later.log('one').append('e', { name: 'e' });
  expect(await later.log('one').after(4, 10)).toEqual([{ position: 5, id: 'e', entry: { name: 'e' } }]);
  await later.close();
});

it('events expire on a server that only receives and reads them, and on one that does nothing', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const clock = manualClock('2026-03-02T09:00:00Z');
  const state = await open(clock);
  const log = state.log('two');
  const expire = () => runStatements(shared.database, 'update rcpt_state.event_log set added_at = added_at - 120000');
  const retained = async () => (await rows()).log.filter(({ entry }) => entry !== '{}');
  const uses: (() => unknown)[] = [
    () => log.append('f', { name: 'f' }),
    () => log.after(undefined, 10),
    () => vi.advanceTimersByTime(60_000),
  ];
  for (const use of uses) {
    await log.append('e', { name: 'e' });
    await expire();
    clock.advance(60_000);
    await use();
    await expect
      .poll(retained, { timeout: 20_000 })
      .not.toContainEqual(expect.objectContaining({ entry: '{"name":"e"}' }));
    await runStatements(shared.database, 'delete from rcpt_state.event_log');
  }
  await state.close();
  expect(vi.getTimerCount()).toBe(0);
});
