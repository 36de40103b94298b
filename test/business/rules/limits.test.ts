import { describe, expect, it } from 'vitest';
import { startFriday } from './support/friday.ts';
import { booked, refusal } from './support/open-practice.ts';

const { at, book, move, next, open, practice } = startFriday();

describe('limits', () => {
  it('count the bookings that start on one day, of all people', async () => {
    await open({
      rules: { max_per_day: 2 },
      staff: [{ id: 'ana' }, { id: 'ben' }],
      services: [{ id: 'cut', duration: '30m' }],
    });
    booked(await book('11-09 08:00'));
    const second = booked(await book('11-09 08:00'));
    const third = await book('11-09 12:00');
    expect(refusal(third)).toEqual({ error: 'limit_reached', next: next('11-10 08:00') });
    expect(third.body.message).toContain('takes at most 2 bookings a day, and 2026-11-09 has them');
    expect(await practice().free('cut', at('11-09 00:00'), at('11-10 00:00'))).toEqual([]);
    booked(await move(second.id, '11-09 09:00'));
    booked(await practice().cancel(String(second.id)));
    booked(await book('11-09 12:00'));
  });

  it('count the bookings of one customer, and name a next start on another day', async () => {
    await open({ rules: { max_per_customer_and_day: 1 } });
    const email = 'xenia@example.com';
    const first = booked(await book('11-09 08:00', { email }));
    const second = await book('11-09 12:00', { email });
    expect(refusal(second)).toEqual({ error: 'limit_reached', next: next('11-10 08:00') });
    expect(second.body.message).toContain(
      'A customer can have at most 1 booking a day, and this one has it on 2026-11-09',
    );
    booked(await book('11-09 12:00'));
    booked(await move(first.id, '11-09 13:00'));
    booked(await book('11-10 08:00', { email }));
    expect(refusal(await move(first.id, '11-10 12:00'))).toEqual({ error: 'limit_reached', next: next('11-11 08:00') });
  });

  it('hold when a booking passes to another customer', async () => {
    await open({ rules: { max_per_customer_and_day: 1 } });
    booked(await book('11-09 08:00', { email: 'xenia@example.com' }));
    const { id } = booked(await book('11-09 09:00', { email: 'yusuf@example.com' }));
    const contact = { name: 'xenia', email: 'xenia@example.com' };
    expect(refusal(await practice().update(String(id), { contact }))).toEqual({
      error: 'limit_reached',
      next: next('11-10 08:00'),
    });
    const passed = booked(await practice().update(String(id), { contact, override: ['limit_reached'] }));
    expect(passed).toMatchObject({ contact_id: 'ct_xenia', overrides: [{ rule: 'limit_reached' }] });
    // And with a move at once, the limit is that of the new customer.
    const other = booked(await book('11-10 09:00', { email: 'yusuf@example.com' }));
    expect(refusal(await move(other.id, '11-09 10:00', { contact })).error).toBe('limit_reached');
    expect(booked(await move(other.id, '11-10 10:00', { contact })).contact_id).toBe('ct_xenia');
  });
});
