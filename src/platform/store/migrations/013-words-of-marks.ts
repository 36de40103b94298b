import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

/** Marks name a promise by its words. Those of before get them from the background worker: they need the rules for promises. */
export async function wordsOfMarks(tx: Db): Promise<void> {
  await tx.schema.alterTable('promise_marks').addColumn('words_json', 'text').execute();
  const index = tx.schema.createIndex('promise_marks_underived').on('promise_marks').column('call_id');
  await index.where(sql.ref('words_json'), 'is', null).execute();
}
