import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENDPOINT_NAMES, type PromisingCallRecord } from '../../src/contract/index.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { adminBookings } from '../../src/platform/admin/bookings.ts';
import { recordBeat, takeOver } from '../../src/platform/store/deliveries/delivery-workers.ts';
import { endDelaysFromFuture } from '../../src/platform/store/set-back.ts';
import { loadSqlite } from '../../src/platform/store/sqlite/driver.ts';
import { openStore } from '../../src/platform/store/store.ts';
import { ENGINE } from '../support/engines.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { addGenericSource, endedCall } from '../voice/support/generic-source.ts';
import { listSearches } from './support/list-searches.ts';
import { type Planner, planner } from './support/plans.ts';
import { QUICK } from './support/quick.ts';
import { idsOf, requestFor } from './support/requests.ts';
import { openSalon, type Salon } from './support/salon.ts';
import { GROWING, recordStatements, type Statement } from './support/statements.ts';
import { SUMMARIES } from './support/summaries.ts';

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
  const feeds = [await platform.calendarFeeds.add({ masked: false })];
  feeds.push(await platform.calendarFeeds.add({ masked: true, staffId: 'st_1_a' }));
  for (const { path } of feeds) {
    const response = await platform.fetch(new Request(`http://localhost${path.reveal()}`));
    expect(response.status).toBe(200);
  }
  const webhook = await salon.subscribe('https://hooks.example.com/in', ['booking.created']);
  const ids = idsOf('a', webhook.id, feeds[0]?.feed.id);
  await platform.users.setPassword('owner.a@example.com', PASSWORD);
  const login = await send('POST', '/dashboard/login', { body: { email: 'owner.a@example.com', password: PASSWORD } });
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  for (const name of ENDPOINT_NAMES) {
    const { method, path, options } = requestFor(name, ids);
    const authority = name === 'createApiKey' ? { headers: { cookie } } : { key };
    expect((await send(method, path, { ...options, ...authority })).status, name).toBe(200);
  }
  // Limits, which are counted on booking and in availability; the next start after a refusal; bookings that no longer fit.
  const rules = { max_per_day: 1_000, max_per_customer_and_day: 1_000 };
  for (const path of ['/v1/business/apply', '/v1/business/plan']) {
    const business = path.endsWith('apply') ? { rules } : { closures: [{ from: '2200-01-01', to: '2210-01-01' }] };
    expect((await send('POST', path, { key, body: { business } })).status).toBe(200);
  }
  const booking = await salon.book();
  const window = 'from=2200-01-01T00:00:00Z&to=2200-01-08T00:00:00Z';
  const question = `/v1/availability?service_id=sv_cut_a&exclude_booking_id=${booking}&${window}`;
  expect((await send('GET', question, { key })).status).toBe(200);
  const { body: taken } = await send('GET', `/v1/bookings/${booking}`, { key });
  const again = { service_id: 'sv_cut_a', start_time: taken.data.start_time, staff_id: taken.data.staff_id };
  const refused = await send('POST', '/v1/bookings', { key, body: { ...again, contact: taken.data.contact } });
  expect(refused.body.error).toBe('slot_unavailable');
  const contact = { name: 'Another contact', email: 'else@example.com' };
  const moved = { start_time: '2201-01-05T10:00:00Z', service_id: 'sv_color_a', contact };
  expect((await send('PUT', `/v1/bookings/${booking}`, { key, body: moved })).status).toBe(200);
  await salon.cancel(booking);
  await send('GET', '/v1/bookings?page=2&per_page=1', { key });
  const { body: starting } = await send('GET', '/v1/bookings?from=2199-01-01T00:00:00Z&to=2202-01-01T00:00:00Z', {
    key,
  });
  expect(starting.data.length).toBeGreaterThan(1);
  // Statuses are then searched by further statements.
  expect((await send('PUT', '/v1/bookings/bk_1_a', { key, body: { status: 'no_show' } })).status).toBe(200);
  for (const question of SUMMARIES) expect((await send('GET', `/v1/summary?${question}`, { key })).status).toBe(200);
  await send('PUT', '/v1/contacts/ct_1_a', { key, body: { name: 'Erika', email: 'erika@example.com' } });
  await platform.calls.simulate();
  for (const path of listSearches()) expect((await send('GET', path, { key })).status, path).toBe(200);

  await useCallSources(key, again);
  await askFollowUps(await salon.key(['read:calls']));
  await markPromise(await askFollowUps(key), cookie);

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
  }, 'all');
  await store.close();

  await platform.events.since(undefined, 10);
  await platform.events.since(0, 10);
  const made = await platform.keys.create({ name: 'k', scopes: ['read:calls'] });
  await platform.keys.list();
  await platform.keys.revoke(made.id);
  const person = { id: undefined, name: 'Erika Muster', email: null, phone: '+15550100101', additional: {} };
  const rows = [
    person,
    { ...person, id: 'ct_2_a', email: 'hans@example.com' },
    { ...person, name: 'New', phone: null },
  ];
  await platform.contacts.planImport()(rows);
  await platform.contacts.importBatch(rows);
  for await (const _contact of platform.contacts.all());
  await listBookings();
  await importBookings();
  await mergeContacts(key, cookie);
  await eraseCustomer(key);
  await platform.users.list();
  await platform.users.remove('member.a@example.com');
  await platform.users.add({ email: 'member.a@example.com', name: 'Mia', role: 'admin' });
  await platform.users.add({ email: 'member.a@example.com', role: 'owner', staffId: 'st_1_a' });
  await dismissPerson(key);
  await platform.users.add({ email: 'new.a@example.com', name: 'Noa' });
  await platform.ready();
  const process = platform.issueProcessKey().reveal();
  await send('GET', '/v1/services', { key: process });
  await send('POST', '/dashboard/logout', { headers: { cookie } });
  plans = await planner(salon.database);
}, 180_000);

