import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS, type Endpoint } from '../../src/contract/index.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { hasPages } from './support/requests.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
const lists = ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].response.shape === 'list' && hasPages(name));
const pathOf = (name: (typeof lists)[number]) => (ENDPOINTS[name] satisfies Endpoint).path;

beforeAll(async () => {
  world = await startWorld();
  for (let number = 0; number < 27; number++) {
    const phone = `+155501002${String(number).padStart(2, '0')}`;
    const body = { service_id: 'sv_cut_a', start_time: `2026-04-${String(number + 1).padStart(2, '0')}T10:00:00Z` };
    await world.send('POST', '/v1/bookings', { key: world.keyA, body: { ...body, contact: { name: 'P', phone } } });
    const url = `https://hooks.example.com/${number}`;
    await world.send('POST', '/v1/webhooks', { key: world.keyA, body: { url, events: ['booking.created'] } });
  }
});
afterAll(() => world.close());

describe.each(lists)('paging of %s', (name) => {
  const get = (query: string) => world.send('GET', pathOf(name) + query, { key: world.keyA });

  it('returns the first 25 records and the paging metadata by default', async () => {
    const { body } = await get('');
    expect(body.meta).toEqual({
      total: expect.any(Number),
      page: 1,
      per_page: 25,
      has_more: body.meta.total > 25,
    });
    expect(body.data.length).toBe(Math.min(25, body.meta.total));
    expect((await get('?page=1&per_page=25')).body).toEqual(body);
  });

  it.each([1, 2, 3, 7, 100])('returns every record once in a stable order with %i per page', async (perPage) => {
    const whole = (await get('?per_page=100')).body;
    const seen: JsonObject[] = [];
    for (let page = 1; ; page++) {
      const { data, meta } = (await get(`?page=${page}&per_page=${perPage}`)).body;
      expect(meta).toMatchObject({ total: whole.meta.total, page, per_page: perPage });
      seen.push(...data);
      if (!meta.has_more) break;
      expect(data.length).toBe(perPage);
    }
    expect(seen).toEqual(whole.data);
    expect(seen.length).toBe(whole.meta.total);
  });

  it('returns an empty page past the end', async () => {
    for (const page of ['99', '123456789012', '9007199254740991']) {
      const { status, body } = await get(`?page=${page}&per_page=100`);
      expect(status).toBe(200);
      expect(body.data).toEqual([]);
      expect(body.meta).toMatchObject({ page: Number(page), has_more: false });
      expect(body.meta.total).toBeGreaterThan(0);
    }
  });

  it.each(['0', '-1', '1.5', 'abc', '', '%20', '1e1', '+1', '0x1', '99999999999999999999', '1&PARAM=2'])(
    'returns 400 that names the parameter for the value %j',
    async (value) => {
      for (const parameter of ['page', 'per_page']) {
        const answer = await get(`?${parameter}=${value.replace('PARAM', parameter)}`);
        expect(answer).toMatchObject({ status: 400, body: { error: 'validation_error' } });
        expect(answer.body.message).toMatch(new RegExp(`^${parameter}: `));
      }
    },
  );

  it('refuses more than 100 records per page', async () => {
    const answer = await get('?per_page=101');
    expect(answer).toMatchObject({ status: 400, body: { message: 'per_page: must be a whole number, 1 to 100' } });
  });

  it('ignores unknown parameters', async () => {
    expect((await get('?colour=red&page=1')).status).toBe(200);
  });
});

describe('list order', () => {
  const values = async (path: string, field: string) =>
    (await world.send('GET', `${path}?per_page=100`, { key: world.keyA })).body.data.map((record) =>
      String(record[field]),
    );

  it.each([
    ['/v1/bookings', 'created_at'],
    ['/v1/contacts', 'created_at'],
    ['/v1/calls', 'started_at'],
    ['/v1/webhooks', 'created_at'],
  ])('sorts %s by %s, newest first', async (path, field) => {
    const times = await values(path, field);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('sorts services by name', async () => {
    expect(await values('/v1/services', 'name')).toEqual(['Colour', 'Cut', 'Without staff']);
  });
});
