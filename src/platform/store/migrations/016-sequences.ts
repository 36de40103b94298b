import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Since this version, the index of words also has the sequences of words in transcripts. */
const VERSION = 3;

/**
 * Calls without sequences. They are searched by their words, and `calls_underived` has those without words.
 * Never change a released migration: add another one.
 */
export async function sequences(tx: Db): Promise<void> {
  await tx.schema
    .createIndex('calls_sequences_underived')
    .on('calls')
    .columns(['team_id', 'id'])
    .where(sql<boolean>`derived_version < ${sql.lit(VERSION)}`)
    .execute();
}
