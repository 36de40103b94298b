import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
/** Ids of the bookings by start time. */
const made = new Map<string, string[]>();
const STARTS = ['2026-08-03T22:00:00Z', '2026-08-04T00:00:00Z', '2026-08-04T08:00:00Z', '2026-08-04T23:59:00Z'];

beforeAll(async () => {
  world = await startWorld();
  // The latest first: the order of the answer is that of the start times.
  for (const start_time of [...STARTS, '2026-08-04T08:00:00Z', '2026-08-05T00:00:00Z'].reverse()) {
    const contact = { name: 'P', phone: `+155501003${String(made.size).padStart(2, '0')}` };
    const body = { service_id: 'sv_cut_a', start_time, contact };
    const { body: created } = await world.send('POST', '/v1/bookings', { key: world.keyA, body });
    made.set(start_time, [...(made.get(start_time) ?? []), String(created.data.id)]);
  }
});
afterAll(() => world.close());

const get = (query: string, key = world.keyA) => world.send('GET', `/v1/bookings?${query}`, { key });
const startsOf = (body: { data: JsonObject[] }) => body.data.map(({ start_time }) => start_time);
const DAY = 'from=2026-08-04T00:00:00Z&to=2026-08-05T00:00:00Z';
const ON_THE_DAY = [STARTS[1], STARTS[2], STARTS[2], STARTS[3]];

describe('a list of bookings that start in a time', () => {
  it('contains a start at its beginning and none at its end, the earliest first', async () => {
    const { status, body } = await get(DAY);
    expect(status).toBe(200);
    expect(startsOf(body)).toEqual(ON_THE_DAY);
    expect(body.meta).toEqual({ total: 4, page: 1, per_page: 25, has_more: false });
  });

  it('may have only a beginning or only an end', async () => {
    expect(startsOf((await get('from=2026-08-04T23:59:00Z')).body)).toEqual([STARTS[3], '2026-08-05T00:00:00Z']);
    const before = startsOf((await get('to=2026-08-04T08:00:00Z&per_page=100')).body);
    expect(before.slice(-2)).toEqual([STARTS[0], STARTS[1]]);
    expect(before).not.toContain(STARTS[2]);
  });

  it('has pages that return each booking once, also those of the same time', async () => {
    const ids: unknown[] = [];
    for (let page = 1; page <= 5; page++) {
      const { body } = await get(`${DAY}&per_page=1&page=${page}`);
      expect(body.meta).toEqual({ total: 4, page, per_page: 1, has_more: page < 4 });
      ids.push(...body.data.map(({ id }: JsonObject) => id));
    }
    expect(ids).toHaveLength(4);
    expect(new Set(ids)).toEqual(new Set([STARTS[1], STARTS[2], STARTS[3]].flatMap((start) => made.get(start ?? ''))));
  });

  it('contains cancelled bookings, and none of another team', async () => {
    const [id] = made.get(STARTS[3] ?? '') ?? [];
    await world.send('POST', `/v1/bookings/${id}/cancel`, { key: world.keyA, body: {} });
    expect((await get(DAY)).body.data.at(-1)).toMatchObject({ id, status: 'cancelled' });
    expect((await get(DAY, world.keyB)).body).toMatchObject({ data: [], meta: { total: 0 } });
  });

  it.each([
    ['from=2026-08-04', 'from'],
    ['to=tomorrow', 'to'],
    ['from=2026-08-04T00:00:00Z&from=2026-08-04T00:00:00Z', 'from: must be given once'],
    ['from=2026-08-04T00:00:00Z&to=2026-08-04T00:00:00Z', 'to: must be after from'],
  ])('is refused with 400 for %s', async (query, message) => {
    const { status, body } = await get(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'validation_error', message: expect.stringContaining(message) });
  });

  it('ignores parameters that are not described, as every list does', async () => {
    expect((await get(`${DAY}&unknown=x&unknown=y`)).status).toBe(200);
  });
});
