import { sql } from 'kysely';
import type { LRUCache } from 'lru-cache';
import { createAttachedProperty } from '../../../lib/attached-property.ts';
import type { Db } from '../schema/schema.ts';
import { gramsOf } from '../words.ts';

/** Words that are remembered at most, those that were used last: about two megabytes. */
export const MAX_KNOWN_WORDS = 20_000;

/**
 * The table of all words. A transaction adds the words of its records with one statement at its end. Words that the table is known
 * to have are left out: almost all words of a booking are those of earlier ones. Any process can remove words (`purge.ts`): it counts
 * that in `user_version`, so that every other one forgets what it knew.
 */
export interface Vocabulary {
  /** Adds words at the end of the transaction. */
  add(tx: Db, words: Iterable<string>): void;
  /** Stores the added words. Called at the end of each transaction. */
  store(tx: Db): Promise<void>;
  /** Remembers the words of a transaction that is committed. */
  remember(tx: Db): void;
  /** Called by a transaction that removes words. */
  forget(tx: Db): Promise<void>;
}

const openCache = async () => new (await import('lru-cache')).LRUCache<string, true>({ max: MAX_KNOWN_WORDS });

const added = createAttachedProperty<Db, Set<string>>('vocabulary');

export function createVocabulary(): Vocabulary {
  /** Opened with the first words: many servers add none. */
  let known: LRUCache<string, true> | undefined;
  /** How often words had been removed when they were remembered. */
  let knownRemovals = 0;
  return {
    add(tx, words) {
      const own = added.get(tx) ?? new Set();
      for (const word of words) own.add(word);
      added.set(tx, own);
    },
    async store(tx) {
      const words = added.get(tx);
      if (!words || words.size === 0) return;
      known ??= await openCache();
      const removals = await countRemovals(tx);
      if (removals !== knownRemovals) known.clear();
      knownRemovals = removals;
      for (const word of words) if (known.get(word)) words.delete(word);
      if (words.size === 0) return;
      const { rows } = await sql<{
        id: number;
        word: string;
      }>`insert into words (word) select value from json_each(${JSON.stringify([...words])}) where true
        on conflict do nothing returning id, word`.execute(tx);
      for (const { id, word } of rows) {
        const grams = gramsOf(word).join(' ');
        if (grams !== '') await sql`insert into word_grams (rowid, words) values (${id}, ${grams})`.execute(tx);
      }
    },
    remember(tx) {
      for (const word of added.get(tx) ?? []) known?.set(word, true);
    },
    async forget(tx) {
      await sql`pragma user_version = ${sql.lit((await countRemovals(tx)) + 1)}`.execute(tx);
    },
  };
}

async function countRemovals(tx: Db): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(tx);
  return rows[0]?.user_version ?? 0;
}
