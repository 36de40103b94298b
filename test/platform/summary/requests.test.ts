import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const ask = (query: string, key = world.keyA) => world.send('GET', `/v1/summary?${query}`, { key });
const summary = async (query: string, key?: string) => {
  const { status, body } = await ask(query, key);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as unknown as JsonObject & { total: JsonObject; groups: JsonObject[]; known_values: JsonObject };
};

describe('GET /v1/summary', () => {
  it('counts the bookings of the own team by local days and services', async () => {
    const { total, groups, other, time_zone, known_values } = await summary('kind=bookings&group_by=day,service');
    expect(time_zone).toBe('Europe/Vienna');
    const services = [{ service_id: 'sv_cut_a', count: 2 }];
    expect(total).toMatchObject({ count: 2, cancelled: 0, services });
    const cut = { service_id: 'sv_cut_a', service_name: 'Cut', count: 1, cancelled: 0 };
    expect(groups).toMatchObject([
      { ...cut, day: '2026-02-20', weekday: 'Friday' },
      { ...cut, day: '2026-03-20', weekday: 'Friday' },
    ]);
    expect([other, known_values]).toEqual([null, {}]);
  });

  it('counts in the zone of the question', async () => {
    const query = 'kind=calls&group_by=hour,day&time_zone=Pacific/Kiritimati';
    const { groups } = await summary(query);
    expect(groups).toMatchObject([
      { hour: 5, day: '2026-03-02', weekday: 'Monday', count: 1, seconds: 42 },
      { hour: 6, day: '2026-03-02', count: 1 },
    ]);
  });

  it('names the longest call, of equally long ones the one whose id is first', async () => {
    const { total } = await summary('kind=calls');
    expect(total).toMatchObject({ count: 2, timed: 2, seconds: 84, longest_seconds: 42, longest_call_id: 'call_1_a' });
  });

  it('sums up the groups that the limit leaves out', async () => {
    const { groups, other } = await summary('kind=bookings&group_by=month&limit=1');
    expect(groups).toMatchObject([{ month: '2026-02', count: 1 }]);
    expect(other).toMatchObject({
      groups: 1,
      count: 1,
      cancelled: 0,
      services: [{ service_id: 'sv_cut_a', count: 1 }],
    });
  });

  it('counts nothing of another team, whose ids are unknown', async () => {
    for (const filter of ['contact_id=ct_1_b', 'service_id=sv_cut_b', 'staff_id=st_1_b']) {
      const { total, known_values } = await summary(`kind=bookings&${filter}`);
      expect(total.count, filter).toBe(0);
      expect(Object.keys(known_values), filter).toEqual([filter.split('=')[0]]);
      expect(JSON.stringify(known_values), filter).not.toMatch(/_b\b/);
    }
    expect((await summary('kind=calls&contact_id=ct_1_b')).total.count).toBe(0);
  });

  it('names the values that records have where no record has that of a filter', async () => {
    const { known_values } = await summary('kind=calls&status=busy&direction=outbound');
    expect(known_values).toEqual({
      status: [{ status: 'completed' }, { outcome: 'question' }],
      direction: [{ direction: 'inbound' }],
    });
    expect((await summary('kind=bookings&status=Confirmed&to=2020-01-01T00:00:00Z')).known_values).toEqual({});
  });

  it.each([
    ['', 'kind'],
    ['kind=contacts', 'kind'],
    ['kind=calls&kind=bookings', 'kind'],
    ['kind=bookings&outcome=booked', 'outcome'],
    ['kind=calls&service_id=sv_cut_a', 'service_id'],
    ['kind=bookings&order=seconds', 'order'],
    ['kind=calls&order=value', 'order'],
    ['kind=bookings&group_by=outcome', 'group_by'],
    ['kind=bookings&group_by=day,week,month', 'group_by'],
    ['kind=bookings&time_zone=Europe/Nowhere', 'time_zone'],
    ['kind=bookings&limit=201', 'limit'],
    ['kind=bookings&limit=', 'limit'],
    ['kind=bookings&service_id=a%00', 'service_id'],
    ['kind=bookings&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
    ['kind=bookings&colour=red', 'colour'],
  ])('refuses the query %j and names the parameter %s', async (query, parameter) => {
    const { status, body } = await ask(query);
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.message).toContain(parameter);
  });

  it('needs the scope of the records that it counts', async () => {
    const [bookings, calls] = [await world.key(['read:bookings']), await world.key(['read:calls'])];
    expect((await ask('kind=bookings', bookings)).status).toBe(200);
    expect((await ask('kind=calls', bookings)).status).toBe(403);
    expect((await ask('kind=calls', calls)).status).toBe(200);
    expect((await ask('kind=bookings', calls)).status).toBe(403);
    expect((await ask('kind=calls&kind=bookings', calls)).status).toBe(400);
    expect((await ask('kind=bookings&kind=calls', calls)).status).toBe(403);
  });
});
