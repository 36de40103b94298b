import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { asReadLater } from './support/created-booking.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let booking: JsonObject;
let day = 0;

const send = (method: string, path: string, body?: unknown) => world.send(method, path, { key: world.keyA, body });
const put = (body: unknown, id = booking.id) => send('PUT', `/v1/bookings/${id}`, body);
const cancel = (body: unknown = {}) => send('POST', `/v1/bookings/${booking.id}/cancel`, body);
const read = async () => (await send('GET', `/v1/bookings/${booking.id}`)).body.data;
const at = (time: string) => new Date(Date.UTC(2026, 3, day)).toISOString().replace('00:00:00.000', `${time}:00`);
const contact = { name: 'Nora', email: 'nora@example.com', phone: '+15550100150' };
const book = (time: string, service_id = 'sv_cut_a') =>
  send('POST', '/v1/bookings', { service_id, start_time: at(time), contact, notes: 'n' });

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  day += 1;
  booking = asReadLater((await book('10:00')).body.data);
  world.clock.advance(1000);
});

describe('updating a booking', () => {
  it('changes the fields in the body and leaves the others unchanged', async () => {
    const changed = await put({ notes: 'Fringe only' });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toEqual({ ...booking, notes: 'Fringe only', updated_at: expect.any(String) });
    expect(changed.body.data.updated_at).not.toBe(booking.updated_at);
    expect(await read()).toEqual(changed.body.data);
  });

  it('accepts a record as it was read and ignores fields that only the platform sets', async () => {
    const answer = await put({ ...booking, id: 'other', staff_name: 'X', cancelled_at: 'x' });
    expect(answer.body.data).toEqual({ ...booking, updated_at: expect.any(String), calendars: [] });
    const sparse = (await put({ contact: { phone: null } })).body.data;
    expect((await put(sparse)).body.data).toMatchObject({ contact: { ...contact, phone: null } });
  });

  it('moves the booking and keeps the staff member if available', async () => {
    const moved = await put({ start_time: at('10:15') });
    expect(moved.body.data).toMatchObject({
      start_time: at('10:15'),
      end_time: at('10:45'),
      staff_id: booking.staff_id,
    });
  });

  it('assigns another staff member if the current one is busy, and frees the old slot', async () => {
    const other = (await book('12:00')).body.data;
    expect(other.staff_id).not.toBe(booking.staff_id);
    const moved = (await put({ start_time: at('10:00') }, other.id)).body.data;
    expect(moved.staff_id).toBe(other.staff_id);
    const third = (await book('12:00')).body.data;
    const fourth = (await book('12:00')).body.data;
    expect(new Set([third.staff_id, fourth.staff_id]).size).toBe(2);
    expect((await put({ start_time: at('12:10') })).body.error).toBe('slot_unavailable');
    expect((await put({ start_time: at('10:30') }, fourth.id)).body.data.start_time).toBe(at('10:30'));
    expect((await put({ start_time: at('12:10') })).body.data.staff_id).toBe(fourth.staff_id);
  });

  it('changes the service together with the end time and the staff member', async () => {
    const changed = await put({ service_id: 'sv_color_a' });
    expect(changed.body.data).toMatchObject({ end_time: at('11:30'), staff_id: 'st_2_a', start_time: at('10:00') });
  });

  it('changes the notes of a past booking, but not its time', async () => {
    const past = (await send('GET', '/v1/bookings/bk_1_a')).body.data;
    expect((await put({ notes: 'Came late' }, 'bk_1_a')).body.data.notes).toBe('Came late');
    expect((await put({ start_time: past.start_time, notes: 'Paid' }, 'bk_1_a')).status).toBe(200);
    const read = (await send('GET', '/v1/bookings/bk_1_a')).body.data;
    const free = at('15:00');
    for (const body of [
      { start_time: free },
      { start_time: free, service_id: 'sv_color_a', notes: 'x' },
      { start_time: '2026-02-21T10:00:00Z' },
      { service_id: 'sv_color_a' },
    ]) {
      expect(await put(body, 'bk_1_a'), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { error: 'booking_ended', message: expect.stringContaining('The booking has ended') },
      });
    }
    expect((await send('GET', '/v1/bookings/bk_1_a')).body.data).toEqual(read);
  });

  it('moves a booking to a later time until it ends, and changes its service only together with its time', async () => {
    const elapsed = Date.parse(at('10:29')) - world.clock.now();
    world.clock.advance(elapsed);
    try {
      const service = await put({ service_id: 'sv_color_a' });
      expect(service.body.message).toBe('service_id: the service of a booking that has begun cannot be changed');
      expect((await put({ start_time: at('09:00') })).body.message).toBe('start_time: must be in the future');
      expect((await put({ start_time: at('11:00') })).body.data).toMatchObject({ end_time: at('11:30') });
      world.clock.advance(62 * 60_000);
      expect((await put({ start_time: at('14:00') })).body.error).toBe('booking_ended');
    } finally {
      world.clock.advance(-elapsed - 62 * 60_000);
    }
  });

  it('corrects who took a past booking, whatever the rules say of that person', async () => {
    const before = asReadLater((await book('14:00')).body.data);
    const [taken, free] = before.staff_id === 'st_1_a' ? ['st_2_a', 'st_1_a'] : ['st_1_a', 'st_2_a'];
    const other = (await book('14:00')).body.data;
    expect(other.staff_id).toBe(taken);
    const colour = (await book('15:00', 'sv_color_a')).body.data;
    const days = new Date(at('18:00')).getTime() - world.clock.now();
    world.clock.advance(days);
    try {
      const refused = await put({ staff_id: taken }, before.id);
      expect(refused).toMatchObject({ status: 400, body: { error: 'validation_error' } });
      expect(refused.body.message).toMatch(/^staff_id: .* has another booking at that time$/);
      expect((await put({ staff_id: 'st_none' }, before.id)).body.message).toMatch(/^staff_id: there is no such/);
      await send('POST', `/v1/bookings/${other.id}/cancel`, {});
      const corrected = await put({ staff_id: taken, notes: 'Stood in' }, before.id);
      expect(corrected.body.data).toMatchObject({
        ...before,
        staff_id: taken,
        notes: 'Stood in',
        staff_name: other.staff_name,
        updated_at: expect.any(String),
      });
      expect((await put({ staff_id: free }, before.id)).body.data).toMatchObject({ staff_id: free });
      // Sam does not perform this service.
      expect((await put({ staff_id: 'st_1_a' }, colour.id)).body.data).toMatchObject({ staff_id: 'st_1_a' });
    } finally {
      world.clock.advance(-days);
    }
  });

  it('corrects who took a past booking although service and person are in the business no more', async () => {
    const { platform, send: ask, clock, ...former } = await startWorld();
    try {
      const change = (method: string, path: string, body?: unknown) => ask(method, path, { key: former.keyA, body });
      const pruned = async (business: object, prune: string[]) => {
        const answer = await change('POST', '/v1/business/apply', { business, prune });
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      };
      expect((await change('POST', '/v1/bookings/bk_2_a/cancel', {})).status).toBe(200);
      await pruned({ services: [{ id: 'sv_color_a' }] }, ['services']);
      const { sequence } = await platform.events.since(undefined, 1);
      const given = await change('PUT', '/v1/bookings/bk_1_a', { staff_id: 'st_2_a' });
      const expected = { service_id: 'sv_cut_a', service_name: 'Cut', staff_id: 'st_2_a', staff_name: 'Cleo' };
      expect(given.body.data).toMatchObject(expected);
      expect((await change('GET', '/v1/bookings/bk_1_a')).body.data).toEqual(asReadLater(given.body.data));
      expect((await platform.events.since(sequence, 9)).events).toMatchObject([
        { type: 'booking.updated', data: expected },
      ]);

      await pruned({ staff: [{ id: 'st_2_a' }] }, ['staff']);
      const back = await change('PUT', '/v1/bookings/bk_1_a', { staff_id: 'st_1_a' });
      expect(back.body.data).toMatchObject({ service_name: 'Cut', staff_id: 'st_1_a', staff_name: 'Sam' });
      const ofAnother = await change('PUT', '/v1/bookings/bk_1_a', { staff_id: 'st_1_b' });
      expect(ofAnother.body.message).toMatch(/^staff_id: there is no such/);
    } finally {
      await former.close();
    }
  });

  it('a no-show that has the time of who took a past booking is named as one that its cancellation frees', async () => {
    const before = asReadLater((await book('14:00')).body.data);
    const other = (await book('14:00')).body.data;
    const days = new Date(at('18:00')).getTime() - world.clock.now();
    world.clock.advance(days);
    try {
      expect((await put({ status: 'no_show' }, other.id)).status).toBe(200);
      const refused = await put({ staff_id: other.staff_id }, before.id);
      expect(refused).toMatchObject({ status: 400, body: { error: 'validation_error' } });
      expect(refused.body.message).toBe(
        `staff_id: ${other.staff_name} has another booking at that time. Its customer did not come: cancel it to free the time`,
      );
      await send('POST', `/v1/bookings/${other.id}/cancel`, {});
      expect((await put({ staff_id: other.staff_id }, before.id)).status).toBe(200);
    } finally {
      world.clock.advance(-days);
    }
  });

  it('merges contact details, and links another contact if neither e-mail nor phone matches', async () => {
    const renamed = (await put({ contact: { name: 'Eleonora' } })).body.data;
    expect(renamed).toMatchObject({ contact: { ...contact, name: 'Eleonora' }, contact_id: booking.contact_id });
    const half = (await put({ contact: { email: 'new@example.com' } })).body.data;
    expect(half.contact_id).toBe(booking.contact_id);
    const other = (await put({ contact: { email: 'erika.a@example.com', phone: null } })).body.data;
    expect(other.contact_id).toBe('ct_1_a');
    expect(other.contact).toEqual({ name: 'Eleonora', email: 'erika.a@example.com', phone: null });
  });

  const bad: [object, string][] = [
    [{ service_id: 'sv_x' }, 'service_id: there is no such service'],
    [{ start_time: '2026-03-01T10:00:00Z' }, 'start_time: must be in the future'],
    [{ start_time: 'soon' }, 'start_time: must be an ISO 8601 time'],
    [{ contact: { email: 'x' } }, 'contact.email: must be an e-mail address'],
    [{ contact: { email: null, phone: null } }, 'contact: needs an email or a phone'],
    [{ contact: { name: '' } }, 'contact.name: must not be empty'],
    [{ contact: { fax: '1' } }, 'contact.fax: is not a field of this request'],
    [{ note: 'x' }, 'note: is not a field of this request'],
    [{ notes: null }, 'notes: must be a text'],
    [{ status: 'cancelled', notes: 'x' }, 'status: cancel with POST /v1/bookings/{id}/cancel'],
    [{ start_time: '2026-09-09T10:00:00Z', notes: 5 }, 'notes: must be a text'],
  ];
  it.each(bad)('refuses %j and changes nothing', async (body, message) => {
    const answer = await put(body);
    expect(answer).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect(answer.body.message).toContain(message);
    expect(await read()).toEqual(booking);
  });
});

