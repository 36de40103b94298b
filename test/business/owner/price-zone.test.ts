import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { BusinessFile } from '../../../src/contract/business.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { manualClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/engines.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { startHttp } from '../../support/session.ts';
import type { Upstream } from '../../support/upstream.ts';
import { startWithout } from '../../support/without-extensions.ts';
import { seedOf } from '../rules/support/stored-practice.ts';
import { salon } from '../support/owner.ts';

/** The first half hour of a new price in Berlin, the last one of the former price in UTC and in New York. */
const FIRST_BOOKING = '2198-12-01T23:30:00Z';
const CHANGE = '2198-12-02';
const BUSINESS: BusinessFile = {
  ...salon(),
  time_zone: 'Europe/Berlin',
  opening_hours: 'daily 00:00-24:00',
  services: [{ id: 'cut', name: 'Cut', duration: '30m', price: 30, price_changes: [{ from: CHANGE, price: 35 }] }],
};

let platform: StartedPlatform;
/** The same platform, without the extensions by which it counts and searches itself. */
let plain: Upstream;
let key: string;
beforeAll(async () => {
  const clock = manualClock('2198-11-20T12:00:00Z');
  platform = await startPlatform({ business: seedOf(BUSINESS, clock.now()), clock });
  plain = await startWithout(platform.url, 'activity_summary', 'list_filters');
  key = await platform.key();
  const response = await fetch(`${platform.url}/api/v1/bookings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      service_id: 'cut',
      start_time: FIRST_BOOKING,
      contact: { name: 'Ann', email: 'a@example.com' },
    }),
  });
  expect(response.ok, await response.text()).toBe(true);
});
afterAll(async () => {
  await plain?.close();
  await platform?.close();
});

const start = (url: string, env: Record<string, string>) =>
  startHttp({ RCPT_BASE_URL: url, RCPT_API_KEY: key, ...env });
const window = { kind: 'bookings', from: '2198-11-01T00:00Z', to: '2199-01-01T00:00Z' };

it.each(['America/New_York', 'Europe/Berlin', 'Asia/Tokyo'])(
  'a booking is worth the price of its day in the zone of the business, counted by the platform or the tool, shown in %s',
  async (zone) => {
    for (const { url } of [platform, plain]) {
      const session = await start(url, { RCPT_TIME_ZONE: zone });
      const { data, text } = await session.client.call('summarize_activity', window);
      await session.close();
      expect(data.bookings, text).toMatchObject({ count: 1, value_cents: 3_500 });
    }
  },
  30_000,
);

it('the index counts a booking at the price of its day in the zone of the business, too', async () => {
  const index = { RCPT_INDEX: join(temporaryFolder(), 'index.db'), RCPT_TIME_ZONE: 'America/New_York' };
  const { client, close } = await start(plain.url, index);
  const state = async () => ((await client.call('get_account_context')).data.index as JsonObject).state;
  await vi.waitFor(async () => expect(await state()).toBe('complete'), { timeout: 20_000, interval: 200 });
  const { data, text } = await client.call('summarize_activity', window);
  await close();
  expect(data, text).toMatchObject({ bookings: { count: 1, value_cents: 3_500 }, read_at: expect.any(String) });
}, 40_000);

it('a price that has begun where the business is, is no later price in a zone where this day has not begun', async () => {
  const [zone, shown] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  const from = new Date().toLocaleDateString('sv', { timeZone: zone });
  const services = [{ id: 'cut', name: 'Cut', duration: '30m', price: 30, price_changes: [{ from, price: 35 }] }];
  const island = await startPlatform({ business: seedOf({ ...salon(), time_zone: zone, services }, Date.now()) });
  const access = { RCPT_BASE_URL: island.url, RCPT_API_KEY: await island.key(), RCPT_TIME_ZONE: shown };
  const office = await startHttp(access);
  const { data } = await office.client.call('list_services');
  const phone = await startHttp({ ...access, RCPT_PROFILE: 'voice' });
  const { text } = await phone.client.call('list_services');
  await Promise.all([office.close(), phone.close()]);
  await island.close();
  const [service] = data.items as JsonObject[];
  expect(service).toMatchObject({ price_cents: 3_500 });
  expect(service).not.toHaveProperty('price_changes');
  expect(text).toContain('35');
  expect(text).not.toContain('from');
}, 30_000);
