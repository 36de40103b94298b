import { describe, expect, it } from 'vitest';
import { startFriday } from './support/friday.ts';
import { booked, refusal } from './support/open-practice.ts';

const { book, move, next, open, practice } = startFriday();

/** Services of half an hour; the cut takes an hour from then on, which bookings of before do not. */
async function openWithHalfHourBooking() {
  const cut = { id: 'cut', duration: '30m' };
  await open({ services: [cut, { id: 'dye', duration: '2h' }] });
  const { id } = booked(await book('11-09 09:00'));
  await practice().change({ services: [{ ...cut, duration: '1h', buffer_after: '10m' }] });
  return String(id);
}

const monday = { from: next('11-09 00:00'), to: next('11-10 00:00') };

describe('the length of a moved booking', () => {
  it('a moved booking keeps the length that was agreed, and gets the buffers of the present', async () => {
    const id = await openWithHalfHourBooking();
    expect(booked(await move(id, '11-09 13:00')).end_time).toBe(next('11-09 13:30'));
    expect(refusal(await book('11-09 13:39')).error).toBe('slot_unavailable');
    booked(await book('11-09 13:40'));
  });

  it('a moved booking goes where only its own length fits', async () => {
    const id = await openWithHalfHourBooking();
    booked(await book('11-09 10:00'));
    booked(await book('11-09 11:50'));
    // 40 minutes are left from 11:10 to 11:50: half an hour and the buffer.
    expect(booked(await move(id, '11-09 11:10')).end_time).toBe(next('11-09 11:40'));
  });

  it('a moved booking goes nowhere where its own length does not fit', async () => {
    const id = await openWithHalfHourBooking();
    await practice().change({ services: [{ id: 'cut', duration: '10m', buffer_after: '0m' }] });
    booked(await book('11-09 10:20'));
    expect(refusal(await move(id, '11-09 10:00'))).toEqual({ error: 'slot_unavailable', next: next('11-09 10:30') });
    expect(refusal(await move(id, '11-09 16:45'))).toEqual({ error: 'outside_hours', next: next('11-10 08:00') });
  });

  it('a moved booking gets the length of another service with it, and that of the first one if it returns', async () => {
    const id = await openWithHalfHourBooking();
    expect(booked(await practice().update(id, { service_id: 'dye' })).end_time).toBe(next('11-09 11:00'));
    expect(booked(await practice().update(id, { service_id: 'cut' })).end_time).toBe(next('11-09 10:00'));
  });
});

describe('availability for a moved booking', () => {
  it('has the start times for its own length', async () => {
    const id = await openWithHalfHourBooking();
    const ofMove = await practice().availability({ service_id: 'cut', ...monday, exclude_booking_id: id });
    expect(ofMove.body.data).toMatchObject({
      duration_minutes: 30,
      free: [{ from: next('11-09 08:00'), to: next('11-09 16:30') }],
    });
  });

  it('has those for the duration of the service for a new one, a booking of another service and an unknown one', async () => {
    const id = await openWithHalfHourBooking();
    const ofNew = await practice().availability({ service_id: 'cut', ...monday });
    expect(ofNew.body.data).toMatchObject({ duration_minutes: 60 });
    const ofOther = await practice().availability({ service_id: 'dye', ...monday, exclude_booking_id: id });
    expect(ofOther.body.data).toMatchObject({
      duration_minutes: 120,
      free: [{ from: next('11-09 08:00'), to: next('11-09 15:00') }],
    });
    const unknown = { service_id: 'cut', ...monday, exclude_booking_id: 'bk_unknown' };
    expect((await practice().availability(unknown)).body.data).toEqual(ofNew.body.data);
  });
});
