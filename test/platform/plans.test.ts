import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENDPOINT_NAMES } from '../../src/contract/index.ts';
import { recordBeat, takeOver } from '../../src/platform/store/delivery-workers.ts';
import { endDelaysFromFuture } from '../../src/platform/store/set-back.ts';
import { openStore } from '../../src/platform/store/store.ts';
import { ENGINE } from '../support/engines.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { type Planner, planner } from './support/plans.ts';
import { QUICK } from './support/quick.ts';
import { idsOf, requestFor } from './support/requests.ts';
import { openSalon, type Salon } from './support/salon.ts';
import { GROWING, recordStatements, type Statement } from './support/statements.ts';

const PASSWORD = 'correct horse battery';
const PATIENT = { timeout: 25_000, interval: 20 };
let salon: Salon;
let target: Upstream;
let plans: Planner;
let recorded: Map<string, Statement>;
let stop = () => {};

/** Uses every feature of the platform, so that every statement is recorded. */
beforeAll(async () => {
  const recording = recordStatements();
  recorded = recording.statements;
  stop = recording.stop;
  salon = await openSalon({ deliveries: { ...QUICK, pruneIntervalMs: 50 } });
  target = await startUpstream(json(200, {}));
  const { platform, send } = salon;
  const key = await salon.key();

  const hook = await salon.subscribe(target.url);
  const ids = idsOf('a', (await salon.subscribe('https://hooks.example.com/in', ['booking.created'])).id);
  await platform.users.setPassword('owner.a@example.com', PASSWORD);
  const login = await send('POST', '/dashboard/login', { body: { email: 'owner.a@example.com', password: PASSWORD } });
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  for (const name of ENDPOINT_NAMES) {
    const { method, path, options } = requestFor(name, ids);
    const authority = name === 'createApiKey' ? { headers: { cookie } } : { key };
    expect((await send(method, path, { ...options, ...authority })).status, name).toBe(200);
  }
  const booking = await salon.book();
  const contact = { name: 'Another contact', email: 'else@example.com' };
  const moved = { start_time: '2201-01-05T10:00:00Z', service_id: 'sv_color_a', contact };
  expect((await send('PUT', `/v1/bookings/${booking}`, { key, body: moved })).status).toBe(200);
  await salon.cancel(booking);
  await send('GET', '/v1/bookings?page=2&per_page=1', { key });
  await send('PUT', '/v1/contacts/ct_1_a', { key, body: { name: 'Erika', email: 'erika@example.com' } });
  await platform.calls.simulate();

  const hasPruned = () => [...recorded.keys()].some((sql) => sql.includes('offset'));
  await vi.waitFor(() => expect(hasPruned()).toBe(true), PATIENT);

  // Delivers, retries and disables a webhook.
  await vi.waitFor(() => expect(target.received.length).toBeGreaterThan(3), PATIENT);
  target.behave(json(500, {}));
  await salon.book();
  await vi.waitFor(async () => expect((await salon.webhook(hook.id)).consecutive_failures).toBeGreaterThan(0), PATIENT);
  target.behave(json(410, {}));
  await vi.waitFor(async () => expect((await salon.webhook(hook.id)).active).toBe(false), PATIENT);
  target.behave(json(200, {}));
  await platform.webhooks.redeliver(hook.id);
  const [event] = (await platform.events.since(0, 1)).events;
  await platform.webhooks.redeliver(event?.id ?? '', { webhookId: hook.id });
  await platform.webhooks.ping(hook.id);
  await platform.webhooks.list();
  await platform.webhooks.log(hook.id, 10);
  await send('DELETE', `/v1/webhooks/${hook.id}`, { key });

  // What happens after the end of another process, and after the clock was set back.
  const store = await openStore(salon.database, Date.now());
  await store.write(async (tx) => {
    await recordBeat(tx, 'wrk_ended', 0);
    await takeOver(tx, { id: 'wrk_ended', beats: 1 });
    await endDelaysFromFuture(tx, 0);
  });
  await store.close();

  await platform.events.since(undefined, 10);
  await platform.events.since(0, 10);
  const made = await platform.keys.create({ name: 'k', scopes: ['read:calls'] });
  await platform.keys.list();
  await platform.keys.revoke(made.id);
  await platform.users.list();
  await platform.users.removeFromTeam('member.a@example.com');
  await platform.ready();
  const process = platform.issueProcessKey().reveal();
  await send('GET', '/v1/services', { key: process });
  await send('POST', '/dashboard/logout', { headers: { cookie } });
  plans = await planner(salon.database);
}, 60_000);
afterAll(async () => {
  stop();
  await plans?.close();
  await Promise.all([salon?.close(), target?.close()]);
});

/** The recorded statements that search the platform's tables. */
const searches = () =>
  [...recorded.values()].filter(({ sql }) => /^(select|update|delete)\b/.test(sql) && /(from|update) "/.test(sql));

describe('query plans', () => {
  it('cover a search in each growing table', () => {
    for (const table of GROWING) {
      expect(
        searches().some(({ sql }) => sql.includes(`from "${table}"`)),
        table,
      ).toBe(true);
    }
    expect(searches().length).toBeGreaterThan(40);
  });

  it('contain no full scan and no sort of a growing table', async () => {
    const found: string[] = [];
    for (const statement of searches()) {
      for (const fault of await plans.faults(statement)) found.push(`${fault}: ${statement.sql}`);
    }
    expect(found).toEqual([]);
  });

  it('count as faulty with a full scan or a sort', async () => {
    for (const sql of [
      `select * from "bookings" where "notes" = 'x'`,
      `select * from "bookings" where "status" = 'confirmed'`,
      `select * from "bookings" where "team_id" = 'team_a' order by "start_time"`,
      `update "calls" set "outcome" = 'x' where "outcome" = 'y'`,
      `select count(*) from "contacts"`,
    ]) {
      expect(await plans.faults({ sql, parameters: [] }), sql).not.toEqual([]);
    }
  });

  it.runIf(ENGINE === 'sqlite')('contain no full scan and no sort in the overlap triggers', async () => {
    const overlapping = `select end_time from bookings where staff_id = ? and status = 'confirmed'
      and start_time < ? and id <> ? order by start_time desc limit 1`;
    expect(await plans.faults({ sql: overlapping, parameters: [] })).toEqual([]);
  });
});
