import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_SCOPES } from '../../../src/contract/index.ts';
import { manyBookings } from '../../support/many.ts';
import { startPlatform } from '../../support/platform.ts';
import { httpClient } from '../support/client.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const get = (path: string, key = world.keyA) => world.send('GET', `/v1/${path}`, { key });
const position = (key: string, id: string) => encodeURIComponent(JSON.stringify([key, id]));

describe('a filtered list', () => {
  it.each([
    ['bookings?status=active&page=1', 'page: cannot be combined with filters or order'],
    ['bookings?order=up', 'order'],
    ['bookings?status=', 'status'],
    ['bookings?status=a&status=b', 'status: must be given once'],
    ['bookings?order=asc&from=2026-08-04T00:00:00Z&to=2026-08-04T00:00:00Z', 'to: must be after from'],
    ['bookings?order=asc&after=x', 'after: must be a sort key and an id in a JSON array'],
    ['bookings?order=asc&after=["soon","x"]', 'after: must be'],
    ['bookings?order=asc&after=["2026-03-01T15:00:00.000Z"]', 'after: must be'],
    ['calls?sort=duration&after=["2026-03-01T15:00:00.000Z","x"]', 'after: must be'],
    ['calls?has_contact=maybe', 'has_contact'],
    ['calls?min_duration_seconds=x', 'min_duration_seconds'],
    ['calls?from=yesterday', 'from'],
    ['contacts?last_visit_before=2026-08-04', 'last_visit_before'],
  ])('is refused with 400 for %s', async (path, message) => {
    const { status, body } = await get(path);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'validation_error', message: expect.stringContaining(message) });
  });

  it('has no record of another team, also if a filter has the id of one of its records', async () => {
    for (const path of ['bookings?order=asc', 'contacts?order=asc', 'calls?sort=time']) {
      const { body } = await get(`${path}&per_page=100`);
      expect(body.data.length, path).toBeGreaterThan(1);
      for (const { id } of body.data) expect(id, path).toMatch(/_a$/);
    }
    for (const path of [
      'bookings?service_id=sv_cut_b',
      'bookings?staff_id=st_1_b',
      'bookings?contact_id=ct_1_b',
      'calls?contact_id=ct_1_b',
      'contacts?service_id=sv_cut_b',
    ]) {
      const { status, body } = await get(path);
      expect(status).toBe(200);
      expect(body, path).toMatchObject({ data: [], meta: { total: 0, has_more: false } });
      expect(JSON.stringify(body), path).not.toContain('_b"');
    }
  });

  it('needs the right to read bookings only if it is filtered by visits', async () => {
    const key = await world.key(ALL_SCOPES.filter((scope) => scope !== 'read:bookings'));
    expect((await get('contacts?no_appointment_ahead=true', key)).status).toBe(403);
    expect((await get('contacts?service_id=sv_cut_a', key)).status).toBe(403);
    expect((await get('contacts?name=muster', key)).status).toBe(200);
  });

  it('names what the calls have to say about a contact only to readers of contacts', async () => {
    const key = await world.key(ALL_SCOPES.filter((scope) => scope !== 'read:contacts'));
    const { body } = await get('calls?direction=inbound', key);
    expect(body.data.length).toBeGreaterThan(0);
    for (const call of body.data) expect(call.contact_name).toBeNull();
  });

  it('continues behind a record that is gone, or was never there, and skips none of those that follow', async () => {
    const { body } = await get('bookings?order=asc&per_page=100');
    const all = body.data.map(({ id }) => id);
    const before = (await get(`bookings?order=asc&after=${position('2000-01-01T00:00:00.000Z', 'zz')}`)).body;
    expect(before.data.map(({ id }) => id)).toEqual(all);
    const start = String(body.data[0]?.start_time).replace('Z', '.000Z');
    for (const [id, first] of [
      ['', 0],
      ['zzz', 1],
    ] as const) {
      const rest = (await get(`bookings?order=asc&after=${position(start, id)}`)).body;
      expect(rest.data.map((booking) => booking.id)).toEqual(all.slice(first));
    }
  });

  it('shows each record once that was there throughout, while others are added and changed', async () => {
    const { body: whole } = await get('contacts?order=asc&per_page=100');
    const expected = whole.data.map(({ id }) => id);
    const seen: unknown[] = [];
    let after = '';
    for (let page = 0; page < 50; page++) {
      const { body } = await get(`contacts?order=asc&per_page=1${after}`);
      const [contact] = body.data;
      if (!contact) break;
      seen.push(contact.id);
      after = `&after=${position(String(contact.name).toLowerCase(), String(contact.id))}`;
      // One before the position, one behind it.
      for (const name of ['Aaa', 'Zzz'])
        await world.send('POST', '/v1/contacts', { key: world.keyA, body: { name: `${name} ${page}` } });
      if (seen.length > expected.length + 10) break;
    }
    expect(seen.filter((id) => expected.includes(id))).toEqual(expected);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('the total of a filtered list', () => {
  it('counts exactly up to ten thousand, and is a lower bound above', async () => {
    const platform = await startPlatform({ business: manyBookings(10_001) });
    const send = httpClient(platform.url);
    const key = await platform.key();
    const metaOf = async (query: string) => (await send('GET', `/v1/bookings?${query}&per_page=1`, { key })).body.meta;
    expect(await metaOf('order=asc')).toMatchObject({ total: null, total_at_least: 10_000, has_more: true });
    const first = await send('GET', '/v1/bookings?order=asc&per_page=1', { key });
    const behind = new Date(Date.parse(String(first.body.data[0]?.start_time)) + 1).toISOString();
    const { total } = await metaOf(`order=asc&from=${behind}`);
    expect(total).toBe(10_000);
    await platform.close();
  }, 60_000);
});
