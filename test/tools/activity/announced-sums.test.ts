import { expect, it } from 'vitest';
import { bookingSumsOf } from '../../../src/tools/activity/announced-groups.ts';

const TODAY = { cents: 5_500, currency: 'USD' };
const priceToday = (id: string) => (id === 'cut' ? TODAY : undefined);

it('a summary counts bookings at the price that it states, and at the price of today if it states none', () => {
  const { amounts, unpriced } = bookingSumsOf(
    {
      count: 6,
      services: [
        { service_id: 'cut', price_cents: 4_000, count: 2 },
        { service_id: 'cut', price_cents: 0, count: 1 },
        { service_id: 'cut', count: 2 },
        { service_id: 'gone', price_cents: 4_000, count: 1 },
      ],
    },
    priceToday,
  );
  expect(amounts.get('USD')?.cents).toBe(2 * 4_000 + 2 * 5_500);
  expect(unpriced).toBe(1);
});
