import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_KNOWN_WORDS } from '../../../src/platform/store/sqlite/vocabulary.ts';
import { openStore, type Store } from '../../../src/platform/store/store.ts';
import { wordIndexOf } from '../../../src/platform/store/words.ts';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';
import { NOW } from '../support/fixture.ts';
import { watchStatements } from '../support/statements.ts';

let test: TestDatabase;
let store: Store;
beforeAll(async () => {
  test = await newDatabase();
  store = await openStore(test.database, Date.parse(NOW));
});
afterAll(async () => {
  await store?.close();
  await test?.remove();
});

/** Adds words in a transaction, and returns those that it has written into the table of words. */
async function add(words: readonly string[], end: () => void = () => {}): Promise<string[]> {
  const written: string[] = [];
  const stop = watchStatements(({ sql, parameters }) => {
    if (sql.startsWith('insert into words')) written.push(...(JSON.parse(parameters[0] as string) as string[]));
  });
  const work = store.write(async (tx) => {
    await wordIndexOf(tx)?.put(tx, 'contacts', [{ id: 'ct_1', teamId: 'team_1', words }]);
    end();
  }, 'all');
  await work.finally(stop);
  return written;
}

it('a word that a refused transaction has added is stored by the next transaction that has it', async () => {
  const refuse = () => {
    throw new Error('refused');
  };
  await expect(add(['undone'], refuse)).rejects.toThrow('refused');
  expect(await add(['undone'])).toEqual(['undone']);
  expect(await store.words?.expand({ kind: 'infix', text: 'ndon' }, 10)).toEqual(['undone']);
  expect(await add(['undone', 'further'])).toEqual(['further']);
});

it('words beyond the limit of remembered ones are stored again, and found as before', async () => {
  expect(await add(['early'])).toEqual(['early']);
  expect(await add(['early'])).toEqual([]);
  await add(Array.from({ length: MAX_KNOWN_WORDS }, (_, index) => `w${index}`));
  expect(await add(['early'])).toEqual(['early']);
  expect(await store.words?.expand({ kind: 'prefix', text: 'earl' }, 10)).toEqual(['early']);
});
