import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { BusinessFile } from '../../../src/contract/business.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { manualClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/engines.ts';
import { useOffice } from '../../support/office.ts';
import { type HttpSession, startHttp } from '../../support/session.ts';
import type { Upstream } from '../../support/upstream.ts';
import { startWithout } from '../../support/without-extensions.ts';
import { seedOf } from '../rules/support/stored-practice.ts';
import { salon } from '../support/owner.ts';

/** A service with two prices, one with one price, and one that is still offered. */
const BUSINESS: BusinessFile = {
  ...salon(),
  services: [
    {
      id: 'canal',
      name: 'Root canal',
      duration: '30m',
      price: 400,
      price_changes: [{ from: '2198-12-02', price: 450 }],
    },
    { id: 'crown', name: 'Crown', duration: '30m', price: 700 },
    { id: 'exam', name: 'Exam', duration: '30m', price: 50 },
  ],
};
const BOOKED = [
  ['canal', '2198-11-30T10:00:00Z'],
  ['canal', '2198-12-03T10:00:00Z'],
  ['crown', '2198-12-03T11:00:00Z'],
  ['exam', '2198-12-03T12:00:00Z'],
];
const WINDOW = { kind: 'bookings', from: '2198-11-01T00:00Z', to: '2199-01-01T00:00Z' };

const clock = manualClock('2198-11-20T12:00:00Z');
const office = useOffice({ platform: { business: seedOf(BUSINESS, clock.now()), clock } });
/** The same platform, without its list of people, and without the extensions by which it counts and searches itself. */
let plain: Upstream;
/** The numbers of the office come from the platform, those of these clients from all records and from a local index. */
let others: HttpSession[] = [];
beforeAll(async () => {
  plain = await startWithout(office.platform.url, 'activity_summary', 'list_filters', 'staff');
  const contact = { name: 'Ann Archer', email: 'ann@example.com' };
  for (const [service_id, start_time] of BOOKED) await office.post('/bookings', { service_id, start_time, contact });
  const services = ['canal', 'crown'].map((id) => ({ id, active: false }));
  await office.apply({ services });
  const start = (env: Record<string, string>) => startHttp(office.env({ RCPT_BASE_URL: plain.url, ...env }));
  others = await Promise.all([start({}), start({ RCPT_INDEX: join(temporaryFolder(), 'index.db') })]);
  const state = async () =>
    ((await others[1]?.client.call('get_account_context'))?.data.index as JsonObject | undefined)?.state;
  await vi.waitFor(async () => expect(await state()).toBe('complete'), { timeout: 40_000, interval: 200 });
}, 90_000);
afterAll(async () => {
  await Promise.all(others.map((session) => session.close()));
  await plain?.close();
});

const summaries = (args: object) =>
  Promise.all(
    [office.session, ...others].map(async ({ client }) => {
      const { data, text, isError } = await client.call('summarize_activity', { ...WINDOW, ...args });
      expect(isError, text).toBe(false);
      expect(data.bookings).not.toHaveProperty('without_price');
      return data;
    }),
  );

it('bookings of a switched-off service keep their value, whether the platform, the tool or the index counts them', async () => {
  const answers = await summaries({ service_id: 'Crown' });
  for (const { bookings } of answers) expect(bookings).toMatchObject({ count: 1, value_cents: 70_000 });
  expect(answers[2]).toHaveProperty('read_at');
});

it('bookings of a switched-off service have the price of their day', async () => {
  for (const { bookings } of await summaries({ group_by: ['service'], order: 'value' }))
    expect(bookings).toMatchObject({
      count: 4,
      value_cents: 160_000,
      groups: [
        { service: 'Root canal', value_cents: 85_000 },
        { service: 'Crown', value_cents: 70_000 },
        { service: 'Exam', value_cents: 5_000 },
      ],
    });
  for (const { bookings } of await summaries({ service_id: 'Root canal' }))
    expect(bookings).toMatchObject({ count: 2, value_cents: 85_000 });
});

it('a switched-off service, and people whom no list has, are named as in their bookings, also by the index', async () => {
  const answers = await summaries({ group_by: ['service', 'staff'], service_id: 'Crown' });
  for (const { bookings } of answers)
    expect(bookings).toMatchObject({
      groups: [{ service: 'Crown', staff: expect.stringMatching(/^(Dana Lee|Sam Ortiz)$/) }],
    });
  expect(answers[2]).toHaveProperty('read_at');
  const [counted, , indexed] = answers.map(({ bookings }) => bookings);
  expect(indexed).toEqual(counted);
});