describe('cancelling a booking', () => {
  it('retains the record, frees the slot, and is idempotent', async () => {
    const other = (await book('10:00')).body.data;
    expect((await book('10:00')).body.error).toBe('slot_unavailable');
    const cancelled = (await cancel()).body.data;
    expect(cancelled).toEqual({
      ...booking,
      status: 'cancelled',
      cancelled_at: expect.any(String),
      updated_at: cancelled?.cancelled_at,
    });
    expect((await book('10:00')).body.data.staff_id).toBe(booking.staff_id);
    world.clock.advance(60_000);
    expect(await cancel()).toMatchObject({ status: 200, body: { data: cancelled } });
    expect(await read()).toEqual(cancelled);
    expect(other.status).toBe('confirmed');
  });

  it('accepts any booking as the body and ignores it', async () => {
    const body = { service_id: 'sv_none_a', start_time: '2020-01-01T00:00:00Z', contact: { name: 'Z' }, notes: 'Ill' };
    expect((await cancel({ ...booking, ...body })).body.data).toMatchObject({ status: 'cancelled', notes: 'n' });
  });

  it.each([['[]'], ['null'], ['"x"'], ['{'], [''], ['{"reason":"ill"}']])('refuses the body %s', async (body) => {
    const answer = await cancel(body);
    expect(answer.status).toBe(400);
    expect((await read()).status).toBe('confirmed');
  });

  it('a booking that has ended can be cancelled', async () => {
    const answer = await send('POST', '/v1/bookings/bk_1_a/cancel', {});
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } });
  });

  it('makes later updates fail with booking_cancelled', async () => {
    const cancelled = (await cancel()).body.data;
    for (const body of [{ notes: 'x' }, { start_time: at('11:00') }, {}, { status: 'cancelled' }]) {
      expect(await put(body)).toMatchObject({ status: 400, body: { error: 'booking_cancelled' } });
    }
    expect(await read()).toEqual(cancelled);
  });
});
