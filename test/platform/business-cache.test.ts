import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBusinessCache, MAX_CACHED_BUSINESSES } from '../../src/platform/business/cache.ts';
import { importBusiness } from '../../src/platform/store/import.ts';
import { openStore, type Store } from '../../src/platform/store/store.ts';
import { newDatabase, type TestDatabase } from '../support/engines.ts';
import { NOW, smallBusiness } from './support/fixture.ts';

const TEAMS = Array.from({ length: MAX_CACHED_BUSINESSES + 1 }, (_, index) => `team_${index}`);

let test: TestDatabase;
let store: Store;
beforeAll(async () => {
  test = await newDatabase();
  store = await openStore(test.database, Date.parse(NOW));
  await store.write(async (tx) => {
    for (const [index] of TEAMS.entries()) await importBusiness(tx, smallBusiness(String(index)), Date.parse(NOW));
  }, 'all');
});
afterAll(async () => {
  await store.close();
  await test.remove();
});

it('businesses beyond the limit replace the one that was read first', async () => {
  const cache = createBusinessCache();
  const read = async (team: string) => {
    const { business } = await store.read((db) => cache.read(db, team, false));
    cache.keep(business);
    return business;
  };
  const [first = '', second = ''] = TEAMS;
  const kept = [];
  for (const team of TEAMS.slice(0, -1)) kept.push(await read(team));
  expect(await read(first)).toBe(kept[0]);
  await read(TEAMS.at(-1) as string);
  expect(await read(second)).toBe(kept[1]);
  const again = await read(first);
  expect(again).not.toBe(kept[0]);
  expect(again).toEqual(kept[0]);
});