/** Takes a new person into the business, who leaves again. */
async function dismissPerson(key: string) {
  const apply = async (staff: object[], prune: string[]) =>
    expect((await salon.send('POST', '/v1/business/apply', { key, body: { business: { staff }, prune } })).status).toBe(
      200,
    );
  const people = [
    { id: 'st_1_a', name: 'Sam' },
    { id: 'st_2_a', name: 'Cleo' },
  ];
  await apply([...people, { id: 'leaving', name: 'Lea' }], []);
  await apply(people, ['staff']);
}

/** Lists bookings by each filter and after each position. */
async function listBookings() {
  const store = await openStore(salon.database, Date.now());
  const { list, catalogue } = adminBookings(store, systemClock, salon.platform.team.id, 1);
  const { services, staff } = await catalogue();
  for (const serviceId of [undefined, services[0]?.id]) {
    for (const staffId of [undefined, staff[0]?.id]) {
      for (const status of [undefined, 'confirmed', 'cancelled'] as const) {
        const { bookings } = await list({ start: 0, end: Date.parse('2300-01-01'), serviceId, staffId, status });
        let read = 0;
        for await (const _booking of bookings) if (++read === 2) break;
      }
    }
  }
  await store.close();
}

/** Imports a booking between two others, whose buffers it shortens, and the same again. */
async function importBookings() {
  const importer = await salon.platform.bookings.importer();
  const contact = { id: undefined, name: 'Ann', email: null, phone: '+15550100177', additional: {} };
  const row = (key: string, minutes: number) => ({
    ...{ id: undefined, key, contact, serviceIds: ['sv_cut_a'] as const, staffIds: ['st_1_a'] },
    ...{ end: undefined, notes: '' },
    start: Date.parse('2026-02-20T12:00:00Z') + minutes * 60_000,
    status: 'confirmed' as const,
  });
  const rows = [row('1', 0), row('2', 60), row('3', 30)];
  for (const kind of ['added', 'unchanged']) {
    await importer.planBatch(rows);
    expect(await importer.importBatch(rows)).toMatchObject([{ kind }, { kind }, { kind }]);
  }
}

/** Merges a contact with a booking and a call into another one, as an owner does. */
async function mergeContacts(key: string, cookie: string) {
  const { platform, send, url } = salon;
  const source = await addGenericSource(platform, url);
  const contact = { name: 'Bea', phone: '+15550100189' };
  const body = { service_id: 'sv_cut_a', start_time: '2201-03-03T10:00:00Z', contact };
  const { body: booked } = await send('POST', '/v1/bookings', { key, body });
  await source.send(endedCall('c-10', { phone: contact.phone }));
  const other = { name: 'Beatrix', phone: '+15550100190' };
  const { body: kept } = await send('POST', '/v1/contacts', { key, body: other });
  const path = `/dashboard/teams/team_a/contacts/${kept.data.id}/merge/${booked.data.contact_id}`;
  const { body: plan } = await send('GET', path, { headers: { cookie } });
  const merge = { take: ['name'], state: plan.data.state };
  const merged = await send('POST', path, { headers: { cookie }, body: merge });
  expect(merged.body.data).toMatchObject({ bookings: 1, calls: 1 });
  // The number that the merge did not keep still finds the contact.
  const ofBea = `/v1/contacts?phone=${encodeURIComponent(contact.phone)}`;
  for (const filter of ['', '&order=desc', '&no_appointment_ahead=true', '&email=bea%40example.com', '&name=beatrix'])
    expect((await send('GET', `${ofBea}${filter}`, { key })).status, filter).toBe(200);
  expect((await send('GET', ofBea, { key })).body.data).toMatchObject([{ id: kept.data.id }]);
}

