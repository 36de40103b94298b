import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { listedWord } from '../../../lib/search/words.ts';
import type { Db } from '../schema/schema.ts';
import { gramsOf, WORD_KINDS } from '../words.ts';
import type { SqliteConnection } from './sqlite-api.ts';
import type { Vocabulary } from './vocabulary.ts';
import { WORD_GRAMS } from './words.ts';

type Write = <T>(work: (tx: Db) => Promise<T>) => Promise<T>;

/** Pages of a word table that one transaction merges, and words that one transaction checks: each some tens of milliseconds. */
const MERGED_PAGES = 200;
const CHECKED_WORDS = 1_000;

/**
 * Removes from the index of words what no record has any more. Deleted entries stay in the tables of FTS5 until they are merged, and
 * the list of words has the words of all records that there ever were. Other writers go on between its transactions.
 */
export async function purgeWords(write: Write, vocabulary: Vocabulary): Promise<void> {
  // First, because words are looked up faster in merged tables.
  for (const kind of WORD_KINDS) await mergeAll(write, `${kind}_words`);
  let last = 0;
  do last = await write((tx) => removeUnused(tx, vocabulary, last));
  while (last > 0);
  await mergeAll(write, WORD_GRAMS);
}

/** Merges a whole table: https://sqlite.org/fts5.html#the_merge_command */
async function mergeAll(write: Write, table: string): Promise<void> {
  // A negative number begins it.
  let pages = -MERGED_PAGES;
  while (await write((tx) => merge(tx, table, pages))) pages = MERGED_PAGES;
}

/** Continues a merge. Returns whether it did anything. */
async function merge(tx: Db, table: string, pages: number): Promise<boolean> {
  const changes = async () => {
    const { rows } = await sql<{ total: number }>`select total_changes() as total`.execute(tx);
    return rows[0]?.total ?? 0;
  };
  const before = await changes();
  await sql`insert into ${sql.table(table)} (${sql.table(table)}, rank) values ('merge', ${pages})`.execute(tx);
  // The command itself counts as one.
  return (await changes()) - before > 1;
}

/** Removes those of the next words that no record has. Returns the number of the last checked word; 0 if there was none. */
async function removeUnused(tx: Db, vocabulary: Vocabulary, after: number): Promise<number> {
  const { rows } = await sql<{ id: number; word: string; used: number }>`
    select id, word, ${sql.join(WORD_KINDS.map(hasRecord), sql` or `)} as used
    from words where id > ${after} order by id limit ${CHECKED_WORDS}`.execute(tx);
  const unused = rows.filter(({ used }) => !used);
  for (const { id, word } of unused) {
    const grams = gramsOf(word).join(' ');
    if (grams !== '')
      await sql`insert into word_grams (word_grams, rowid, words) values ('delete', ${id}, ${grams})`.execute(tx);
    await sql`delete from words where id = ${id}`.execute(tx);
  }
  if (unused.length > 0) await vocabulary.forget(tx);
  return rows.at(-1)?.id ?? 0;
}

/** True if a record of a kind has the word, with or without its mark. */
const hasRecord = (kind: (typeof WORD_KINDS)[number]) => {
  const table = sql.table(`${kind}_words`);
  return sql`exists (select 1 from ${table} where ${table} match '"' || word || '" OR "' || ${listedWord('')} || word || '"')`;
};

const MAX_WAIT_MS = 2_000;
const WAIT_MS = 50;

/**
 * Empties the WAL, which has earlier contents of pages. Readers of other processes prevent it for as long as they read: then the WAL
 * is emptied when the last process closes the database.
 */
export async function emptyWal(connection: SqliteConnection): Promise<void> {
  const isBusy = () => {
    const [row] = connection.prepare('pragma wal_checkpoint(truncate)').all() as { busy: number }[];
    return row?.busy !== 0;
  };
  const end = performance.now() + MAX_WAIT_MS;
  while (isBusy() && performance.now() < end) await sleep(WAIT_MS);
}
