import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { asReadLater } from './support/created-booking.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
/** Begins at 10:00 of its day, in a future that the clock reaches in the tests. */
let booking: JsonObject;

const send = (method: string, path: string, body?: unknown) => world.send(method, path, { key: world.keyA, body });
const put = (body: unknown, id = booking.id) => send('PUT', `/v1/bookings/${id}`, body);
const read = async (id = booking.id) => (await send('GET', `/v1/bookings/${id}`)).body.data;
const contact = { name: 'Nora', email: 'nora@example.com', phone: '+15550100150' };
const book = async (start_time: string, more: object = {}) => {
  const answer = await send('POST', '/v1/bookings', { service_id: 'sv_cut_a', start_time, contact, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as JsonObject;
};
const list = async (query: string) => {
  const { status, body } = await send('GET', `/v1/bookings?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const { known_values: known = {} } = body.meta as { known_values?: Record<string, JsonObject[]> };
  return { ids: body.data.map(({ id }: JsonObject) => id), total: body.meta.total, known };
};
const summary = async (query: string) => (await send('GET', `/v1/summary?kind=bookings&${query}`)).body.data;

const DAY = 'from=2026-04-07T00:00:00Z&to=2026-04-08T00:00:00Z';
const waitUntil = (time: string) => world.clock.advance(Date.parse(time) - world.clock.now());

beforeAll(async () => {
  world = await startWorld();
  booking = await book('2026-04-07T10:00:00Z', { staff_id: 'st_2_a' });
});
afterAll(() => world.close());

describe('no-shows', () => {
  it('the platform refuses a no-show of a booking that has not begun, and changes nothing', async () => {
    expect(await put({ status: 'no_show', notes: 'x' })).toMatchObject({
      status: 400,
      body: {
        error: 'booking_not_begun',
        message: 'Only a booking that has begun can be a no-show. Cancel it instead, or wait until it begins',
      },
    });
    expect(await read()).toMatchObject({ status: 'confirmed', notes: booking.notes });
    for (const status of ['no_show', 'confirmed']) {
      const body = { service_id: 'sv_cut_a', start_time: '2026-04-09T10:00:00Z', contact, status };
      expect((await send('POST', '/v1/bookings', body)).status).toBe(400);
    }
    expect((await put({ status: 'missed' })).body.message).toContain('status');
  });

  it('a booking becomes a no-show from its start on, with an event', async () => {
    waitUntil('2026-04-07T10:00:00Z');
    const { events: before } = await world.platform.events.since(0, 1_000);
    const { status, body } = await put({ status: 'no_show' });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...asReadLater(booking),
      status: 'no_show',
      updated_at: expect.any(String),
    });
    expect(await read()).toEqual(body.data);
    const { events } = await world.platform.events.since(0, 1_000);
    expect(events.slice(before.length)).toMatchObject([
      { type: 'booking.updated', data: { id: booking.id, status: 'no_show' } },
    ]);
    expect((await put({ status: 'no_show' })).body.data).toEqual(body.data);
    expect((await put({ notes: 'Called, no answer' })).body.data.status).toBe('no_show');
    expect((await put({ status: 'cancelled' })).status).toBe(400);
    expect((await read()).status).toBe('no_show');
  });

  it('a no-show still takes its time', async () => {
    const other = { service_id: 'sv_cut_a', start_time: '2026-04-07T10:15:00Z', staff_id: 'st_2_a' };
    const refused = await send('POST', '/v1/bookings', { ...other, contact: { name: 'Ben', phone: '+15550100151' } });
    expect(refused.body.error).toBe('slot_unavailable');
  });

  it('searches find a no-show by its status, neither as active nor as confirmed', async () => {
    const confirmed = await book('2026-04-07T12:00:00Z');
    const cancelled = await book('2026-04-07T13:00:00Z');
    await send('POST', `/v1/bookings/${cancelled.id}/cancel`, {});
    const { id } = booking;
    for (const filter of ['', '&staff_id=st_2_a', '&service_id=sv_cut_a', `&contact_id=${booking.contact_id}`]) {
      expect((await list(`${DAY}&status=no_show${filter}`)).ids, filter).toEqual([id]);
      expect((await list(`${DAY}&status=No-Show${filter}`)).total, filter).toBe(1);
    }
    for (const status of ['active', 'confirmed']) {
      for (const filter of ['', `&contact_id=${booking.contact_id}`, '&service_id=sv_cut_a'])
        expect((await list(`${DAY}&status=${status}${filter}`)).ids, status + filter).toEqual([confirmed.id]);
    }
    expect((await list(`${DAY}&status=cancelled`)).ids).toEqual([cancelled.id]);
    expect((await list('status=unheard')).known.status).toEqual(
      ['cancelled', 'confirmed', 'no_show'].map((status) => ({ status })),
    );
    expect((await list(`${DAY}&query=no_show`)).ids).toEqual([id]);
  });

  it('summaries count no-shows of their own and without a value, also where their day is stored', async () => {
    const counted = async () => ({
      total: (await summary(DAY)).total,
      byStatus: (await summary(`${DAY}&group_by=status&order=key`)).groups,
      byCustomer: (await summary(`${DAY}&group_by=customer`)).groups,
      noShows: (await summary(`${DAY}&status=no_show`)).total,
      active: (await summary(`${DAY}&status=active`)).total,
    });
    const expected = {
      total: { count: 3, cancelled: 1, no_shows: 1, services: [{ service_id: 'sv_cut_a', count: 1 }] },
      byStatus: [
        { status: 'cancelled', count: 1, cancelled: 1, no_shows: 0, services: [] },
        { status: 'confirmed', count: 1, cancelled: 0, no_shows: 0 },
        { status: 'no_show', count: 1, cancelled: 0, no_shows: 1, services: [] },
      ],
      byCustomer: [{ count: 3, cancelled: 1, no_shows: 1, services: [{ count: 1 }] }],
      noShows: { count: 1, no_shows: 1, services: [] },
      active: { count: 1, no_shows: 0 },
    };
    expect(await counted()).toMatchObject(expected);
    await world.platform.ready();
    expect(await counted()).toMatchObject(expected);
  });

  it('a no-show counts as no visit', async () => {
    waitUntil('2026-04-20T10:00:00Z');
    const last = await book('2026-04-20T12:00:00Z', { contact: { name: 'Ida', phone: '+15550100199' } });
    waitUntil('2026-04-21T10:00:00Z');
    const overdue = async () => {
      const { body } = await send('GET', '/v1/contacts?last_visit_before=2026-04-21T00:00:00Z&per_page=100');
      return body.data.filter(({ id }: JsonObject) => id === last.contact_id).length;
    };
    expect(await overdue()).toBe(1);
    expect((await put({ status: 'no_show' }, last.id)).status).toBe(200);
    expect(await overdue()).toBe(0);
    expect((await put({ status: 'confirmed' }, last.id)).body.data.status).toBe('confirmed');
    expect(await overdue()).toBe(1);
  });

  it('a no-show cannot move before it is confirmed again, and can be cancelled', async () => {
    const late = await book('2026-04-21T12:00:00Z');
    waitUntil('2026-04-21T12:10:00Z');
    const change = (body: object) => put(body, late.id);
    expect((await change({ status: 'no_show' })).body.data.status).toBe('no_show');
    const moved = { start_time: '2026-04-28T10:00:00Z' };
    expect(await change(moved)).toMatchObject({
      status: 400,
      body: { error: 'no_show_moved', message: expect.stringContaining('A no-show cannot be moved') },
    });
    expect((await read(late.id)).status).toBe('no_show');
    expect((await change({ ...moved, status: 'confirmed' })).body.data).toMatchObject({
      ...moved,
      status: 'confirmed',
    });
    waitUntil('2026-04-28T10:10:00Z');
    expect((await change({ status: 'no_show' })).body.data.status).toBe('no_show');
    const cancelled = await send('POST', `/v1/bookings/${late.id}/cancel`, { status: 'no_show' });
    expect(cancelled.body.data.status).toBe('cancelled');
    expect((await change({ status: 'no_show' })).body.error).toBe('booking_cancelled');
  });

  it('a no-show that has ended cannot move, not even when it is confirmed again', async () => {
    const before = await read();
    for (const body of [{}, { status: 'confirmed' }]) {
      const refused = await put({ ...body, start_time: '2026-05-28T10:00:00Z' });
      expect(refused).toMatchObject({ status: 400, body: { error: 'booking_ended' } });
    }
    expect(await read()).toEqual(before);
    expect(before.status).toBe('no_show');
  });
});
