import { type SqlBool, sql } from 'kysely';
import { createAttachedProperty } from '../../../lib/attached-property.ts';
import { sequenceNumber } from '../../../lib/search/sequences.ts';
import type { Db, NumberedKind } from '../schema/schema.ts';
import { send } from '../sent.ts';
import {
  expandedWords,
  GRAM_LENGTHS,
  gramsIn,
  MAX_EXPANDED,
  vocabularyOf,
  WORD_KINDS,
  type WordIndex,
} from '../words.ts';
import { hasSequences, sendSequences, sequencesAmong } from './sequences.ts';

/** PostgreSQL's words: a `tsvector` without positions for each record, and for each word. */
const tableOf = (kind: NumberedKind) => sql.table(`${kind}_words`);

export async function addWordTables(tx: Db): Promise<void> {
  for (const kind of WORD_KINDS) {
    const name = `${kind}_words`;
    await tx.schema
      .createTable(name)
      .addColumn('id', 'text', (column) => column.primaryKey().notNull().references(`${kind}.id`).onDelete('cascade'))
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('words', sql`tsvector`, (column) => column.notNull())
      .execute();
    await addIndex(tx, name);
  }
  await tx.schema
    .createTable('words')
    .addColumn('word', 'text', (column) => column.primaryKey().notNull())
    .addColumn('words', sql`tsvector`, (column) => column.notNull())
    .execute();
  await addIndex(tx, 'words');
}

/** Without a list of pending entries: every search would read it, and one writer would have to empty it. */
const addIndex = (tx: Db, table: string) =>
  sql`create index ${sql.id(`${table}_by_word`)} on ${sql.table(table)} using gin (words) with (fastupdate = off)`.execute(
    tx,
  );

const NO_COLUMNS = {};

/** @param read runs reading work in a transaction. */
export function postgresWords(read: <T>(work: (db: Db) => Promise<T>) => Promise<T>): WordIndex {
  const byIndex = <T>(work: (db: Db) => Promise<T>) =>
    read(async (db) => {
      await readByIndexes(db);
      return work(db);
    });
  return {
    sequences: 'few',
    putSequences: sendSequences,
    columnsToAdd: () => NO_COLUMNS,
    columnsToAddEach: async () => [],
    async put(tx, kind, records) {
      if (records.length === 0) return;
      const column = (value: (record: (typeof records)[number]) => string) => records.map(value);
      // Words that stay are not written again: that would change an entry of the index for each of them.
      const stored = sql`insert into ${tableOf(kind)} as stored (id, team_id, words)
        select id, team_id, array_to_tsvector(string_to_array(words, ' '))
        from unnest(
          ${column(({ id }) => id)}::text[],
          ${column(({ teamId }) => teamId)}::text[],
          ${column(({ words }) => words.join(' '))}::text[]
        ) as record (id, team_id, words)
        on conflict (id) do update set words = excluded.words where stored.words <> excluded.words`;
      send(tx, stored);
      const known = vocabularies.get(tx) ?? new Set();
      for (const { words } of records) for (const word of vocabularyOf(words)) known.add(word);
      vocabularies.set(tx, known);
    },
    // With the records.
    remove: async () => {},
    removeTeam: async () => {},
    async expand(pattern, limit) {
      const { kind, text } = pattern;
      if (kind === 'prefix') {
        const { rows } = await read((db) =>
          sql<{
            word: string;
          }>`select word from words where word >= ${text} and word < ${text + LAST} limit ${limit}`.execute(db),
        );
        return rows.map(({ word }) => word);
      }
      const query = allOf(gramsIn(text).map((gram) => [gram]));
      const { rows } = await byIndex((db) =>
        sql<{ word: string }>`select word from words where words @@ ${query}::tsquery limit ${MAX_EXPANDED}`.execute(
          db,
        ),
      );
      return expandedWords(rows, pattern, limit);
    },
    async find({ kind, teamId, groups }, limit) {
      const words = groups.filter((group) => group.every(isNoSequence));
      const sequences = sequencesAmong(groups);
      const conditions = [
        ...(sequences.length > 0 ? [hasSequences(sql.ref('id'), sequences)] : []),
        ...(words.length > 0 ? [sql<SqlBool>`words @@ ${allOf(words)}::tsquery`] : []),
        sql<SqlBool>`team_id = ${teamId}`,
      ];
      const { rows } = await byIndex((db) =>
        sql<{
          id: string;
        }>`select id from ${tableOf(kind)} where ${sql.join(conditions, sql` and `)} limit ${limit + 1}`.execute(db),
      );
      return rows.length > limit ? undefined : rows.map(({ id }) => id);
    },
  };
}

/** Has a transaction read words by their indexes alone: to read all words in their place takes a hundred times as long. */
export async function readByIndexes(db: Db): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(db);
}

const isNoSequence = (word: string) => sequenceNumber(word) === undefined;

/** After every word: the highest code point. */
const LAST = '\u{10ffff}';

/** The words of the records that a transaction has stored, which are not in the table of words yet. */
const vocabularies = createAttachedProperty<Db, Set<string>>('vocabulary');

/**
 * Adds the words of the records that a transaction has stored, as its last statement and in the order of words: two transactions
 * that add the same ones, of different teams, then cannot wait for each other.
 */
export function sendVocabulary(tx: Db): void {
  const words = vocabularies.get(tx);
  if (!words || words.size === 0) return;
  vocabularies.delete(tx);
  send(
    tx,
    sql`insert into words (word, words)
      select word, case when word ~ '^[0-9]+$' then '' else array_to_tsvector(array(
        select distinct substr(word, start, length) from unnest(${GRAM_LENGTHS}::int[]) as length,
          generate_series(1, char_length(word) - length + 1) as start
      )) end
      from unnest(${[...words]}::text[]) as added (word)
      where not exists (select from words where words.word = added.word)
      order by word
      on conflict do nothing`,
  );
}

/** A `tsquery`: one word of each group. Words have neither quotation marks nor backslashes. */
const allOf = (groups: readonly (readonly string[])[]) =>
  groups.map((group) => `(${group.map((word) => `'${word}'`).join(' | ')})`).join(' & ');
