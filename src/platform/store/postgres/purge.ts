import { sql } from 'kysely';
import { listedWord } from '../../../lib/search/words.ts';
import type { Db } from '../schema/schema.ts';
import { WORD_KINDS } from '../words.ts';
import { readByIndexes } from './words.ts';

type Run = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** Words that one query checks: some tens of milliseconds. */
const CHECKED_WORDS = 500;

/**
 * Removes the words that no record has any more from the list of words, which has those of all records that there ever were.
 * @param write without locks: the transaction locks the list, and only to remove words
 */
export async function purgeWords(read: Run, write: Run): Promise<void> {
  let last = '';
  for (;;) {
    const checked = await read((db) => checkWords(db, last));
    const unused = checked.filter((row) => row.unused).map(({ word }) => word);
    if (unused.length > 0) await write((tx) => removeUnused(tx, unused));
    if (checked.length < CHECKED_WORDS) return;
    last = checked.at(-1)?.word ?? last;
  }
}

async function checkWords(db: Db, after: string): Promise<{ word: string; unused: boolean }[]> {
  await readByIndexes(db);
  const { rows } = await sql<{ word: string; unused: boolean }>`
    select word, ${isUnused} as unused from words where word > ${after} order by word limit ${CHECKED_WORDS}`.execute(
    db,
  );
  return rows;
}

/** Removes those of the words that are unused still. */
async function removeUnused(tx: Db, words: readonly string[]): Promise<void> {
  // Waits for the transactions that add words, and blocks further ones: a word that one of them has found here must stay.
  await sql`lock table words in share row exclusive mode`.execute(tx);
  await readByIndexes(tx);
  await sql`delete from words where word = any(${words}::text[]) and ${isUnused}`.execute(tx);
}

/** True of a row of `words` if no record has its word, with or without its mark. */
const isUnused = sql.join(
  WORD_KINDS.map(
    (kind) => sql`not exists (select from ${sql.table(`${kind}_words`)} as stored
      where stored.words @@ ('''' || word || ''' | ''' || ${listedWord('')}::text || word || '''')::tsquery)`,
  ),
  sql` and `,
);
