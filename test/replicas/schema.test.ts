import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../../src/lib/logger.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { openSharedState } from '../../src/shared-state/index.ts';
import { runStatements } from '../support/postgres/server.ts';
import { type SharedDatabase, sharedDatabase } from '../support/postgres/shared.ts';

/** Creation of the schema by concurrent processes, and retention. */
let shared: SharedDatabase;

beforeAll(async () => {
  shared = await sharedDatabase();
});
afterAll(() => shared?.remove());

const LIMITS = { maxStatementMs: 20_000, idempotencyTtlMs: 60_000, logEntries: 3, logTtlMs: 60_000 };
const open = () => openSharedState({ url: shared.database, clock: systemClock, logger: silentLogger, ...LIMITS });

it('processes that start concurrently create the state schema once and share one secret', async () => {
  for (let round = 0; round < 12; round++) {
    await runStatements(shared.database, 'drop schema if exists rcpt_state cascade');
    const states = await Promise.all(Array.from({ length: 6 }, open));
    const secrets = await Promise.all(states.map((state) => state.secret('signing'))).finally(() =>
      Promise.all(states.map((state) => state.close())),
    );
    expect(new Set(secrets.map((secret) => secret.reveal())).size).toBe(1);
    expect(secrets[0]?.reveal()).toMatch(/^[\w-]{43}$/);
  }
});

it('retention deletes expired keys and log entries but retains the last position', async () => {
  const rows = async () => {
    const client = new pg.Client({ connectionString: shared.database });
    await client.connect();
    const log = await client.query('select position::int, entry from rcpt_state.event_log order by position');
    const keys = await client.query('select key, status from rcpt_state.idempotency_keys order by key');
    await client.end();
    return { log: log.rows, keys: keys.rows };
  };
  const signal = AbortSignal.timeout(60_000);
  const state = await open();
  const log = state.log('one');
  for (const id of ['a', 'b', 'b', 'c', 'd']) await log.append(id, { name: id });
  expect((await rows()).log.map(({ position }) => position)).toEqual([2, 3, 4]);
  for (const key of ['completed', 'claimed']) {
    const result = await state.idempotency.claim(key, { allowDuplicate: false, staleOutcome: undefined, signal });
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
