import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPlatform } from '../../src/platform/index.ts';
import { createRefusals } from '../../src/platform/intake/refusals.ts';
import { listRefusals } from '../../src/platform/store/calls/call-sources.ts';
import { openStore, type Store } from '../../src/platform/store/store.ts';
import { newDatabase, type TestDatabase } from '../support/engines.ts';
import { smallBusiness } from './support/fixture.ts';

let source: string;
let database: TestDatabase;
let store: Store;
let failures: number;
let warnings: { message: string; fields: unknown }[];

beforeEach(async () => {
  failures = 0;
  warnings = [];
  database = await newDatabase();
  const platform = await openPlatform({ database: database.database, business: smallBusiness(), deliveries: false });
  source = (await platform.callSources.add({ vendor: 'generic', name: 'front desk' })).source.id;
  await platform.close();
  store = await openStore(database.database, Date.now());
});
afterEach(async () => {
  await store.close();
  await database.remove();
});

/** Counts in the database, whose next `failures` writes fail. */
const open = () => {
  const write: Store['write'] = async (work, scope) => {
    if (failures > 0) {
      failures--;
      throw new Error('the database is away');
    }
    return store.write(work, scope);
  };
  const silent = () => {};
  const warn = (message: string, fields?: unknown) => void warnings.push({ message, fields });
  return createRefusals({ ...store, write }, { error: silent, info: silent, debug: silent, warn });
};
const stored = async () =>
  (await store.read((db) => listRefusals(db, source))).map(({ reason, count }) => [reason, Number(count)]);
const refusalsLogged = () => warnings.filter(({ message }) => message === 'reports of calls were refused');

it('refused reports that the database did not count are counted when it works again, without a further report', async () => {
  const refusals = open();
  failures = 2;
  refusals.count(source, 'wrong signature', 1);
  await expect.poll(stored).toEqual([['wrong signature', 1]]);
  await refusals.close();
});

it('refused reports that the database did not count are stored when the server is closed', async () => {
  const refusals = open();
  failures = 1;
  refusals.count(source, 'wrong signature', 1);
  await expect.poll(() => failures).toBe(0);
  await refusals.close();
  expect(await stored()).toEqual([['wrong signature', 1]]);
});

it('a refused report is one line of the log, however often the database fails to count it', async () => {
  const refusals = open();
  failures = 2;
  refusals.count(source, 'wrong signature', 1);
  await expect.poll(stored).toHaveLength(1);
  refusals.count(source, 'wrong signature', 2);
  refusals.count(source, 'incomplete', 3);
  await refusals.close();
  expect(await stored()).toEqual(
    expect.arrayContaining([
      ['wrong signature', 2],
      ['incomplete', 1],
    ]),
  );
  const one = { source, count: 1 };
  expect(refusalsLogged().map(({ fields }) => fields)).toEqual([
    { ...one, reason: 'wrong signature' },
    { ...one, reason: 'incomplete' },
  ]);
});
