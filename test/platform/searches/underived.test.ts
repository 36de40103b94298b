import { afterEach, describe, expect, it } from 'vitest';
import { DERIVED_VERSION } from '../../../src/platform/derived/versions.ts';
import { manualClock } from '../../support/clock.ts';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';
import { startPlatform } from '../../support/platform.ts';
import { httpClient } from '../support/client.ts';
import { NOW, smallBusiness } from '../support/fixture.ts';
import { QUICK } from '../support/quick.ts';

let test: TestDatabase;
afterEach(() => test?.remove());

const KEYS = { contacts: ['name_key', 'phone_key'], bookings: ['contact_name_key'], calls: ['phone_key'] };

describe('a database with records from which nothing is computed yet', () => {
  it('gets what filters compare in the background, and announces filters when all records have it', async () => {
    test = await newDatabase();
    const { database } = test;
    const before = await startPlatform({ database, business: smallBusiness(), clock: manualClock(NOW) });
    const key = await before.key();
    await before.close();
    for (const [table, columns] of Object.entries(KEYS)) {
      await test.direct(
        `update ${table} set ${columns.map((column) => `${column} = null`).join()}, derived_version = 0`,
      );
    }

    for (const table of ['bookings_words', 'calls_words']) await test.direct(`delete from ${table}`);

    const resting = await startPlatform({ database, clock: manualClock(NOW) });
    const extensionsOf = async (url: string) =>
      (await httpClient(url)('GET', '/v1/capabilities')).body.data.extensions as Record<string, unknown>;
    expect(await extensionsOf(resting.url)).not.toHaveProperty('list_filters');
    const found = async (url: string) => ({
      bookings: await idsAt(url, 'bookings?query=muster%20cut&order=asc'),
      calls: await idsAt(url, 'calls?query=salon&order=asc'),
    });
    const idsAt = async (url: string, path: string) =>
      (await httpClient(url)('GET', `/v1/${path}`, { key })).body.data.map(({ id }) => id);
    const all = { bookings: ['bk_1_a', 'bk_2_a'], calls: ['call_1_a', 'call_2_a'] };
    expect(await found(resting.url)).toEqual(all);
    await resting.close();

    const working = await startPlatform({ database, clock: manualClock(NOW), deliveries: QUICK });
    await expect.poll(() => extensionsOf(working.url)).toHaveProperty('list_filters');
    const idsOf = (path: string) => idsAt(working.url, path);
    expect(await found(working.url)).toEqual(all);
    expect(await idsOf('contacts?order=asc')).toEqual(['ct_1_a', 'ct_2_a', 'ct_3_a']);
    expect(await idsOf(`contacts?phone=${encodeURIComponent('+15550100102')}`)).toEqual(['ct_2_a']);
    expect(await idsOf('bookings?contact_name=ERIKA%20m%C3%BAster')).toEqual(['bk_1_a', 'bk_2_a']);
    expect(await idsOf(`calls?phone=${encodeURIComponent('+15550100101')}`)).toHaveLength(2);
    await working.close();
  });

  it('gets a key of an earlier version again, so that a name with a soft hyphen is found without it', async () => {
    test = await newDatabase();
    const { database } = test;
    const before = await startPlatform({ database, business: smallBusiness(), clock: manualClock(NOW) });
    const key = await before.key();
    await before.close();
    await test.direct(
      `update contacts set name = 'Er\u00adika Muster', name_key = 'er\u00adika muster' where id = 'ct_1_a'`,
      `update contacts set derived_version = ${DERIVED_VERSION.contacts - 1}`,
    );
    const working = await startPlatform({ database, clock: manualClock(NOW), deliveries: QUICK });
    const named = async () =>
      (await httpClient(working.url)('GET', '/v1/contacts?name=erika%20muster', { key })).body.data.map(({ id }) => id);
    await expect.poll(named).toEqual(['ct_1_a']);
    await working.close();
  });
});
