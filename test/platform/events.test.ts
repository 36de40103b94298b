import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlatform, type Platform } from '../../src/platform/index.ts';
import { asReadLater } from './support/created-booking.ts';
import { NOW, smallBusiness } from './support/fixture.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const START = '2026-03-05T10:00:00Z';
const contact = { name: 'Ann', email: 'ann@example.com' };
const send = (method: string, path: string, body?: unknown, key = world.keyA) =>
  world.send(method, path, { key, body });
const book = (start_time = START, key = world.keyA, tag = 'a') =>
  send('POST', '/v1/bookings', { service_id: `sv_cut_${tag}`, start_time, contact }, key);

/** The events that `work` causes in a team. */
async function eventsOf(work: () => Promise<unknown>, teamId = 'team_a') {
  const { events } = world.platform;
  const { sequence } = await events.since(undefined, 0, { teamId });
  await work();
  const read = await events.since(sequence, 100, { teamId });
  expect(read.sequence).toBe(sequence + read.events.length);
  return read.events;
}

describe('recording events', () => {
  it('records creation, update and cancellation of a booking with the record in list form', async () => {
    let id = '';
    const records: unknown[] = [];
    const events = await eventsOf(async () => {
      const made = await book();
      id = made.body.data.id as string;
      world.clock.advance(1_000);
      const changed = await send('PUT', `/v1/bookings/${id}`, { notes: 'Fringe only' });
      world.clock.advance(1_000);
      const cancelled = await send('POST', `/v1/bookings/${id}/cancel`, {});
      records.push(asReadLater(made.body.data), changed.body.data, cancelled.body.data);
    });
    expect(events).toEqual(
      ['booking.created', 'booking.updated', 'booking.cancelled'].map((type, index) => ({
        id: expect.stringMatching(/^evt_\w{16}$/),
        type,
        time: new Date(Date.parse(NOW) + index * 1_000).toISOString().replace('.000', ''),
        team_id: 'team_a',
        data: records[index],
      })),
    );
    expect(new Set(events.map((event) => event.id)).size).toBe(3);
  });

  it('records a call without its transcript, summary, language, name and reference', async () => {
    const events = await eventsOf(() => world.platform.calls.simulate());
    const listed = (await send('GET', '/v1/calls?per_page=1')).body.data;
    const { contact_name: _name, language: _language, summary, call_reference: _reference, ...data } = listed[0] ?? {};
    expect(events).toEqual([expect.objectContaining({ type: 'call.completed', data })]);
    expect(summary).toEqual(expect.any(String));
  });

  it('records nothing for no-op changes, refused requests, contacts and imported businesses', async () => {
    const { id } = (await book('2026-03-05T11:00:00Z')).body.data;
    await send('POST', `/v1/bookings/${id}/cancel`, {});
    const other = asReadLater((await book('2026-03-05T12:00:00Z')).body.data);
    const events = await eventsOf(async () => {
      await send('POST', `/v1/bookings/${id}/cancel`, {});
      expect((await send('PUT', `/v1/bookings/${other.id}`, { notes: other.notes, contact })).body.data).toEqual(other);
      expect((await send('PUT', `/v1/bookings/${other.id}`, {})).body.data).toEqual(other);
      expect((await book('2020-01-01T00:00:00Z')).status).toBe(400);
      await send('POST', '/v1/contacts', { name: 'Contacts cause no events' });
    });
    expect(events).toEqual([]);
    expect((await world.platform.events.since(0, 10, { teamId: 'team_b' })).events).toEqual([]);
  });

  it('records events per team', async () => {
    const events = await eventsOf(() => book(START, world.keyB, 'b'), 'team_b');
    expect(events.map((event) => event.team_id)).toEqual(['team_b']);
    expect(await eventsOf(() => book(START, world.keyB, 'b'))).toEqual([]);
  });
});

describe('reading events', () => {
  it('continues after the last sequence number without gaps', async () => {
    const { events } = world.platform;
    const initialSequence = (await events.since(undefined, 0)).sequence;
    const starts = Array.from({ length: 12 }, (_, n) => `2026-04-${String(n + 1).padStart(2, '0')}T10:00:00Z`);
    await Promise.all(starts.map((start) => book(start)));
    const seen: unknown[] = [];
    for (let sequence = initialSequence; ; ) {
      const read = await events.since(sequence, 5);
      if (read.events.length === 0) break;
      seen.push(...read.events.map((event) => event.data.start_time));
      sequence = read.sequence;
    }
    expect(seen.toSorted()).toEqual(starts);
  });

  it('notifies listeners of new events, also of another process', async () => {
    const { platform, database } = world;
    // Another platform object on the same file has its own connections, as another process would.
    const other = await openPlatform({ database, clock: world.clock, business: smallBusiness() });
    const expectNotified = async (of: Platform, by: Platform) => {
      const { sequence } = await of.events.since(undefined, 0);
      await new Promise<void>((resolve) => {
        const unsubscribe = of.events.onAppend(async () => {
          if ((await of.events.since(sequence, 1)).events.length === 0) return;
          unsubscribe();
          resolve();
        });
        void by.calls.simulate();
      });
    };
    await expectNotified(platform, platform);
    await expectNotified(platform, other);
    await expectNotified(other, platform);
    await other.close();
  });
});
