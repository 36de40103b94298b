import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Owner, salon, startOwner, THURSDAY } from '../support/owner.ts';

let owner: Owner;
beforeAll(async () => {
  owner = await startOwner(salon());
});
afterAll(() => owner?.close());

it('the question about a new service states its length, its price and who performs it', async () => {
  const { asked } = await owner.agree('add_service', {
    name: 'Bleaching',
    duration: '1h',
    price: 1150,
    staff: ['lee'],
    buffer_after: '10m',
  });
  expect(asked.text).toMatch(/New service Bleaching: 1h, 1150\.00 USD, with [^,]+, buffer after 10m/);
});

it('the question about a new person states title and working hours', async () => {
  const { asked } = await owner.agree('add_staff', {
    name: 'Robin Hale',
    title: 'Stylist',
    opening_hours: ['Mon-Thu 08:00-12:00'],
  });
  expect(asked.text).toMatch(/New staff member Robin Hale: Stylist, opening hours Mon-Thu 08:00-12:00/);
});

it('a plan states whatever decides when a new service can be booked, without secret addresses', async () => {
  const { body } = await owner.apply({
    services: [
      {
        id: 'colour',
        duration: '2h',
        price_changes: [{ from: THURSDAY, price: 90 }],
        minimum_notice: '2h',
        booking_window: '30d',
        description: 'All\ncolours',
        active: false,
      },
    ],
    staff: [{ id: 'kim', time_off: [{ from: THURSDAY }], calendar: 'https://calendar.example/canary', active: false }],
  });
  expect(body.data).toMatchObject({
    changes: [
      {
        text: 'New service colour: 2h, 0.00 USD, price 90.00 USD from 2198-12-27, with everybody, minimum notice 2h, booking window 30d, not active, description All colours',
      },
      {
        text: 'New staff member kim: opening hours of the business, away 2198-12-27, with a private calendar, not active',
      },
    ],
  });
});

it('a new service or person has its id in the answer, but not in that of a dry run', async () => {
  const service = { name: 'Beard trim', duration: '15m' };
  expect((await owner.call('add_service', { ...service, dry_run: true })).data).not.toHaveProperty('added_id');
  const { done } = await owner.agree('add_service', service);
  expect(done.data).toMatchObject({ applied: true, added_id: 'beard_trim' });
  expect((await owner.agree('add_staff', { name: 'Beard trim' })).done.data.added_id).toBe('beard_trim');
});

it('question and answer say what a new person performs without named services', async () => {
  const { asked, done } = await owner.agree('add_staff', { name: 'Kim Vale' });
  const note = /Everybody performs "Beard trim", "Cut", so "Kim Vale" does, too\./;
  expect(asked.text).toMatch(note);
  expect(done.data.note).toMatch(note);
});

it('question and answer say that services are no longer performed by everybody', async () => {
  const { asked, done } = await owner.agree('add_staff', { name: 'Noa Reed', services: ['Cut', 'Bleaching'] });
  const note = 'Not everybody performs "Beard trim", "colour" any more: name people who are added later for it.';
  expect(asked.text).toContain(note);
  expect(done.data.note).toBe(note);
  const services = (await owner.business()).services as { id: string; staff: unknown }[];
  expect(services.filter(({ staff }) => staff === 'all').map(({ id }) => id)).toEqual(['cut']);
});

it('a person is said to perform no service where each has a list of people', async () => {
  await owner.agree('update_staff', { staff: 'noa_reed', services: [] });
  const { done } = await owner.agree('add_staff', { name: 'Uma Finch' });
  expect(done.data.note).toBe('"Uma Finch" performs no service until update_staff names some.');
});
