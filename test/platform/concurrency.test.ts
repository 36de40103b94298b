import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '../../src/contract/index.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { openPlatform, type Platform } from '../../src/platform/index.ts';
import { type Answer, type OneBody, processClient, type Send } from './support/client.ts';
import { NOW, smallBusiness } from './support/fixture.ts';
import { watchStatements } from './support/statements.ts';
import { startWorld, type World } from './support/world.ts';

/** Rules that are checked before a write must hold when several processes write concurrently. */
let world: World;
let otherPlatforms: Platform[];
let sends: Send[];

beforeAll(async () => {
  world = await startWorld();
  const open = () => openPlatform({ database: world.database, clock: world.clock, business: smallBusiness() });
  // Another platform object on the same database has its own connections, as another process would.
  otherPlatforms = [await open(), await open()];
  sends = [world.send, ...otherPlatforms.map((other) => processClient(other.fetch))];
});
afterAll(async () => {
  for (const other of otherPlatforms) await other.close();
  await world.close();
});

const key = () => world.keyA;
/** Sends `count` concurrent requests, distributed over the platforms in turn. */
const concurrently = (count: number, one: (send: Send, index: number) => Promise<Answer<OneBody & ErrorBody>>) =>
  Promise.all(Array.from({ length: count }, (_, index) => one(sends[index % sends.length] as Send, index)));

async function all(path: string): Promise<JsonObject[]> {
  const records: JsonObject[] = [];
  for (let page = 1; ; page++) {
    const { data, meta } = (await world.send('GET', `${path}?per_page=100&page=${page}`, { key: key() })).body;
    records.push(...data);
    if (!meta.has_more) {
      expect(records.length).toBe(meta.total);
      return records;
    }
  }
}

describe('concurrent requests through several processes', () => {
  it('number records without gaps, so that lists show each once and the total is right', async () => {
    const before = (await all('/v1/contacts')).length;
    const answers = await concurrently(60, (send, n) =>
      send('POST', '/v1/contacts', { key: key(), body: { name: `Number ${n}` } }),
    );
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    const listed = await all('/v1/contacts');
    expect(listed.length).toBe(before + 60);
    expect(new Set(listed.map((contact) => contact.id)).size).toBe(before + 60);
  });

  it('create no more webhooks than the limit of a team', async () => {
    const body = { url: 'https://hooks.example.com/crowd', events: ['call.completed'] };
    const answers = await concurrently(60, (send) => send('POST', '/v1/webhooks', { key: key(), body }));
    const refused = answers.filter((answer) => answer.status === 400 && answer.body.error === 'limit_reached');
    expect(answers.filter((answer) => answer.status === 200).length + refused.length).toBe(60);
    expect((await all('/v1/webhooks')).length).toBe(50);
  });

  it('create one contact for several bookings of one new person', async () => {
    const contact = { name: 'Newcomer', email: 'newcomer@example.com' };
    const answers = await concurrently(12, (send, n) =>
      send('POST', '/v1/bookings', {
        key: key(),
        body: { service_id: 'sv_cut_a', start_time: `2026-05-${String(n + 1).padStart(2, '0')}T10:00:00Z`, contact },
      }),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    const linked = new Set(answers.map((answer) => answer.body.data.contact_id));
    expect(linked.size).toBe(1);
    expect((await all('/v1/contacts')).filter((one) => one.email === contact.email).length).toBe(1);
  });

  it('book every available staff member before they are refused with slot_unavailable', async () => {
    const answers = await concurrently(9, (send, n) =>
      send('POST', '/v1/bookings', {
        key: key(),
        body: {
          service_id: 'sv_cut_a',
          start_time: '2026-06-01T10:00:00Z',
          contact: { name: 'Crowd', phone: `+155501003${String(n).padStart(2, '0')}` },
        },
      }),
    );
    const won = answers.filter((answer) => answer.status === 200).map((answer) => answer.body.data.staff_id);
    expect(won.toSorted()).toEqual(['st_1_a', 'st_2_a']);
    for (const { status, body } of answers) if (status !== 200) expect(body.error).toBe('slot_unavailable');
  });

  it('store almost every booking of one moment by its first attempt, each with another person', async () => {
    let attempts = 0;
    const stop = watchStatements(({ sql }) => {
      if (sql.startsWith('insert into "bookings"')) attempts += 1;
    });
    const starts = Array.from({ length: 20 }, (_, n) => `2026-08-${String(3 + Math.floor(n / 2)).padStart(2, '0')}`);
    const answers = await Promise.all(
      starts.map((day, n) =>
        world.send('POST', '/v1/bookings', {
          key: key(),
          body: {
            service_id: 'sv_cut_a',
            start_time: `${day}T10:00:00Z`,
            contact: { name: 'Moment', phone: `+155501005${String(n).padStart(2, '0')}` },
          },
        }),
      ),
    ).finally(stop);
    expect(answers.map(({ status }) => status)).toEqual(starts.map(() => 200));
    // Without regard to each other, at least one of two chooses the same person, and is stored again.
    expect(attempts).toBeLessThan(40);
  });

  it('lose no update to different fields of one record', async () => {
    const { id } = (await world.send('POST', '/v1/contacts', { key: key(), body: { name: 'Many fields' } })).body.data;
    await concurrently(20, (send, n) =>
      send('PUT', `/v1/contacts/${id}`, { key: key(), body: { [`field_${n}`]: String(n) } }),
    );
    const stored = (await world.send('GET', `/v1/contacts/${id}`, { key: key() })).body.data;
    for (let n = 0; n < 20; n++) expect(stored[`field_${n}`]).toBe(String(n));
  });

  it('leave a cancelled booking cancelled when it is updated concurrently', async () => {
    const contact = { name: 'Torn', phone: '+15550100399' };
    for (let day = 1; day <= 5; day++) {
      const body = { service_id: 'sv_cut_a', start_time: `2026-07-0${day}T10:00:00Z`, contact };
      const { id } = (await world.send('POST', '/v1/bookings', { key: key(), body })).body.data;
      const answers = await concurrently(6, (send, n) =>
        n === 3
          ? send('POST', `/v1/bookings/${id}/cancel`, { key: key(), body: {} })
          : send('PUT', `/v1/bookings/${id}`, { key: key(), body: { notes: `Note ${n}` } }),
      );
      expect(answers[3]?.status).toBe(200);
      const stored = (await world.send('GET', `/v1/bookings/${id}`, { key: key() })).body.data;
      expect(stored).toMatchObject({ status: 'cancelled', cancelled_at: NOW });
    }
  });

  it('simulate a distinct call each time', async () => {
    const before = (await all('/v1/calls')).length;
    await Promise.all(
      [world.platform, ...otherPlatforms, world.platform, ...otherPlatforms].map((platform) =>
        platform.calls.simulate(),
      ),
    );
    const calls = await all('/v1/calls');
    expect(calls.length).toBe(before + 6);
    expect(new Set(calls.map((call) => call.id)).size).toBe(calls.length);
  });
});
