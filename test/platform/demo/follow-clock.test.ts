import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { openPlatform, type Platform } from '../../../src/platform/index.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { httpClient, processClient, type Send } from '../support/client.ts';
import { asReadLater } from '../support/created-booking.ts';
import { markOpenPromise } from '../support/mark-promise.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A Wednesday morning of the practice, in New York. */
const START = '2026-03-11T14:00:00Z';

let clock: ManualClock;
let demo: StartedPlatform;
let send: Send;

beforeEach(async () => {
  clock = manualClock(START);
  demo = await startPlatform({ demo: true, clock });
  const key = await demo.key();
  const client = httpClient(demo.url);
  send = (method, path, options) => client(method, path, { key, ...options });
});
afterEach(() => demo.close());

async function all(path: string, from: Send = send): Promise<JsonObject[]> {
  const records: JsonObject[] = [];
  for (let page = 1; ; page++) {
    const { data, meta } = (await from('GET', `${path}?page=${page}&per_page=100`)).body;
    records.push(...data);
    if (!meta.has_more) {
      expect(records.length).toBe(meta.total);
      expect(new Set(records.map(({ id }) => id)).size).toBe(meta.total);
      return records;
    }
  }
}

const latestCall = async () => Math.max(...(await all('/v1/calls')).map((call) => Date.parse(String(call.started_at))));

describe('the demo business', () => {
  it('has calls of the day before and appointments ahead on every day', async () => {
    for (const days of [1, 1, 5, 23, 200]) {
      clock.advance(days * DAY_MS);
      expect(clock.now() - (await latestCall())).toBeLessThan(36 * 60 * 60_000);
      const ahead = (await all('/v1/bookings')).filter(
        ({ start_time }) => Date.parse(String(start_time)) > clock.now(),
      );
      expect(ahead.length).toBeGreaterThan(50);
      expect(await all('/v1/contacts')).not.toEqual([]);
    }
  });

  it('the bookings of the demo stay as they are during a day', async () => {
    const before = await all('/v1/bookings');
    clock.advance(8 * 60 * 60_000);
    expect(await all('/v1/bookings')).toEqual(before);
  });

  it('keeps what people have made and changed', async () => {
    const service_id = 'svc_new_patient';
    const day = '2026-05-12';
    const window = `from=${day}T00:00:00Z&to=2026-05-13T00:00:00Z`;
    const availability = await send<{ data: { free: { from: string }[] } }>(
      'GET',
      `/v1/availability?service_id=${service_id}&${window}`,
    );
    const { free } = availability.body.data;
    const contact = { name: 'Robin Tester', email: 'robin@example.com', phone: null };
    const start_time = free[0]?.from;
    const created = (await send('POST', '/v1/bookings', { body: { service_id, start_time, contact } })).body.data;
    const made = asReadLater(created);
    const [later] = (await all('/v1/bookings')).filter(
      ({ id, status, start_time: start }) =>
        id !== made.id && status === 'confirmed' && Date.parse(String(start)) > clock.now(),
    );
    const changed = (await send('PUT', `/v1/bookings/${later?.id}`, { body: { notes: 'Brings a friend' } })).body.data;
    const call = await demo.platform.calls.simulate();
    const marked = await markOpenPromise(demo);
    for (const days of [1, 9]) {
      clock.advance(days * DAY_MS);
      expect((await send('GET', `/v1/bookings/${made.id}`)).body.data).toEqual(made);
      expect((await send('GET', `/v1/bookings/${changed.id}`)).body.data).toEqual(changed);
      expect((await send('GET', `/v1/calls/${call.id}`)).body.data).toMatchObject({ id: call.id });
      const kept = (await send('GET', '/v1/follow-ups?status=done&per_page=100')).body.data.calls as JsonObject[];
      expect(JSON.stringify(kept.find(({ id }) => id === marked))).toMatch(/"marked_at":"2026/);
      for (const id of [made.contact_id, changed.contact_id]) {
        expect((await send('GET', `/v1/contacts/${id}`)).status).toBe(200);
      }
    }
  });

  it('moves to the new day once, although two processes use the database', async () => {
    if (demo.database === ':memory:') return;
    const other: Platform = await openPlatform({ database: demo.database, clock, deliveries: false });
    const key = other.issueProcessKey().reveal();
    const client = processClient(other.fetch);
    const otherSend: Send = (method, path, options) => client(method, path, { key, ...options });
    clock.advance(DAY_MS);
    const [here, there] = await Promise.all([all('/v1/calls'), all('/v1/calls', otherSend)]);
    expect(here).toEqual(there);
    await other.close();
  });
});

describe('an operator', () => {
  it('a reset makes the demo as it was at first', async () => {
    const original = await all('/v1/bookings');
    await send('POST', '/v1/contacts', { body: { name: 'Pat Extra' } });
    const business = { services: [{ id: 'svc_cleaning', price: 500 }], closures: [{ from: '2026-04-01' }] };
    expect((await send('POST', '/v1/business/apply', { body: { business } })).status).toBe(200);
    await demo.platform.demo.reset();
    expect((await all('/v1/contacts')).some(({ name }) => name === 'Pat Extra')).toBe(false);
    expect(await all('/v1/bookings')).toEqual(original);
    const shown = (await send('GET', '/v1/business')).body.data;
    expect(shown).toMatchObject({ closures: [], is_demo: true });
    expect(shown.services).toContainEqual(expect.objectContaining({ id: 'svc_cleaning', price: 129 }));
  });

  it('removes the demo: the API answers with the same key, for a business without records', async () => {
    await demo.platform.demo.remove();
    for (const path of ['/v1/bookings', '/v1/contacts', '/v1/calls', '/v1/services', '/v1/staff']) {
      expect(await all(path)).toEqual([]);
    }
    expect((await send('GET', '/v1/business')).body.data).toMatchObject({ name: 'My business', is_demo: false });
    expect(await demo.platform.users.list()).toEqual([expect.objectContaining({ role: 'owner', hasPassword: false })]);
    await expect(demo.platform.demo.reset()).rejects.toThrow(/My business, not the demo business/);
    clock.advance(3 * DAY_MS);
    expect(await all('/v1/bookings')).toEqual([]);
  });
});
