import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IDEMPOTENCY_TTL_MS } from '../../../src/lib/idempotency/store.ts';
import { WHOLE_DATABASE } from '../../../src/lib/postgres/advisory-locks.ts';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { openPlatform, type Platform } from '../../../src/platform/index.ts';
import { platformKeyRecords } from '../../../src/platform/store/idempotency-records.ts';
import { openStore, type Store } from '../../../src/platform/store/store.ts';
import { runStatements } from '../../support/postgres/server.ts';
import { type SharedDatabase, sharedDatabase } from '../../support/postgres/shared.ts';
import { processClient, type Send } from '../support/client.ts';
import { smallBusiness } from '../support/fixture.ts';
import { holdTransaction } from '../support/hold.ts';
import { countLockWaiters } from '../support/lock-waiters.ts';

let shared: SharedDatabase;
let platform: Platform;
let send: Send;
let key: string;

async function open(parameters: Record<string, string> = {}): Promise<void> {
  const url = new URL(shared.database);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  platform = await openPlatform({ database: url.href, business: smallBusiness() });
  send = processClient(platform.fetch);
  key = platform.issueProcessKey().reveal();
}
beforeEach(async () => {
  shared = await sharedDatabase();
});
afterEach(async () => {
  await platform.close();
  await shared.remove();
});

const list = () => send('GET', '/v1/contacts', { key });
const create = () => send('POST', '/v1/contacts', { key, body: { name: 'Waits' } });
/** Locks the row that every write to the team's contacts updates. */
const BLOCK_CONTACTS = "select * from totals where team_id = 'team_a' and kind = 'contacts' for update";
/** Counts the rows of a query that starts with its `from` clause. */
async function count(from: string): Promise<number> {
  const client = new pg.Client({ connectionString: shared.administration });
  await client.connect();
  const { rows } = await client.query(`select count(*)::int as count ${from}`);
  await client.end();
  return rows[0].count;
}
const lockWaiters = () => countLockWaiters(shared.administration);

