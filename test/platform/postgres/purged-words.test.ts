import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import { openStore, type Store } from '../../../src/platform/store/store.ts';
import { wordIndexOf } from '../../../src/platform/store/words.ts';
import { type SharedDatabase, sharedDatabase } from '../../support/postgres/shared.ts';
import { NOW, smallBusiness } from '../support/fixture.ts';
import { holdTransaction } from '../support/hold.ts';
import { countLockWaiters } from '../support/lock-waiters.ts';

let shared: SharedDatabase;
let store: Store;
beforeEach(async () => {
  shared = await sharedDatabase('platform');
  await (await openPlatform({ database: shared.database, business: smallBusiness() })).close();
  store = await openStore(shared.database, Date.parse(NOW));
});
afterEach(async () => {
  await store.close();
  await shared.remove();
});

/** Those of the words that the list has. */
async function listed(words: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: shared.administration });
  await client.connect();
  const { rows } = await client.query<{ word: string }>('select word from words where word = any($1)', [words]);
  await client.end();
  return rows.map(({ word }) => word).sort();
}

/** Stores the words of a contact in place of earlier ones. */
const put = (...words: string[]) =>
  store.write(async (tx) => {
    await wordIndexOf(tx)?.put(tx, 'contacts', [{ id: 'ct_1_a', teamId: 'team_a', words }]);
  }, 'rows');

it('words that no record has are removed from the list of words, however many there are', async () => {
  const words = Array.from({ length: 1_200 }, (_, index) => `w${index}`);
  await put(...words, '*marked', 'plain');
  const all = [...words, 'marked', 'plain'];
  expect(await listed(all)).toHaveLength(1_202);
  await put('w7', '*marked', 'w1100');
  await store.purgeDeleted();
  expect(await listed(all)).toEqual(['marked', 'w1100', 'w7']);
});

it('a word stays in the list that another transaction has found there for its record', async () => {
  await put('quartz', 'violet');
  await put();
  // As a transaction that stores a record with the word: the list has it already.
  const writer = await holdTransaction(
    shared.administration,
    `with stored as (update contacts_words set words = array_to_tsvector('{quartz}') where id = 'ct_1_a')
    insert into words (word, words) select 'quartz', '' where not exists (select from words where word = 'quartz')`,
  );
  const purged = store.purgeDeleted();
  await expect.poll(() => countLockWaiters(shared.administration)).toBe(1);
  await writer.run('commit');
  await writer.release();
  await purged;
  expect(await listed(['quartz', 'violet'])).toEqual(['quartz']);
});
