import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { bookingDaySteps } from '../../../src/platform/derived/booking-days.ts';
import { openStore, type Store } from '../../../src/platform/store/store.ts';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { randomOf } from '../../tools/activity/random-business.ts';
import { httpClient, type Send } from '../support/client.ts';
import { NEAR, randomQuestion } from './random-question.ts';
import { randomTeam } from './random-team.ts';

/**
 * Answers from bookings that are stored by day are compared with those from the rows of bookings: when all days are logged as
 * changed, nothing else is read.
 */
const LOG_ALL = `insert into changed_bookings (team_id, day, contact_id)
  select distinct booking_days.team_id, day, contact_id from booking_days, customers`;
let test: TestDatabase;
let platform: StartedPlatform;
let store: Store;
let send: Send;
let key: string;
beforeAll(async () => {
  test = await newDatabase();
  platform = await startPlatform({ database: test.database, business: randomTeam(7, NEAR) });
  store = await openStore(test.database, Date.now());
  send = httpClient(platform.url);
  key = await platform.key();
});
afterAll(async () => {
  await store?.close();
  await platform?.close();
  await test?.remove();
});

async function storeAll(from: Store = store): Promise<void> {
  const step = bookingDaySteps(from);
  while (await step());
}

const logged = () => store.readUncoordinated((db) => db.selectFrom('changed_bookings').select('day').execute());

async function get(path: string, ask: Send = send): Promise<JsonObject> {
  const { status, body } = await ask('GET', path.replace('group_by=&', ''), { key });
  expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200);
  return { data: withSortedServices(body.data), meta: body.meta } as unknown as JsonObject;
}

/** The order of services in a sum has no meaning. */
const withSortedServices = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, own) =>
    name === 'services' && Array.isArray(own)
      ? own.sort((a: JsonObject, b: JsonObject) => (String(a.service_id) < String(b.service_id) ? -1 : 1))
      : own,
  );