describe('while another process holds a PostgreSQL lock', () => {
  it('reads succeed immediately, and writes after the lock is released', async () => {
    await open({ pool_size: '2' });
    const other = await holdTransaction(shared.administration, BLOCK_CONTACTS);
    let done = 0;
    const writes = Array.from({ length: 20 }, () => create().finally(() => void done++));
    await expect.poll(lockWaiters, { timeout: 20_000 }).toBe(1);
    for (let count = 0; count < 10; count++) expect((await list()).body.meta.total).toBe(3);
    expect(done).toBe(0);
    await other.release();
    for (const answer of await Promise.all(writes)) expect(answer.status).toBe(200);
    expect((await list()).body.meta.total).toBe(23);
  });

  it('idempotency keys are claimed and ended, because they wait for no booking of any team', async () => {
    await open();
    const [namespace, id] = WHOLE_DATABASE;
    // The lock that every writer of a team shares until it has committed.
    const other = await holdTransaction(
      shared.administration,
      `select pg_advisory_xact_lock_shared(${namespace}, ${id})`,
    );
    const store = await openStore(shared.database, systemClock.now());
    const records = platformKeyRecords(store, IDEMPOTENCY_TTL_MS);
    expect(await records.acquire('key', 'claim', { staleClaim: undefined })).toBe(true);
    expect(await records.hold(['a', 'b'], 'claim')).toBe(true);
    await records.end('key', 'claim', { status: 'completed', recordId: 'bk_1' });
    expect((await records.read('key')).record).toMatchObject({ status: 'completed', recordId: 'bk_1' });
    await store.close();
    await other.release();
  });

  it('one of many claims of one key succeeds', async () => {
    await open();
    const stores = await Promise.all(Array.from({ length: 3 }, () => openStore(shared.database, systemClock.now())));
    const claims = Array.from({ length: 30 }, (_, index) =>
      platformKeyRecords(stores[index % stores.length] as Store, IDEMPOTENCY_TTL_MS).acquire('key', `claim ${index}`, {
        staleClaim: undefined,
      }),
    );
    expect((await Promise.all(claims)).filter(Boolean)).toEqual([true]);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('uncommitted changes are not visible', async () => {
    await open();
    const other = await holdTransaction(shared.administration, "update contacts set name = 'Changed'");
    expect((await send('GET', '/v1/contacts/ct_1_a', { key })).body.data.name).toBe('Erika Muster');
    await other.release();
  });

  it.each([
    ['lock_timeout', /is in use by another process that does not release its lock in time/],
    ['statement_timeout', /took too long to answer.* Nothing was changed/],
  ])('a write fails after %s and changes nothing', async (name, why) => {
    await open({ [name]: '200' });
    const other = await holdTransaction(shared.administration, BLOCK_CONTACTS);
    expect(await create()).toMatchObject({
      status: 500,
      body: { error: 'storage_failed', message: expect.stringMatching(why), changed: false },
    });
    await other.release();
    expect((await list()).body.meta.total).toBe(3);
    expect((await create()).status).toBe(200);
  });
});

const saidInCall = (callId: string, text: string) => ({
  event: 'ended',
  call_id: callId,
  direction: 'inbound',
  phone: '+15550100102',
  started_at: '2026-03-01T15:00:00Z',
  ended_at: '2026-03-01T15:01:00Z',
  duration_seconds: 60,
  turns: [{ speaker: 'caller', text, offset_seconds: 1 }],
});

it('PostgreSQL transactions that add the same words in another order do not wait for each other', async () => {
  await open();
  const add = (word: string) => `insert into words (word, words) values ('${word}', ''::tsvector)`;
  const other = await holdTransaction(shared.administration, add('aardvark'));
  const calls = [saidInCall('c-1', 'zebra'), saidInCall('c-2', 'aardvark')];
  const imported = platform.calls.importBatch(calls as never, { dryRun: false });
  await expect.poll(lockWaiters, { timeout: 20_000 }).toBe(1);
  await other.run("set local lock_timeout = '300ms'");
  await other.run(add('zebra'));
  await other.release();
  expect(await imported).toEqual(['added', 'added']);
});

describe('the PostgreSQL connection pool', () => {
  it('makes callers wait without errors when it is exhausted', async () => {
    await open({ pool_size: '2', connect_timeout: '1' });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => (index % 4 === 0 ? create() : list())));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect((await list()).body.meta.total).toBe(53);
  });

  it('recovers when all its connections are terminated, idle or in use', async () => {
    await open();
    await Promise.all(Array.from({ length: 20 }, list));
    const terminateAll = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'rcpt-mcp'`;
    await runStatements(shared.administration, terminateAll);
    const answers = await Promise.all(Array.from({ length: 20 }, list));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));

    const other = await holdTransaction(shared.administration, BLOCK_CONTACTS);
    const write = create();
    await expect.poll(lockWaiters, { timeout: 20_000 }).toBe(1);
    await runStatements(shared.administration, `${terminateAll} and wait_event_type = 'Lock'`);
    await other.release();
    // The transaction had changed nothing, so it was retried.
    expect((await write).status).toBe(200);
    expect((await list()).body.meta.total).toBe(4);
  });

  it.each([
    ['the server shuts down', '57P01'],
    ['it takes longer than statement_timeout', '57014'],
  ])(
    'stores a booking once, and reports an unknown outcome, if %s while it waits for the disk after the commit',
    async (_, code) => {
      const name = new URL(shared.administration).pathname.slice(1);
      await runStatements(
        shared.administration,
        // In place of the function with which the platform waits.
        `alter database ${name} set search_path = public, pg_catalog`,
        `create function public.pg_logical_emit_message(boolean, text, text) returns pg_lsn language plpgsql as
        $$ begin raise exception 'ended' using errcode = '${code}'; end $$`,
      );
      await open();
      const contact = { name: 'Once', email: 'once@example.com' };
      const body = { service_id: 'sv_cut_a', start_time: '2199-03-04T09:00:00Z', contact };
      expect(await send('POST', '/v1/bookings', { key, body })).toMatchObject({
        status: 500,
        body: { error: 'storage_failed', message: expect.stringContaining('it may have been saved or not') },
      });
      // Two people could take it: a repeated transaction would book the other one as well.
      expect(await count("from bookings where contact_name = 'Once'")).toBe(1);
    },
  );

  it('reports an unknown outcome when a connection is lost during a commit', async () => {
    await open();
    await runStatements(
      shared.administration,
      'create function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return null; end $$',
      'create constraint trigger slow after insert on contacts deferrable initially deferred for each row execute function linger()',
    );
    const write = create();
    const committing = "from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
    await expect.poll(() => count(committing), { timeout: 20_000 }).toBe(1);
    await runStatements(shared.administration, `select pg_terminate_backend(pid) ${committing}`);
    expect(await write).toMatchObject({
      status: 500,
      body: { error: 'storage_failed', message: expect.stringContaining('it may have been saved or not') },
    });
    expect((await list()).body.meta.total).toBe(3);
  });
});
