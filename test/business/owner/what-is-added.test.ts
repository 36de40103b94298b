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
