import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { adminBookings } from '../../../src/platform/admin/bookings.ts';
import { openStore, type Store } from '../../../src/platform/store/store.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { randomTeam } from '../summary/random-team.ts';

/** A list is read in pages, whose ends are anywhere: within bookings that start at the same time, too. */
let platform: StartedPlatform;
let store: Store;
beforeAll(async () => {
  platform = await startPlatform({ business: randomTeam(7, [Date.parse('2024-12-31T20:00:00Z')]) });
  store = await openStore(platform.database, Date.now());
});
afterAll(async () => {
  await store?.close();
  await platform?.close();
});

const ALL = { start: -1e13, end: 1e13 };

async function read(pageSize: number, selection: object = {}, onBooking = async () => {}) {
  const { bookings } = await adminBookings(store, systemClock, platform.platform.team.id, pageSize).list({
    ...ALL,
    ...selection,
  });
  const found: string[] = [];
  for await (const { start_time, id } of bookings) {
    found.push(`${start_time} ${id}`);
    await onBooking();
  }
  return found;
}

it('pages of any size give the same list', async () => {
  const whole = await read(1_000);
  expect(whole).toHaveLength(260);
  const starts = whole.map((place) => place.split(' ')[0]);
  expect(new Set(starts).size).toBeLessThan(starts.length);
  for (const pageSize of [5, 130, 260]) expect(await read(pageSize)).toEqual(whole);
  for (const selection of [{ status: 'confirmed' }, { staffId: 'st_1' }, { serviceId: 'sv_2', staffId: 'st_1' }]) {
    const some = await read(1_000, selection);
    expect(some.length).toBeGreaterThan(0);
    expect(await read(3, selection)).toEqual(some);
  }
});

it('no transaction is open while a list waits for its reader, so that others can write', async () => {
  let written = 0;
  await read(50, {}, async () => {
    if (written === 5) return;
    written += 1;
    await platform.platform.keys.create({ name: `while reading ${written}`, scopes: ['read:calls'] });
  });
  expect(written).toBe(5);
});
