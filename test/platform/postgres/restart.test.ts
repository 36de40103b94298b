import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Logger } from '../../../src/lib/logging/logger.ts';
import { openPlatform, type Platform } from '../../../src/platform/index.ts';
import { type PostgresServer, startServer } from '../../support/postgres/server.ts';
import { type Answer, processClient, type Send } from '../support/client.ts';
import { smallBusiness } from '../support/fixture.ts';

let server: PostgresServer;
let database: string;
let platform: Platform;
let send: Send;
let key: string;
const logged: string[] = [];
const log = (message: string, fields: object = {}) => void logged.push(`${message} ${JSON.stringify(fields)}`);
const logger: Logger = { error: log, warn: log, info: log, debug: () => {} };

beforeAll(async () => {
  // Acknowledged writes must survive a crash of the server.
  server = await startServer({ settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } });
  database = await server.createDatabase();
  platform = await openPlatform({ database, business: smallBusiness(), logger });
  send = processClient(platform.fetch);
  key = platform.issueProcessKey().reveal();
});
afterAll(async () => {
  await platform.close();
  await server.remove();
});

const create = (name: string) => send('POST', '/v1/contacts', { key, body: { name } });
const list = (page = 1) => send('GET', `/v1/contacts?per_page=100&page=${page}`, { key });

it('the next call after a PostgreSQL restart succeeds', async () => {
  expect((await list()).status).toBe(200);
  await server.stop();
  await server.start();
  expect((await list()).status).toBe(200);
  expect((await create('After')).status).toBe(200);
});

it('a call during a short PostgreSQL restart waits for it', async () => {
  await server.stop();
  const answers = Promise.all([list(), create('Patient')]);
  await server.start();
  expect((await answers).map((answer) => answer.status)).toEqual([200, 200]);
});

it('calls fail with the reason while PostgreSQL is unavailable, and succeed when it is back', async () => {
  await server.stop();
  const answer = await create('Never');
  expect(answer).toMatchObject({ status: 500, body: { error: 'storage_failed' } });
  expect(answer.body.message).toContain('cannot be reached');
  expect(answer.body.message).not.toMatch(/127\.0\.0\.1|postgres:/);
  await expect(platform.ready()).rejects.toThrow('cannot be reached');
  await server.start();
  await platform.ready();
});

it('writes succeed again after a time in which the database was read-only, also on connections of that time', async () => {
  const name = new URL(database).pathname.slice(1);
  const setReadOnly = (value: string) =>
    server.run('postgres', `alter database ${name} set default_transaction_read_only = ${value}`);
  await setReadOnly('on');
  await server.run('postgres', `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  expect((await Promise.all([list(), list(), list(), list(), list()])).map(({ status }) => status)).toEqual(
    Array.from({ length: 5 }, () => 200),
  );
  const refused = await create('Still');
  expect(refused).toMatchObject({ status: 500, body: { error: 'storage_failed' } });
  expect(refused.body.message).toContain('it is a standby, or read-only');
  await setReadOnly('off');
  await expect.poll(async () => (await create('Writable')).status, { interval: 0 }).toBe(200);
  const later = await Promise.all(Array.from({ length: 10 }, (_, index) => create(`Later ${index}`)));
  expect(later.map(({ status }) => status).every((status) => status === 200)).toBe(true);
});

it('listeners are notified of changes of other processes again after a PostgreSQL restart', async () => {
  const other = await openPlatform({ database });
  let called: () => void = () => {};
  const unsubscribe = platform.events.onAppend(() => called());
  await server.stop();
  await server.start();
  const { sequence } = await platform.events.since(undefined, 0);
  const notified = new Promise<void>((resolve) => {
    called = async () => {
      if ((await platform.events.since(sequence, 1)).events.length > 0) resolve();
    };
  });
  await other.calls.simulate();
  await notified;
  unsubscribe();
  await other.close();
});

it('writes in flight during a PostgreSQL crash are reported truthfully', { timeout: 90_000 }, async () => {
  const WRITERS = 8;
  const answers = new Map<string, Answer<{ error: string; message: string }>>();
  let stopped = false;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let number = 0; !stopped; number++) {
      const name = `Writer ${writer}, number ${number}`;
      answers.set(name, (await create(name)) as unknown as Answer<{ error: string; message: string }>);
    }
  });
  const untilAnswered = (count: number) => expect.poll(() => answers.size, { timeout: 20_000 }).toBeGreaterThan(count);
  try {
    for (let round = 1; round <= 3; round++) {
      await untilAnswered(answers.size + 20);
      await server.stop('SIGQUIT');
      await server.start();
    }
    await untilAnswered(answers.size + 20);
  } finally {
    stopped = true;
    await Promise.all(writers);
  }

  const stored = new Map<string, number>();
  for (let page = 1; ; page++) {
    const { data, meta } = (await list(page)).body;
    for (const { name } of data) stored.set(String(name), (stored.get(String(name)) ?? 0) + 1);
    if (!meta.has_more) break;
  }
  for (const [name, { status, body }] of answers) {
    if (status === 200) expect(stored.get(name), name).toBe(1);
    else if (/may have been saved or not/.test(body.message)) expect(stored.get(name) ?? 0).toBeLessThanOrEqual(1);
    else expect(stored.get(name), `${name}: ${body.message}`).toBeUndefined();
    if (status !== 200) expect(body.error).toBe('storage_failed');
  }
});

it('the log never contains the password', () => {
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.join('\n')).not.toContain(new URL(database).password);
  expect(logged.join('\n')).not.toContain(decodeURIComponent(new URL(database).password));
});
