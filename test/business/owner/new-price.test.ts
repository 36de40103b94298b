import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { applied, bookCuts, type Owner, salon, startOwner } from '../support/owner.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`);
const day = (days: number) => new Date(NOW + days * DAY_MS).toISOString().slice(0, 10);

/** The first price was 30; 35 began ten days ago, and 60 begins in ten days. */
const BEGUN = { from: day(-10), price: 35 };
const AHEAD = { from: day(10), price: 60 };
const PRICES = { price: 30, price_changes: [BEGUN, AHEAD] };

let clock: ManualClock;
let owner: Owner;
beforeAll(async () => {
  clock = manualClock(NOW - 25 * DAY_MS);
  owner = await startOwner({ ...salon(), opening_hours: 'daily 00:00-24:00' }, clock);
  await bookCuts(owner, [-20, -5, 2, 20].map(day));
  clock.advance(25 * DAY_MS);
}, 60_000);
afterAll(() => owner?.close());
beforeEach(() => apply(PRICES, ['price_changes']));

const apply = (fields: object, prune?: readonly string[]) =>
  applied(owner, { services: [{ id: 'cut', ...fields }] }, prune);
const stored = async () => {
  const [service] = (await owner.business()).services as JsonObject[];
  return { price: service?.price, price_changes: service?.price_changes };
};
/** What the four bookings are worth: those of before the last price, of the last days, of tomorrow, and of later. */
async function values(): Promise<number[]> {
  const window = { kind: 'bookings', from: `${day(-30)}T00:00Z`, to: `${day(30)}T00:00Z` };
  const { data, isError, text } = await owner.call('summarize_activity', { ...window, group_by: ['day'] });
  expect(isError, text).toBe(false);
  return ((data.bookings as JsonObject).groups as JsonObject[]).map(({ value_cents }) => Number(value_cents) / 100);
}
const beginsToday = (price: number) => ({ price: 30, price_changes: [BEGUN, { from: day(0), price }, AHEAD] });

it('a new price leaves the value of earlier bookings, and is that of those from today on', async () => {
  expect(await values()).toEqual([30, 35, 35, 60]);
  const { asked, done } = await owner.agree('update_service', { service: 'Cut', price: 45 });
  expect(asked.text).toContain(
    `Service Cut: New: price 45.00 USD from ${day(0)}, 35.00 USD until then, and 60.00 USD from ${day(10)}`,
  );
  expect(done.text).toContain(`price 45.00 USD from ${day(0)}`);
  expect(await values()).toEqual([30, 35, 45, 60]);
  expect(await stored()).toEqual(beginsToday(45));
});

it('a second price on one day replaces the first one, and the former price takes it back', async () => {
  await owner.agree('update_service', { service: 'Cut', price: 45 });
  expect(await apply({ price: 50 })).toEqual([
    `Service Cut: Change: price 45.00 USD from ${day(0)}; now price 50.00 USD from ${day(0)}`,
  ]);
  expect(await stored()).toEqual(beginsToday(50));
  expect(await apply({ price: 35 })).toEqual([`Service Cut: Removed: price 50.00 USD from ${day(0)}`]);
  expect(await stored()).toEqual(PRICES);
});

it('a price in a file applies from today on, and the file can be applied again, also on later days and with pruning', async () => {
  expect(await apply({ price: 30 })).toEqual([
    `Service Cut: New: price 30.00 USD from ${day(0)}, 35.00 USD until then, and 60.00 USD from ${day(10)}`,
  ]);
  expect(await stored()).toEqual(beginsToday(30));
  expect(await apply({ price: 30 })).toEqual([]);
  clock.advance(DAY_MS);
  expect(await apply({ price: 30 })).toEqual([]);
  expect(await apply({ price: 30, price_changes: [AHEAD] }, ['price_changes'])).toEqual([]);
  clock.setBack(DAY_MS);
  expect(await values()).toEqual([30, 35, 30, 60]);
});

it('a file whose later price has begun keeps the prices that were before it', async () => {
  const file = { price: 45, price_changes: [AHEAD] };
  await apply(file);
  clock.advance(15 * DAY_MS);
  expect(await apply(file, ['price_changes'])).toEqual([]);
  clock.setBack(15 * DAY_MS);
  expect(await stored()).toEqual(beginsToday(45));
});

it('a file with the first of the prices in force corrects what was before, and the plan says so', async () => {
  expect(await apply({ price: 31, price_changes: [BEGUN] })).toEqual([
    `Service Cut: price before ${BEGUN.from} from 30.00 USD to 31.00 USD`,
  ]);
  expect(await values()).toEqual([31, 35, 35, 60]);
  expect(await apply({ price: 31, price_changes: [{ ...BEGUN, price: 36 }] })).toEqual([
    `Service Cut: Change: price 35.00 USD from ${BEGUN.from}; now price 36.00 USD from ${BEGUN.from}`,
  ]);
  expect(await values()).toEqual([31, 36, 36, 60]);
});

it('a price in another currency is that of all days until the next price', async () => {
  const change = { currency: 'EUR', services: [{ id: 'cut', price: 40 }] };
  expect((await owner.apply(change)).status).toBe(200);
  expect(await stored()).toEqual({ price: 40, price_changes: [AHEAD] });
  expect((await owner.apply({ currency: 'USD' })).status).toBe(200);
});
