import { type RawBuilder, sql } from 'kysely';
import { nextSlice } from '../../../lib/concurrency/slices.ts';
import type { SequenceSet } from '../../../lib/search/sequences.ts';
import type { Engine } from '../engine.ts';
import type { Db, NumberedKind } from '../schema/schema.ts';
import { expandedWords, gramsIn, MAX_EXPANDED, vocabularyOf, WORD_KINDS, type WordIndex } from '../words.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * SQLite's words: FTS5 tables without the words themselves (`content=''`) and without their positions. Their rows have the
 * number of the record (`doc`), or of the word.
 */
const tableOf = (kind: NumberedKind) => sql.table(`${kind}_words`);

/**
 * Records that one statement searches: some milliseconds, in which nothing else happens in this process. Each statement also
 * costs about half a millisecond, however few records it searches: bookings are many, and have few words.
 */
const CHUNK_DOCS: Record<NumberedKind, number> = { contacts: 20_000, bookings: 100_000, calls: 20_000 };

/** Words are separated by spaces, and contain whatever else a word of the index does. */
const TOKENS = `tokenize = "ascii tokenchars '*#='"`;
const FTS_OPTIONS = `content = '', detail = none, ${TOKENS}`;

/** True if this SQLite has FTS5 with what is used of it (3.43 and newer). */
export async function hasFullTextSearch(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    version: string;
    has_fts5: number;
  }>`select sqlite_version() as version, sqlite_compileoption_used('ENABLE_FTS5') as has_fts5`.execute(db);
  const [major = 0, minor = 0] = (rows[0]?.version ?? '').split('.').map(Number);
  return rows[0]?.has_fts5 === 1 && (major > 3 || (major === 3 && minor >= 43));
}

/** Adds what every SQLite can read: the numbers of records, and the words. */
export async function addWordColumns(tx: Db): Promise<void> {
  for (const kind of WORD_KINDS) {
    await tx.schema.alterTable(kind).addColumn('doc', 'integer').execute();
    // With what a search returns, so that it reads no records.
    await tx.schema.createIndex(`${kind}_by_doc`).on(kind).columns(['doc', 'team_id', 'id']).execute();
  }
  await sql`create table words (id integer primary key, word text not null unique)`.execute(tx);
}

/** The table of the parts of words, which is added last. */
export const WORD_GRAMS = 'word_grams';

/** Adds the tables of the index, if there are none: a SQLite without FTS5 may have migrated the database. */
export async function addWordTables(db: Db): Promise<void> {
  const add = (name: string, options: string) =>
    sql`create virtual table if not exists ${sql.table(name)} using fts5(words, ${sql.raw(options)})`.execute(db);
  for (const kind of WORD_KINDS) await add(`${kind}_words`, `${FTS_OPTIONS}, contentless_delete = 1`);
  // A removed word is stated whole, so no row needs its length.
  await add(WORD_GRAMS, `${FTS_OPTIONS}, columnsize = 0`);
}

/** The number of the next record of a kind. Numbers have no gaps worth mentioning: a record keeps its number. */
const nextDoc = (kind: NumberedKind) => sql<number>`(select coalesce(max(doc), 0) + 1 from ${sql.table(kind)})`;

/** @param read runs one statement, in whatever the journal of the database requires. */
export function sqliteWords(
  read: Engine['readUncoordinated'],
  vocabulary: Vocabulary,
  sequences: SequenceSet,
): WordIndex {
  const rowsOf = <R>(statement: RawBuilder<R>) => read(async (db) => (await statement.execute(db)).rows);
  return {
    sequences,
    putSequences: undefined,
    columnsToAdd: (kind) => ({ doc: nextDoc(kind) }),
    async columnsToAddEach(tx, kind, records) {
      const { rows } = await sql<{ next: number }>`select ${nextDoc(kind)} as next`.execute(tx);
      const first = rows[0]?.next ?? 1;
      return Array.from({ length: records }, (_, index) => ({ doc: first + index }));
    },
    async put(tx, kind, records) {
      for (const { id, words } of records) {
        const stored = sql`insert or replace into ${tableOf(kind)} (rowid, words)
          select doc, ${words.join(' ')} from ${sql.table(kind)} where id = ${id} and doc is not null`;
        const { numAffectedRows } = await stored.execute(tx);
        if (numAffectedRows !== 0n) continue;
        await sql`update ${sql.table(kind)} set doc = ${nextDoc(kind)} where id = ${id}`.execute(tx);
        await stored.execute(tx);
      }
      vocabulary.add(tx, vocabularyOf(records.flatMap(({ words }) => words)));
    },
    async remove(tx, kind, id) {
      await sql`
        delete from ${tableOf(kind)}
        where rowid in (select doc from ${sql.table(kind)} where id = ${id} and doc is not null)`.execute(tx);
    },
    async removeTeam(tx, kind, teamId) {
      await sql`delete from ${tableOf(kind)}
        where rowid in (select doc from ${sql.table(kind)} where team_id = ${teamId} and doc is not null)`.execute(tx);
    },
    async expand(pattern, limit) {
      const { kind, text } = pattern;
      if (kind === 'prefix') {
        const rows = await rowsOf(
          sql<{ word: string }>`
            select word from words where word >= ${text} and word < ${text + LAST} limit ${limit}`,
        );
        return rows.map(({ word }) => word);
      }
      const rows = await rowsOf(
        sql<{ word: string }>`
          select words.word from word_grams join words on words.id = word_grams.rowid
          where word_grams match ${allOf(gramsIn(text).map((gram) => [gram]))} limit ${MAX_EXPANDED}`,
      );
      return expandedWords(rows, pattern, limit);
    },
    async find({ kind, teamId, groups }, limit) {
      const match = allOf(groups);
      const [last] = await rowsOf(sql<{ doc: number | null }>`select max(doc) as doc from ${sql.table(kind)}`);
      const ids: string[] = [];
      const size = CHUNK_DOCS[kind];
      for (let to = last?.doc ?? 0; to > 0 && ids.length <= limit; to -= size) {
        const rows = await rowsOf(
          sql<{ id: string }>`
            select record.id from ${tableOf(kind)} join ${sql.table(kind)} as record
              on record.doc = ${tableOf(kind)}.rowid
            where ${tableOf(kind)} match ${match} and ${tableOf(kind)}.rowid between ${to - size + 1} and ${to}
              and record.team_id = ${teamId}
            limit ${limit + 1 - ids.length}`,
        );
        ids.push(...rows.map(({ id }) => id));
        if (to > size) await nextSlice();
      }
      return ids.length > limit ? undefined : ids;
    },
  };
}

/** After every word: the highest code point. */
const LAST = '\u{10ffff}';

/** An FTS5 query: one word of each group. Words have no quotation marks. */
const allOf = (groups: readonly (readonly string[])[]) =>
  groups.map((group) => `(${group.map((word) => `"${word}"`).join(' OR ')})`).join(' AND ');
