import { describe, expect, it } from 'vitest';
import { startFriday } from './support/friday.ts';
import { booked, refusal } from './support/open-practice.ts';

const { book, move, next, open, practice } = startFriday();

const CUT = { id: 'cut', duration: '30m', staff: ['ana'] };
const present = { use_service_duration: true };
const resize = (id: string, more: object = {}) => practice().update(id, { ...present, ...more });
const read = async (id: string) => (await practice().send('GET', `/v1/bookings/${id}`)).body.data;
const eventsOf = async (id: string) =>
  (await practice().platform.events.since(0, 1_000)).events.filter(({ data }) => data.id === id);

/** A booking of half an hour, whose service takes three quarters from then on. */
async function openWithHalfHourBooking(start = '11-09 09:00', rules: object = {}) {
  await open({ staff: [{ id: 'ana' }, { id: 'bo' }], services: [CUT], rules });
  const { id } = booked(await book(start));
  await practice().change({ services: [{ ...CUT, duration: '45m', buffer_after: '5m' }] });
  return String(id);
}

describe('a booking that takes the present duration of its service', () => {
  it('gets it at its own time, with the buffers of the present and an event, once', async () => {
    const id = await openWithHalfHourBooking();
    const before = await read(id);
    const after = booked(await resize(id));
    expect(after).toEqual({
      ...before,
      end_time: next('11-09 09:45'),
      updated_at: expect.any(String),
      calendars: [],
    });
    expect(refusal(await book('11-09 09:49')).error).toBe('slot_unavailable');
    booked(await book('11-09 09:50'));
    expect(await eventsOf(id)).toMatchObject([
      { type: 'booking.created', data: { end_time: next('11-09 09:30') } },
      { type: 'booking.updated', data: { end_time: next('11-09 09:45') } },
    ]);
    // Repeated, it changes nothing, although another booking follows.
    expect(booked(await resize(id))).toEqual(after);
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it('gets a shorter one, and frees the rest of its time', async () => {
    const id = await openWithHalfHourBooking();
    await practice().change({ services: [{ ...CUT, duration: '10m', buffer_after: '0m' }] });
    expect(booked(await resize(id)).end_time).toBe(next('11-09 09:10'));
    booked(await book('11-09 09:10'));
  });

  it('keeps the length that was agreed with the id of its service, with false, and with other fields alone', async () => {
    const id = await openWithHalfHourBooking();
    for (const body of [{ service_id: 'cut' }, { use_service_duration: false }, { notes: 'By the window' }]) {
      expect(booked(await practice().update(id, body)).end_time, JSON.stringify(body)).toBe(next('11-09 09:30'));
    }
    expect(booked(await move(id, '11-09 10:00', { use_service_duration: false })).end_time).toBe(next('11-09 10:30'));
  });

  it('can be moved at the same time', async () => {
    const id = await openWithHalfHourBooking();
    expect(booked(await move(id, '11-09 13:00', present)).end_time).toBe(next('11-09 13:45'));
  });

  it('a booking takes the longer present duration only where that time is free', async () => {
    const id = await openWithHalfHourBooking();
    await practice().change({ services: [CUT] });
    booked(await book('11-09 09:30', { staff: 'ana' }));
    await practice().change({ services: [{ ...CUT, duration: '45m' }] });
    expect(refusal(await resize(id))).toEqual({ error: 'slot_unavailable', next: next('11-09 10:15') });
    expect((await read(id)).end_time).toBe(next('11-09 09:30'));
    expect(refusal(await resize(id, { override: ['outside_hours'] })).error).toBe('slot_unavailable');
  });

  it('must end within the working hours, unless the request makes an exception', async () => {
    const id = await openWithHalfHourBooking('11-09 16:30');
    expect(refusal(await resize(id)).error).toBe('outside_hours');
    const exception = { override: ['outside_hours'] };
    expect(booked(await resize(id, exception))).toMatchObject({
      end_time: next('11-09 17:15'),
      overrides: [{ rule: 'outside_hours' }],
    });
  });

  it('needs the notice that a move needs', async () => {
    const id = await openWithHalfHourBooking();
    await practice().change({ rules: { minimum_notice: '7d' } });
    expect(refusal(await resize(id)).error).toBe('too_soon');
    expect((await read(id)).end_time).toBe(next('11-09 09:30'));
  });

  it('stays with its person, and passes to another one only if that is asked', async () => {
    await open({ staff: [{ id: 'ana' }, { id: 'bo' }], services: [{ ...CUT, staff: ['ana', 'bo'] }] });
    const id = String(booked(await book('11-09 09:00', { staff: 'ana' })).id);
    booked(await book('11-09 09:30', { staff: 'ana' }));
    await practice().change({ services: [{ ...CUT, staff: ['ana', 'bo'], duration: '45m' }] });
    expect(refusal(await resize(id)).error).toBe('slot_unavailable');
    expect(booked(await resize(id, { staff_id: 'bo' }))).toMatchObject({
      staff_id: 'bo',
      end_time: next('11-09 09:45'),
    });
  });

  it('the length is refused when the booking has begun, is over or is cancelled, and when its service is not offered', async () => {
    const id = await openWithHalfHourBooking();
    const cancelled = String(booked(await book('11-09 12:00')).id);
    await practice().cancel(cancelled);
    expect(refusal(await resize(cancelled)).error).toBe('booking_cancelled');
    await practice().change({ services: [{ ...CUT, duration: '45m', active: false }] });
    expect((await resize(id)).body.message).toContain('cannot be booked at present');
    await practice().change({ services: [{ ...CUT, duration: '45m', active: true }] });
    practice().setClock(Date.parse(next('11-09 09:10')));
    expect(await resize(id)).toMatchObject({
      status: 400,
      body: { error: 'validation_error', message: expect.stringContaining('use_service_duration') },
    });
    practice().setClock(Date.parse(next('11-09 12:00')));
    expect(refusal(await resize(id)).error).toBe('booking_ended');
    expect((await read(id)).end_time).toBe(next('11-09 09:30'));
  });

  it('the field is refused for a new booking, which always has that length', async () => {
    await open({ services: [CUT] });
    const body = { service_id: 'cut', start_time: next('11-09 09:00'), contact: { name: 'A', email: 'a@example.com' } };
    const { status } = await practice().send('POST', '/v1/bookings', { body: { ...body, ...present } });
    expect(status).toBe(400);
  });
});

describe('availability for a booking that takes the present duration', () => {
  it('has the start times for that duration, without its own time', async () => {
    const id = await openWithHalfHourBooking();
    const query = { service_id: 'cut', from: next('11-09 00:00'), to: next('11-10 00:00'), exclude_booking_id: id };
    const answer = await practice().availability({ ...query, use_service_duration: 'true' });
    expect(answer.body.data).toMatchObject({
      duration_minutes: 45,
      free: [{ from: next('11-09 08:00'), to: next('11-09 16:15') }],
    });
    const kept = await practice().availability({ ...query, use_service_duration: 'false' });
    expect(kept.body.data).toMatchObject({ duration_minutes: 30 });
  });
});
