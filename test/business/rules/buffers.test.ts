import { describe, expect, it } from 'vitest';
import { startFriday } from './support/friday.ts';
import { booked, refusal } from './support/open-practice.ts';

const { book, open, practice } = startFriday();

describe('buffers', () => {
  const services = [
    { id: 'cut', duration: '30m', buffer_before: '5m', buffer_after: '10m' },
    { id: 'wash', duration: '30m', buffer_before: '20m' },
  ];

  it('buffers of two neighbouring bookings add up', async () => {
    await open({ services });
    booked(await book('11-09 10:00'));
    // 10:00-10:30, 10 minutes after the cut, 20 before the washing.
    expect(refusal(await book('11-09 10:59', { service: 'wash' })).error).toBe('slot_unavailable');
    booked(await book('11-09 11:00', { service: 'wash' }));
    expect(refusal(await book('11-09 09:21')).error).toBe('slot_unavailable');
    booked(await book('11-09 09:15'));
    // None after the washing, 5 before the cut.
    expect(refusal(await book('11-09 11:34')).error).toBe('slot_unavailable');
    booked(await book('11-09 11:35'));
  });

  it('may lie outside of the working hours, and touch at the border of time off', async () => {
    await open({ services, staff: [{ id: 'ana', time_off: [{ from: '2026-11-09T12:00', to: '2026-11-09T13:00' }] }] });
    for (const start of ['08:00', '11:30', '13:00', '16:30']) booked(await book(`11-09 ${start}`));
  });

  it('concern one person, and stay as they were at the time of the booking', async () => {
    await open({ services, staff: [{ id: 'ana' }, { id: 'ben' }] });
    booked(await book('11-09 10:00', { staff: 'ana' }));
    expect(booked(await book('11-09 10:30')).staff_id).toBe('ben');
    await practice().change({ services: [{ id: 'cut', buffer_before: '0m', buffer_after: '0m' }] });
    // The booking of 10:00 keeps its ten minutes, the new one has none.
    expect(refusal(await book('11-09 10:39', { staff: 'ana' })).error).toBe('slot_unavailable');
    booked(await book('11-09 10:40', { staff: 'ana' }));
  });

  it('do not disturb the bookings of another person', async () => {
    await open({
      services: [...services, { id: 'check', duration: '15m', staff: ['ana'] }],
      staff: [{ id: 'ana' }, { id: 'ben' }],
    });
    booked(await book('11-09 10:00', { service: 'check' }));
    expect(booked(await book('11-09 10:15')).staff_id).toBe('ben');
    booked(await book('11-09 10:20', { staff: 'ana' }));
  });
});
