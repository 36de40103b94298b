import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/index.ts';
import { openPlatform, type Platform } from '../../../src/platform/index.ts';
import { openStore } from '../../../src/platform/store/store.ts';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';

/** What remains of the calendars of a person who has left the business. */
let test: TestDatabase;
let platform: Platform;
const open = () => openPlatform({ database: test.database, demo: false, deliveries: false });
beforeEach(async () => {
  test = await newDatabase();
  platform = await open();
});
afterEach(async () => {
  await platform.close();
  await test.remove();
});

type Person = NonNullable<BusinessFile['staff']>[number];
const BOSS: Person = { id: 'boss', name: 'Kim Boss' };
const CALENDAR = 'https://calendar.example.com/private-7f3a9c/basic.ics';
const ASSISTANT: Person = { id: 'assistant', name: 'Eve Former', calendar: CALENDAR };

const apply = (...staff: Person[]) =>
  platform.business.apply(
    {
      name: 'Corner Salon',
      time_zone: 'Europe/Berlin',
      country: 'DE',
      currency: 'EUR',
      opening_hours: 'Mon-Sun 08:00-20:00',
      staff,
      services: [{ id: 'cut', name: 'Cut', duration: '30m', price: 10, staff: 'all' }],
    },
    { prune: ['staff'] },
  );

async function addressOfCalendar(): Promise<string | null | undefined> {
  const store = await openStore(test.database, Date.now());
  try {
    const row = await store.readUncoordinated((db) =>
      db.selectFrom('staff').select('calendar_url').where('id', '=', 'assistant').executeTakeFirst(),
    );
    return row?.calendar_url;
  } finally {
    await store.close();
  }
}

const addFeed = async () => {
  const { path } = await platform.calendarFeeds.add({ staffId: 'assistant', masked: false });
  return async () => (await platform.fetch(new Request(`http://localhost${path.reveal()}`))).status;
};

describe('people who leave the business', () => {
  it('the address of a calendar feed of a person who left never works again, also when another person gets the id', async () => {
    await apply(BOSS, ASSISTANT);
    const status = await addFeed();
    expect(await status()).toBe(200);
    await apply(BOSS);
    expect(await status()).toBe(404);
    expect(await platform.calendarFeeds.list()).toEqual([]);
    await apply(BOSS, { id: 'assistant', name: 'New Hire' });
    expect(await status()).toBe(404);
    expect(await (await addFeed())()).toBe(200);
  });

  it('the database has no address of a private calendar of a person who left', async () => {
    await apply(BOSS, ASSISTANT);
    expect(await addressOfCalendar()).toBe(CALENDAR);
    await apply(BOSS);
    expect(await addressOfCalendar()).toBeNull();
  });
});