/** Erases a customer with a booking, which is cancelled, and a call that has a report. */
async function eraseCustomer(key: string) {
  const { platform, send, url } = salon;
  const source = await addGenericSource(platform, url);
  const contact = { name: 'Ann', phone: '+15550100188' };
  await source.send(endedCall('c-9', { phone: contact.phone }));
  const body = { service_id: 'sv_cut_a', start_time: '2201-03-02T10:00:00Z', contact };
  const { body: booked } = await send('POST', '/v1/bookings', { key, body, headers: { 'x-call-reference': 'c-9' } });
  await salon.cancel(String(booked.data.id));
  const [found] = await platform.erasure.find({ phone: contact.phone });
  await platform.erasure.find({ email: 'erika@example.com' });
  await platform.erasure.plan(found?.id ?? '');
  expect(await platform.erasure.erase(found?.id ?? '')).toMatchObject({ bookings: 1, calls: 1, reports: 1 });
}

/** Receives and manages reports of calls, and books during a call. */
async function useCallSources(key: string, slot: object) {
  const { platform, send, url } = salon;
  const source = await addGenericSource(platform, url);
  await source.send({ event: 'started', call_id: 'c-1', phone: '+15550100101' });
  await platform.calls.inProgress('c-1');
  await source.send(endedCall('c-1'));
  await source.send({ event: 'ended', call_id: 'c-1', summary: 'Wants a haircut.' });
  // Promised twice, and kept by a later call.
  for (const call_id of ['c-4', 'c-5', 'c-6']) {
    const kept = { outcome: 'question', started_at: '2024-01-08T15:00:00Z' };
    await source.send(endedCall(call_id, call_id === 'c-6' ? kept : { outcome: 'callback_promised' }));
  }
  await source.send({ event: 'other' });
  expect((await source.send(endedCall('c-1'), { age: 3_600 })).status).toBe(401);
  const body = { ...slot, start_time: '2201-02-02T10:00:00Z', contact: { name: 'Ann', phone: '+15550100101' } };
  const headers = { 'x-call-reference': 'c-1' };
  expect((await send('POST', '/v1/bookings', { key, body, headers })).status).toBe(200);
  await platform.calls.importBatch([{ ...endedCall('c-2'), event: 'ended' }] as never, { dryRun: false });
  const [report] = (await platform.callSources.log({ sourceId: source.id, limit: 10 })) ?? [];
  await platform.callSources.log({ limit: 10 });
  await platform.callSources.replay(report?.id ?? '');
  await platform.callSources.rotate(source.id, {});
  await platform.callSources.list();
  await platform.callSources.remove(source.id);
}

/** Asks for follow-ups in every form: the statements depend on the filters, the position and what a key may read. */
async function askFollowUps(key: string) {
  const { send } = salon;
  const ask = async (query: string) => {
    const { status, body } = await send('GET', `/v1/follow-ups?${query}`, { key });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as unknown as { calls: PromisingCall[]; next: string | null };
  };
  const first = await ask('per_page=1');
  expect(first.calls).toHaveLength(1);
  const after = `after=${encodeURIComponent(first.next ?? '')}`;
  expect((await ask(after)).calls).not.toHaveLength(0);
  await ask(`${after}&kind=callback&status=done`);
  await ask('kind=booking&without_bookings=true&without_contacts=true');
  await ask('from=2020-01-01T00:00:00Z&to=2300-01-01T00:00:00Z&without_contacts=true');
  return first.calls[0] as PromisingCall;
}

type PromisingCall = Pick<PromisingCallRecord, 'id' | 'promises'>;

/** Marks a promise, and removes the mark. */
async function markPromise({ id, promises: [promise] }: PromisingCall, cookie: string) {
  const path = `/dashboard/teams/team_a/calls/${id}/promise-marks`;
  for (const status of ['done', null]) {
    const body = { kind: promise?.kind, number: promise?.number, status };
    expect((await salon.send('POST', path, { body, headers: { cookie } })).status).toBe(200);
  }
}

afterAll(async () => {
  stop();
  await plans?.close();
  await Promise.all([salon?.close(), target?.close()]);
});

/** Of a migration, which runs once. */
const MIGRATING = 'update "bookings" set "busy_start" = "start_time"';

