import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/business.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { applied, bookCuts, type Owner, salon, startOwner } from '../support/owner.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`);
const day = (days: number) => new Date(NOW + days * DAY_MS).toISOString().slice(0, 10);

/** The cut cost 40, and 99 from ten days ago; 150 was to begin in ten days. */
const BEGUN = { from: day(-10), price: 99 };
const CUT = {
  id: 'cut',
  name: 'Cut',
  duration: '30m',
  price: 40,
  price_changes: [BEGUN, { from: day(10), price: 150 }],
};
const PERM = { id: 'perm', name: 'Perm', duration: '30m', price: 200 };

let clock: ManualClock;
let owner: Owner;
beforeAll(async () => {
  clock = manualClock(NOW - 25 * DAY_MS);
  owner = await startOwner({ ...salon(), opening_hours: 'daily 00:00-24:00', services: [CUT, PERM] }, clock);
  await bookCuts(owner, [-20, -5].map(day));
  clock.advance(25 * DAY_MS);
}, 60_000);
afterAll(() => owner?.close());
beforeEach(async () => {
  await apply({ currency: 'USD', services: [CUT] }, ['price_changes']);
  await apply({ services: [PERM] }, ['services']);
});

const apply = (file: BusinessFile, prune?: readonly string[]) => applied(owner, file, prune);
const stored = async () => {
  const services = (await owner.business()).services as JsonObject[];
  const { price, price_changes } = services.find(({ id }) => id === 'cut') ?? {};
  return { price, price_changes };
};
/** What the bookings of before and after the first change are worth. */
async function values(): Promise<number[]> {
  const window = { kind: 'bookings', from: `${day(-30)}T00:00Z`, to: `${day(0)}T00:00Z` };
  const { data, isError, text } = await owner.call('summarize_activity', { ...window, group_by: ['day'] });
  expect(isError, text).toBe(false);
  return ((data.bookings as JsonObject).groups as JsonObject[]).map(({ value_cents }) => Number(value_cents) / 100);
}

it('an archived service that a file has again keeps the prices of its former bookings, and the plan shows them', async () => {
  expect(await apply({ services: [{ id: 'cut', name: 'Cut', duration: '45m', price: 120 }] })).toEqual([
    `Restored archived service Cut: 45m, 40.00 USD, price 99.00 USD from ${day(-10)}, price 120.00 USD from ${day(0)}, with everybody`,
  ]);
  expect(await stored()).toEqual({ price: 40, price_changes: [BEGUN, { from: day(0), price: 120 }] });
  expect(await values()).toEqual([40, 99]);
});

it('an archived service has its last price again if the file states none, or states its former prices', async () => {
  const { price: _price, price_changes: _changes, ...service } = CUT;
  for (const prices of [{}, { price: 40, price_changes: [BEGUN] }, { price: 99 }]) {
    await apply({ services: [{ ...service, ...prices }] });
    expect(await stored()).toEqual({ price: 40, price_changes: [BEGUN] });
    expect(await values()).toEqual([40, 99]);
    await apply({ services: [PERM] }, ['services']);
  }
});

it('prices of an archived service in another currency are no prices of it any more', async () => {
  expect(await apply({ currency: 'EUR', services: [{ id: 'cut', duration: '45m', price: 120 }] })).toContain(
    'Restored archived service cut: 45m, 120.00 EUR, with everybody',
  );
  expect(await stored()).toEqual({ price: 120, price_changes: [] });
});
