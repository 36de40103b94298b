import { describe, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/index.ts';
import { startFriday } from './support/friday.ts';
import { booked, refusal } from './support/open-practice.ts';

const { book, move, next, open, practice } = startFriday();

describe('people', () => {
  const file: BusinessFile = {
    staff: [{ id: 'ana' }, { id: 'ben' }, { id: 'cem', active: false }],
    services: [
      { id: 'cut', duration: '30m' },
      { id: 'wash', duration: '30m', staff: ['ben', 'cem'] },
      { id: 'old', duration: '30m', active: false },
      { id: 'alone', duration: '30m', staff: ['cem'] },
    ],
  };

  it.each([
    ['none', 'cut', 'there is no such staff member'],
    ['cem', 'cut', 'cem takes no bookings at present'],
    ['ana', 'wash', 'ana does not perform wash; these do: ben (ben)'],
  ])('cannot take what they do not perform, and are refused by name: %s for %s', async (staff, service, message) => {
    await open(file);
    const create = await book('11-09 09:00', { service, staff });
    expect(create).toMatchObject({ status: 400, body: { error: 'validation_error', message: `staff_id: ${message}` } });
    const { id } = booked(await book('11-09 10:00', { service, staff: 'ben' }));
    expect((await practice().update(String(id), { staff_id: staff })).body.message).toBe(`staff_id: ${message}`);
  });

  it('can be chosen on creation and on change, and stay on request', async () => {
    await open(file);
    const first = booked(await book('11-09 09:00', { staff: 'ben' }));
    expect(first.staff_id).toBe('ben');
    expect(refusal(await book('11-09 09:00', { staff: 'ben' }))).toEqual({
      error: 'slot_unavailable',
      next: next('11-09 09:30'),
    });
    expect(booked(await practice().update(String(first.id), { staff_id: 'ana' }))).toMatchObject({
      staff_id: 'ana',
      staff_name: 'ana',
    });
    booked(await book('11-09 11:00', { staff: 'ana' }));
    // Without a name another person takes it; with the name of who has it already, no other does.
    expect(refusal(await move(first.id, '11-09 11:00', { staff_id: 'ana' })).error).toBe('slot_unavailable');
    expect(booked(await move(first.id, '11-09 11:00')).staff_id).toBe('ben');
  });

  it('a person takes over a booking with the length and the buffers that it was made with', async () => {
    const cut = { id: 'cut', duration: '45m', buffer_before: '5m', buffer_after: '10m' };
    await open({ staff: [{ id: 'ana' }, { id: 'ben' }], services: [cut, { id: 'check', duration: '5m' }] });
    const { id, end_time } = booked(await book('11-09 09:00', { staff: 'ana' }));
    await practice().change({ services: [{ ...cut, duration: '60m', buffer_before: '0m', buffer_after: '20m' }] });
    expect(booked(await practice().update(String(id), { staff_id: 'ben' }))).toMatchObject({
      staff_id: 'ben',
      start_time: next('11-09 09:00'),
      end_time,
    });
    // From five minutes before 09:00 to ten minutes after 09:45.
    for (const time of ['08:51', '09:54']) {
      const check = await book(`11-09 ${time}`, { service: 'check', staff: 'ben' });
      expect(refusal(check).error).toBe('slot_unavailable');
    }
    for (const time of ['08:50', '09:55']) booked(await book(`11-09 ${time}`, { service: 'check', staff: 'ben' }));
    // The time that the booking takes is what the next person must have, neither more nor less.
    booked(await book('11-09 09:55', { service: 'check', staff: 'ana' }));
    booked(await practice().update(String(id), { staff_id: 'ana' }));
  });

  it('a person cannot take over a booking that would fit only with the present length of its service', async () => {
    await open({ staff: [{ id: 'ana' }, { id: 'ben' }], services: [{ id: 'cut', duration: '60m' }] });
    const { id } = booked(await book('11-09 09:00', { staff: 'ana' }));
    booked(await book('11-09 09:30', { staff: 'ben' }));
    await practice().change({ services: [{ id: 'cut', duration: '30m' }] });
    expect(refusal(await practice().update(String(id), { staff_id: 'ben' }))).toEqual({
      error: 'slot_unavailable',
      next: next('11-09 10:30'),
    });
  });

  it('get no bookings when inactive or archived, nor do services, and what exists stays', async () => {
    await open(file);
    expect((await book('11-09 09:00', { service: 'old' })).body.message).toContain('old cannot be booked at present');
    expect(
      (await practice().availability({ service_id: 'old', from: next('11-09 00:00'), to: next('11-10 00:00') })).status,
    ).toBe(404);
    expect(refusal(await book('11-09 09:00', { service: 'alone' }))).toEqual({
      error: 'slot_unavailable',
      next: undefined,
    });
    const { id } = booked(await book('11-09 09:00', { staff: 'ben' }));
    await practice().change({ staff: [{ id: 'ben', active: false }] });
    expect((await practice().send('GET', `/v1/bookings/${id}`)).body.data).toMatchObject({
      staff_id: 'ben',
      status: 'confirmed',
    });
    expect(booked(await practice().update(String(id), { notes: 'Still here' })).staff_id).toBe('ben');
    expect(booked(await move(id, '11-09 10:00')).staff_id).toBe('ana');
    await practice().change({ staff: [{ id: 'ana' }, { id: 'cem' }], services: [{ id: 'wash', staff: ['cem'] }] }, [
      'staff',
    ]);
    expect((await book('11-09 12:00', { staff: 'ben' })).body.message).toBe('staff_id: there is no such staff member');
  });
});