describe('bookings that are stored by day', () => {
  it('contain all bookings of a business at first', async () => {
    await storeAll();
    expect(await logged()).toEqual([]);
    const stored = await store.readUncoordinated((db) => db.selectFrom('booking_days').selectAll().execute());
    expect(stored.length).toBeGreaterThan(10);
    expect(stored.map(({ day }) => day)).toContain(-1);
  });

  it('give the answers of their rows to random questions, also where only some days are stored', async () => {
    const random = randomOf(5);
    const questions = Array.from({ length: 90 }, () => randomQuestion(random));
    await storeAll();
    const stored: JsonObject[] = [];
    for (const question of questions) stored.push(await get(question));
    await test.direct(LOG_ALL);
    const step = bookingDaySteps(store);
    for (const [index, question] of questions.entries()) {
      // From rows only at first, from both later.
      if (index > 45 && index % 4 === 0) await step();
      expect(stored[index], question).toEqual(await get(question));
    }
  }, 120_000);

  it.each(['stored', 'logged'])(
    'follow what is booked, moved, given to another customer and cancelled, while the changes are %s',
    async (state) => {
      const settle = async () => (state === 'stored' ? storeAll() : undefined);
      const year = state === 'stored' ? 2199 : 2198;
      const window = `from=${year}-01-01T00:00:00Z&to=${year + 1}-01-01T00:00:00Z`;
      const ask = async (group_by: string) => {
        await settle();
        const { data } = (await get(`/v1/summary?kind=bookings&group_by=${group_by}&${window}`)) as {
          data: JsonObject;
        };
        return data as unknown as { total: JsonObject; groups: JsonObject[] };
      };
      const isFree = async (id: string) => {
        await settle();
        const { data } = await get(
          `/v1/contacts?no_appointment_ahead=true&now=${year}-01-01T00:00:00Z&per_page=100&order=asc`,
        );
        return (data as unknown as JsonObject[]).some((contact) => contact.id === id);
      };
      await storeAll();
      expect((await ask('')).total.count).toBe(0);

      const contact = { name: `Erika ${state}`, email: `${state}@example.com` };
      const booked = await send('POST', '/v1/bookings', {
        key,
        body: { service_id: 'sv_1', staff_id: 'st_1', start_time: `${year}-03-05T10:00:00Z`, contact },
      });
      expect(booked.status, JSON.stringify(booked.body)).toBe(200);
      const { id, contact_id } = booked.body.data as unknown as Record<string, string>;
      expect((await ask('day,staff')).groups).toMatchObject([{ day: `${year}-03-05`, staff_id: 'st_1', count: 1 }]);
      expect((await ask('customer')).groups).toMatchObject([{ contact_id, count: 1, cancelled: 0 }]);
      expect(await isFree(contact_id as string)).toBe(false);

      const change = async (body: object) => {
        const { status, body: answer } = await send('PUT', `/v1/bookings/${id}`, { key, body });
        expect(status, JSON.stringify(answer)).toBe(200);
        return answer.data as unknown as Record<string, string>;
      };
      await change({ start_time: `${year}-03-07T12:00:00Z`, service_id: 'sv_2', staff_id: 'st_2' });
      const moved = { day: `${year}-03-07`, service_id: 'sv_2', count: 1 };
      expect((await ask('day,service')).groups).toMatchObject([moved]);
      expect((await ask('staff')).groups).toMatchObject([{ staff_id: 'st_2', count: 1 }]);

      const given = await change({ contact: { name: `Ben ${state}`, email: `ben.${state}@example.com` } });
      expect(given.contact_id).not.toBe(contact_id);
      expect((await ask('customer')).groups).toMatchObject([{ contact_id: given.contact_id, count: 1 }]);
      expect(await isFree(contact_id as string)).toBe(true);
      expect(await isFree(given.contact_id as string)).toBe(false);

      expect((await send('POST', `/v1/bookings/${id}/cancel`, { key, body: {} })).status).toBe(200);
      expect((await ask('customer')).groups).toMatchObject([{ contact_id: given.contact_id, count: 1, cancelled: 1 }]);
      expect(await isFree(given.contact_id as string)).toBe(true);
    },
  );

  it('follow what another program writes into the tables: bookings that are moved, changed and deleted', async () => {
    await storeAll();
    const window = 'from=2100-01-01T00:00:00Z&to=2101-01-01T00:00:00Z';
    const count = async () => {
      const { data } = await get(`/v1/summary?kind=bookings&group_by=customer&${window}`);
      return data as unknown as { total: JsonObject; groups: JsonObject[] };
    };
    const at = Date.parse('2100-05-05T10:00:00Z');
    await test.direct(
      `update bookings set start_time = ${at}, end_time = ${at + 1}, busy_start = ${at}, busy_end = ${at + 1}, contact_id = 'ct_3', status = 'confirmed' where id = 'bk_1'`,
    );
    expect((await count()).groups).toMatchObject([{ contact_id: 'ct_3', count: 1, cancelled: 0 }]);
    await storeAll();
    expect((await count()).groups).toMatchObject([{ contact_id: 'ct_3', count: 1, cancelled: 0 }]);
    await test.direct("update bookings set notes = 'changed' where id = 'bk_1'");
    expect(await logged()).toEqual([]);
    await test.direct("update bookings set status = 'cancelled' where id = 'bk_1'");
    expect((await count()).total).toMatchObject({ count: 1, cancelled: 1 });
    await storeAll();
    expect((await count()).total).toMatchObject({ count: 1, cancelled: 1 });
    await test.direct("delete from bookings where id = 'bk_1'");
    expect((await count()).total.count).toBe(0);
    await storeAll();
    expect((await count()).total.count).toBe(0);
  });

  it('stay right while two processes store them and bookings are written', async () => {
    const other = await openStore(test.database, Date.now());
    let isWriting = true;
    const keepStoring = async (from: Store) => {
      while (isWriting) {
        await storeAll(from);
        // SQLite answers without a turn of the event loop.
        await nextTurn();
      }
    };
    const storing = [keepStoring(store), keepStoring(other)];
    const made: string[] = [];
    for (let index = 0; index < 60; index++) {
      const start_time = new Date(
        Date.UTC(2197, 0, 5 + (index % 4), 8) + Math.floor(index / 4) * 3_600_000,
      ).toISOString();
      const contact = { name: `Customer ${index % 7}`, email: `customer.${index % 7}@example.com` };
      const { status, body } = await send('POST', '/v1/bookings', {
        key,
        body: { service_id: 'sv_1', start_time, contact },
      });
      if (status === 200) made.push(String(body.data.id));
      if (index % 5 === 4) await send('POST', `/v1/bookings/${made.at(-2)}/cancel`, { key, body: {} });
    }
    isWriting = false;
    await Promise.all(storing);
    await storeAll(other);
    await other.close();
    expect(made.length).toBeGreaterThan(30);
    const window = 'from=2197-01-01T00:00:00Z&to=2198-01-01T00:00:00Z&limit=200';
    const questions = ['day,service', 'staff', 'customer'].map(
      (group_by) => `/v1/summary?kind=bookings&group_by=${group_by}&${window}`,
    );
    questions.push('/v1/contacts?no_appointment_ahead=true&now=2197-01-06T00:00:00Z&per_page=100&order=asc');
    const stored = await Promise.all(questions.map((question) => get(question)));
    expect(await logged()).toEqual([]);
    await test.direct(LOG_ALL);
    expect(await Promise.all(questions.map((question) => get(question)))).toEqual(stored);
    const { total } = (stored[1] as JsonObject).data as unknown as { total: JsonObject };
    expect(total.count).toBe(made.length);
    await storeAll();
  }, 60_000);
});