/** The recorded statements that search the platform's tables. */
const searches = () =>
  [...recorded.values()].filter(
    ({ sql }) => /^(select|update|delete)\b/.test(sql) && /(from|update) "/.test(sql) && !sql.startsWith(MIGRATING),
  );

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

  it('cover the counts and the schedules that the rules of bookings need', () => {
    const sent = searches().map(({ sql }) => sql);
    const searched = (...parts: string[]) => sent.some((sql) => parts.every((part) => sql.includes(part)));
    expect(searched('count(*)', 'from "bookings" where "team_id" =', '"start_time" >=')).toBe(true);
    expect(searched('count(*)', 'from "bookings" where "contact_id" =', '"start_time" >=')).toBe(true);
    expect(searched('count(*)', 'group by "staff_id"')).toBe(true);
    expect(searched('select "start_time", "contact_id" from "bookings"')).toBe(true);
    expect(searched('select "staff_id", "busy_start", "busy_end" from "bookings"')).toBe(true);
    expect(searched('"staff"."name"', '"bookings"."start_time" >=', '"bookings"."id" >')).toBe(true);
    expect(searched('"staff"."name"', '"bookings"."start_time" <', 'order by "bookings"."start_time"')).toBe(true);
  });

  it('contain no full scan and no sort of a growing table', async () => {
    const found: string[] = [];
    for (const statement of searches()) {
      for (const fault of await plans.faults(statement)) found.push(`${fault}: ${statement.sql}`);
    }
    expect(found).toEqual([]);
  });

  it.runIf(ENGINE === 'sqlite')('count by an index that has all that is counted', async () => {
    const counting = searches().filter(({ sql }) => /"(start_time|started_at)" < \?.* group by /.test(sql));
    expect(counting.length).toBeGreaterThan(10);
    const connection = new (await loadSqlite())(salon.database);
    for (const { sql } of counting) {
      if (/"(service_id|staff_id|contact_id)" (= \?|in \()/.test(sql)) continue;
      const [first] = connection.prepare(`explain query plan ${sql}`).all() as { detail: string }[];
      expect(first?.detail, sql).toMatch(
        /^SEARCH (bookings|calls) USING COVERING INDEX \1_summary \(team_id=\? AND start\w+>\? AND start\w+<\?\)$/,
      );
    }
    connection.close();
  });

  // SQLite has no statistics: it would take an index that has the order of the reports, and read all of the source.
  it.runIf(ENGINE === 'sqlite')(
    'find what belongs to a call by its id, however many calls its source has',
    async () => {
      const found = searches().filter(({ sql }) => / where .*"call_reference" =/.test(sql));
      expect(found.length).toBeGreaterThan(4);
      const connection = new (await loadSqlite())(salon.database);
      for (const { sql } of found) {
        const plan = connection.prepare(`explain query plan ${sql}`).all() as { detail: string }[];
        expect(plan.map(({ detail }) => detail).join(), sql).toContain('call_reference=?');
      }
      connection.close();
    },
  );

  it.runIf(ENGINE === 'sqlite')('find the calls of a customer from the bookings of that customer on', async () => {
    const found = searches().filter(({ sql }) => sql.startsWith('select "calls"."id" from "bookings" cross join'));
    const connection = new (await loadSqlite())(salon.database);
    const details = found.map(({ sql }) =>
      (connection.prepare(`explain query plan ${sql}`).all() as { detail: string }[]).map(({ detail }) => detail),
    );
    for (const plan of details) {
      expect(plan.slice(0, 3)).toEqual([
        expect.stringMatching(/^SEARCH bookings USING (COVERING )?INDEX \w+ \(contact_id=\?\)$/),
        expect.stringMatching(/^SEARCH booking_calls USING INDEX \w+ \(booking_id=\?\)$/),
        expect.stringMatching(/^SEARCH calls USING INDEX \w+ \(team_id=\? AND call_reference=\?\)$/),
      ]);
    }
    // Of the calls to erase, other calls with the same id are searched; of those of others, none.
    expect([...new Set(details.map((plan) => plan.slice(3).join('; ')))].sort()).toEqual([
      '',
      expect.stringMatching(
        /^CORRELATED SCALAR SUBQUERY 1; SEARCH others USING INDEX \w+ \(team_id=\? AND call_reference=\?\)$/,
      ),
    ]);
    connection.close();
  });

  it('count as faulty with a full scan or a sort', async () => {
    for (const sql of [
      `select * from "bookings" where "notes" = 'x'`,
      `select * from "bookings" where "status" = 'confirmed'`,
      `select * from "bookings" where "team_id" = 'team_a' order by "created_at"`,
      `update "calls" set "outcome" = 'x' where "outcome" = 'y'`,
      `select count(*) from "contacts"`,
    ]) {
      expect(await plans.faults({ sql, parameters: [] }), sql).not.toEqual([]);
    }
  });

  it.runIf(ENGINE === 'sqlite')('contain no full scan and no sort in the overlap triggers', async () => {
    const overlapping = `select busy_end from bookings where staff_id = ? and status = 'confirmed'
      and busy_start < ? and id <> ? order by busy_start desc limit 1`;
    expect(await plans.faults({ sql: overlapping, parameters: [] })).toEqual([]);
  });
});
