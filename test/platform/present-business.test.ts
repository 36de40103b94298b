import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BusinessFile } from '../../src/contract/business.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { openPlatform, type Platform } from '../../src/platform/index.ts';
import { manualClock } from '../support/clock.ts';
import { newDatabase, type TestDatabase } from '../support/engines.ts';
import { processClient, type Send } from './support/client.ts';
import { NOW } from './support/fixture.ts';

/** Two platforms on one database, as two processes have it: what one changes, the answers of the other show at once. */
const clock = manualClock(Date.parse(NOW));
let test: TestDatabase;
let changing: Platform;
let reading: Platform;
let send: Send;

beforeAll(async () => {
  test = await newDatabase();
  const open = () => openPlatform({ database: test.database, demo: false, clock, deliveries: false });
  changing = await open();
  await changing.business.apply({
    name: 'Salon',
    time_zone: 'Europe/Vienna',
    country: 'AT',
    currency: 'EUR',
    opening_hours: ['daily 08:00-12:00'],
    services: [{ id: 'cut', name: 'Cut', duration: '30m', price: 45 }],
    staff: [{ id: 'sam', name: 'Sam' }],
  });
  reading = await open();
  send = processClient(reading.fetch);
});
afterAll(async () => {
  await reading?.close();
  await changing?.close();
  await test?.remove();
});

async function get(path: string): Promise<JsonObject[]> {
  const { body } = await send('GET', path, { key: reading.issueProcessKey().reveal() });
  return (body as { data: JsonObject[] }).data;
}
const DAY = 'from=2026-03-10T00:00:00Z&to=2026-03-11T00:00:00Z';
const free = async () => {
  const { body } = await send('GET', `/v1/availability?service_id=cut&${DAY}`, {
    key: reading.issueProcessKey().reveal(),
  });
  return (body as unknown as { data: { free: { from: string; to: string; staff_ids: string[] }[] } }).data.free[0];
};

it.each([1, 2, 3])('services, people and free times are those of the last change, round %i', async (round) => {
  const apply = (file: BusinessFile) => changing.business.apply(file);
  await apply({ services: [{ id: 'cut', name: `Cut ${round}`, duration: `${30 + round * 15}m`, price: 45 + round }] });
  expect((await get('/v1/services'))[0]).toMatchObject({
    name: `Cut ${round}`,
    duration_minutes: 30 + round * 15,
    price_cents: (45 + round) * 100,
  });
  await apply({
    staff: [
      { id: 'sam', name: `Sam ${round}` },
      { id: `extra_${round}`, name: 'Extra' },
    ],
  });
  expect((await get('/v1/staff')).map(({ name }) => name)).toContain(`Sam ${round}`);
  expect((await free())?.staff_ids).toContain(`extra_${round}`);
  await apply({ opening_hours: [`daily ${String(7 + round).padStart(2, '0')}:00-12:00`] });
  expect((await free())?.from).toBe(`2026-03-10T0${6 + round}:00:00Z`);
  await apply({ opening_hours: ['daily 08:00-12:00'] });
  expect((await free())?.from).toBe('2026-03-10T07:00:00Z');
});
