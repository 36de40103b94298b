import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { type Owner, salon, startOwner } from '../support/owner.ts';

/** 35 USD since 2020, and 60 USD from 2197 on. */
const BEGUN = { from: '2020-01-01', price: 35 };
const AHEAD = { from: '2197-01-01', price: 60 };

let owner: Owner;
beforeAll(async () => {
  owner = await startOwner(salon());
}, 60_000);
afterAll(() => owner?.close());
beforeEach(async () => {
  const service = { id: 'cut', price: 30, price_changes: [BEGUN, AHEAD] };
  expect((await apply({ currency: 'USD', services: [service] }, ['price_changes'])).status).toBe(200);
});

const apply = (file: object, prune?: readonly string[]) => owner.apply(file, prune);
/** The prices of the cut once the currency is JPY, which has no smaller unit. */
async function inYen(fields: object, prune?: readonly string[]) {
  const { status, body } = await apply({ currency: 'JPY', services: [{ id: 'cut', ...fields }] }, prune);
  if (status !== 200) return body.message;
  const [service] = (await owner.business()).services as JsonObject[];
  return [service?.price, service?.price_changes];
}

it('prices that a file does not name keep their amount in a currency without smaller unit', async () => {
  expect(await inYen({})).toEqual([30, [BEGUN, AHEAD]]);
  await apply({ currency: 'USD' });
  expect(await inYen({ price: 4_000, price_changes: [] })).toEqual([4_000, [AHEAD]]);
});

it('prices from other dates than those of a file keep their amount, too', async () => {
  const next = { from: '2197-06-01', price: 7_000 };
  expect(await inYen({ price_changes: [next] })).toEqual([30, [BEGUN, AHEAD, next]]);
});

it('a price that a file states for a date is one of the new currency', async () => {
  const ahead = { ...AHEAD, price: 6_500 };
  expect(await inYen({ price_changes: [ahead] })).toEqual([30, [BEGUN, ahead]]);
});

it('a price that would be no amount of the new currency is refused, unless the file states or prunes it', async () => {
  const service = { id: 'cut', price_changes: [{ ...AHEAD, price: 60.5 }] };
  expect((await apply({ services: [service] })).status).toBe(200);
  const next = { from: '2197-06-01', price: 7_000 };
  expect(await inYen({ price: 4_000, price_changes: [next] })).toContain('are no amounts of JPY: declare its price');
  expect(await inYen({ price: 4_000, price_changes: [next] }, ['price_changes'])).toEqual([4_000, [next]]);
});

it('the price of a service that a file prunes need not be an amount of the new currency', async () => {
  expect((await apply({ services: [{ id: 'perm', name: 'Perm', duration: '1h', price: 60.5 }] })).status).toBe(200);
  expect(await inYen({ price: 4_000 })).toContain('the prices of Perm (perm) are no amounts of JPY');
  expect(await inYen({ price: 4_000 }, ['services'])).toEqual([4_000, [AHEAD]]);
  const { currency, services } = await owner.business();
  expect([currency, (services as JsonObject[]).map(({ id }) => id)]).toEqual(['JPY', ['cut']]);
});
