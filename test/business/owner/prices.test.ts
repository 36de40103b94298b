import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { type Owner, salon, startOwner } from '../support/owner.ts';

/** A price that is in force today, and one that is not yet. */
const IN_FORCE = { from: '2026-01-01', price: 115 };
const LATER = { from: '2199-01-01', price: 130 };

let owner: Owner;
beforeAll(async () => {
  owner = await startOwner(salon());
});
afterAll(() => owner?.close());
beforeEach(() => apply({ price: 100, price_changes: [IN_FORCE, LATER] }, ['price_changes']));

const apply = (fields: object, prune?: readonly string[]) =>
  owner.apply({ services: [{ id: 'cut', ...fields }] }, prune);
const stored = async () => ((await owner.business()).services as JsonObject[])[0];
/** What a booking of today costs, in dollars. */
const today = async () => {
  const { data } = await owner.call('list_services');
  return Number((data.items as JsonObject[])[0]?.price_cents) / 100;
};

it('the business shows the price of today and the one before all changes', async () => {
  expect(await stored()).toMatchObject({ price: 100, price_today: 115 });
  const { data } = await owner.call('get_business');
  expect(data.services).toMatchObject([{ price: 100, price_today: 115, price_changes: [IN_FORCE, LATER] }]);
});

it('a file with a price and the change in force, as an exported one, changes nothing', async () => {
  for (const price_changes of [[IN_FORCE], [IN_FORCE, LATER]]) {
    const { body } = await apply({ price: 100, price_changes });
    expect((body.data as JsonObject).changes).toEqual([]);
  }
  expect(await today()).toBe(115);
});

it('a price from a later date on keeps the others, and pruning removes only later ones', async () => {
  const next = { from: '2198-01-01', price: 140 };
  await apply({ price_changes: [next] });
  expect(await stored()).toMatchObject({ price_changes: [IN_FORCE, next, LATER] });
  expect(await today()).toBe(115);
  await apply({ price_changes: [next] }, ['price_changes']);
  expect(await stored()).toMatchObject({ price_changes: [IN_FORCE, next] });
});

it('a service has at most a hundred prices from later dates on, so that its file can be applied again', async () => {
  const price_changes = Array.from({ length: 99 }, (_, index) => ({ from: `2${index + 200}-01-10`, price: index }));
  const { status, body } = await apply({ price_changes });
  expect(status).toBe(400);
  expect(body.message).toContain('services[0].price_changes: would have 101 entries, with those of the database');
  expect(await stored()).toMatchObject({ price_changes: [IN_FORCE, LATER] });
});

it('a price that would be one too many is refused with what removes former ones, and then it is possible', async () => {
  const more = Array.from({ length: 98 }, (_, index) => ({ from: `2${index + 200}-01-10`, price: index }));
  expect((await apply({ price_changes: more })).status).toBe(200);
  const { text, isError } = await owner.call('update_service', { service: 'Cut', price: 140 });
  expect(isError).toBe(true);
  expect(text).toContain(
    'price_changes: would have 101 entries, with those of the database: at most 100. To remove former ones, run business export, delete entries of the list but not its first one, of 2026-01-01, and run business apply --prune.',
  );
  const { price, price_changes } = (await stored()) as { price: number; price_changes: JsonObject[] };
  const [first, , ...others] = price_changes;
  expect((await apply({ price, price_changes: [first, ...others] }, ['price_changes'])).status).toBe(200);
  await owner.agree('update_service', { service: 'Cut', price: 140 });
  expect(await today()).toBe(140);
});

it('the list of services shows the prices from later days on, and a summary counts each booking at the price of its day', async () => {
  await apply({ price: 100, price_changes: [IN_FORCE, { from: '2199-01-01', price: 130 }] }, ['price_changes']);
  const { data } = await owner.call('list_services');
  expect(data.items).toMatchObject([
    { price_cents: 11500, price_changes: [{ from: '2199-01-01', price_cents: 13000 }] },
  ]);
  const contact = { contact_name: 'Ann Archer', contact_email: 'ann@example.com' };
  for (const start_time of ['2198-12-31T10:00Z', '2199-01-01T10:00Z', '2199-01-02T10:00Z']) {
    const booked = await owner.call('create_booking', { service_id: 'cut', start_time, ...contact });
    expect(booked.isError, booked.text).toBe(false);
  }
  const window = { kind: 'bookings', from: '2198-12-01T00:00Z', to: '2199-02-01T00:00Z' };
  for (const group_by of ['month', 'service', 'customer']) {
    const summary = await owner.call('summarize_activity', { ...window, group_by: [group_by], order: 'value' });
    expect(summary.data.bookings, summary.text).toMatchObject({ count: 3, value_cents: 37_500 });
    expect(summary.text).toContain('each booking at the price of its service on its day');
  }
  const months = await owner.call('summarize_activity', { ...window, group_by: ['month'], order: 'value' });
  expect(months.data.bookings).toMatchObject({ groups: [{ value_cents: 26_000 }, { value_cents: 11_500 }] });
});
