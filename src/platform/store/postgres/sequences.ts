import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { SEQUENCES, sequenceNumber } from '../../../lib/search/sequences.ts';
import type { Db } from '../schema/schema.ts';
import { send } from '../sent.ts';
import type { RecordWords } from '../words.ts';

/**
 * PostgreSQL's sequences of words in calls: an array of numbers for each call. Among the words they would be texts, which take
 * three times the space. To add them takes longer than all the rest of a call, so that they are added in the background.
 */

/** The number for `ANY_WORD`. */
const ANY_SEQUENCE = SEQUENCES;
/**
 * Entries of the index that wait to be added together, in KiB: those of some 30 calls. Each is added in half the time, but the
 * transaction that adds them takes some tenths of a second, and each search reads them, which takes 0.1 ms.
 */
const PENDING_KIB = 1_024;

/** Calls of a lower version have no sequences. */
const VERSION = 3;

export async function addSequenceTable(tx: Db): Promise<void> {
  await tx.schema
    .createTable('calls_sequences')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull().references('calls.id').onDelete('cascade'))
    .addColumn('sequences', sql`integer[]`, (column) => column.notNull())
    .execute();
  await sql`create index calls_sequences_by_sequence on calls_sequences using gin (sequences)
    with (gin_pending_list_limit = ${sql.lit(PENDING_KIB)})`.execute(tx);
  await tx.schema
    .createIndex('calls_sequence_table_underived')
    .on('calls')
    .columns(['team_id', 'id'])
    .where(sql<boolean>`derived_version < ${sql.lit(VERSION)}`)
    .execute();
}

/** See `WordIndex.putSequences`. */
export function sendSequences(tx: Db, calls: readonly RecordWords[]): void {
  if (calls.length === 0) return;
  const stored = calls.map(({ words }) => words.map(numberOf).sort(ascending));
  send(
    tx,
    sql`insert into calls_sequences as stored (id, sequences)
      select id, sequences::int[]
      from unnest(${calls.map(({ id }) => id)}::text[], ${stored.map(literal)}::text[]) as call (id, sequences)
      on conflict (id) do update set sequences = excluded.sequences where stored.sequences <> excluded.sequences`,
  );
}

/** Returns the sequences in groups of words: see `WordSearch`. */
export const sequencesAmong = (groups: readonly (readonly string[])[]): number[] =>
  groups.flatMap((group) => group.map(sequenceNumber).filter((number) => number !== undefined));

/**
 * A condition for calls with an id: they have all of these sequences. Materialized, because a plan for unknown values can read
 * all arrays again for each call of a small business.
 */
export const hasSequences = (id: RawBuilder<string>, sequences: readonly number[]): RawBuilder<SqlBool> =>
  sql`${id} in (
    with matching as materialized (
      select id from calls_sequences
      where sequences @> ${literal(sequences)}::int[] or sequences @> ${literal([ANY_SEQUENCE])}::int[]
    )
    select id from matching
  )`;

const numberOf = (word: string): number => sequenceNumber(word) ?? ANY_SEQUENCE;
const ascending = (a: number, b: number) => a - b;
const literal = (numbers: readonly number[]) => `{${numbers.join()}}`;
