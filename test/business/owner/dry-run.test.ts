import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { field } from '../../support/clients.ts';
import { type Owner, salon, startOwner, THURSDAY } from '../support/owner.ts';

let owner: Owner;
beforeAll(async () => {
  owner = await startOwner(salon());
});
afterAll(() => owner?.close());

const CHANGES: [string, JsonObject][] = [
  ['close_days', { from: THURSDAY }],
  ['set_special_hours', { from: THURSDAY, hours: '09:00-12:00' }],
  ['set_time_off', { staff: 'lee', from: THURSDAY }],
  ['add_service', { name: 'Colour', duration: '1h' }],
  ['update_service', { service: 'cut', price: 130, price_from: '2198-01-01' }],
  ['add_staff', { name: 'Robin Hale' }],
  ['update_staff', { staff: 'lee', title: 'Stylist' }],
  ['update_business', { minimum_notice: '2h' }],
];

it.each(CHANGES)('%s with dry_run plans a change, and without it asks for the same change', async (name, args) => {
  const before = await owner.business();
  const planned = await owner.call(name, { ...args, dry_run: true });
  expect(planned.isError, planned.text).toBe(false);
  expect(planned.data).toMatchObject({ applied: false, changes: [expect.any(String)] });
  const asked = await owner.call(name, { ...args, dry_run: false });
  expect(asked.isError, asked.text).toBe(false);
  expect(asked.data).toHaveProperty('question.kind', 'confirm');
  expect(await owner.business()).toEqual(before);
});

it('a new limit is said to count for new bookings, not that all bookings ahead fit it', async () => {
  for (const rule of ['max_per_day', 'max_per_customer_and_day']) {
    const planned = await owner.call('update_business', { [rule]: 1, dry_run: true });
    const asked = await owner.call('update_business', { [rule]: 1 });
    for (const { text } of [planned, asked]) {
      expect(text).toContain('Rules count for new and moved bookings. Those made already stay, also above a limit.');
      expect(text).not.toContain('ahead is affected');
    }
  }
});

it('the list above has every tool that changes the business', async () => {
  const withDryRun = (await owner.tools()).filter(({ inputSchema }) => field(inputSchema, 'properties', 'dry_run'));
  expect(CHANGES.map(([name]) => name).sort()).toEqual(withDryRun.map(({ name }) => name).sort());
});
