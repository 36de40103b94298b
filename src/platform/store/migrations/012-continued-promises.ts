import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Db } from '../schema/schema.ts';

/** `DERIVED_VERSION.calls` and `SEQUENCED_VERSION` of this version. */
const DERIVED = 4;
const SEQUENCED = 5;

/** Sentences without a verb of their own are promises. All calls are computed again. */
export async function continuedPromises(tx: Db, engine: Engine): Promise<void> {
  await replaceIndex(tx, 'calls_underived', DERIVED);
  if (engine.hasSequenceTable) await replaceIndex(tx, 'calls_sequence_table_underived', SEQUENCED);
}

/** Replaces an index of the calls below a version: SQLite uses it only for a condition that is literally that of the index. */
async function replaceIndex(tx: Db, name: string, version: number): Promise<void> {
  await tx.schema.dropIndex(name).execute();
  const index = tx.schema.createIndex(name).on('calls').columns(['team_id', 'id']);
  await index.where(sql<boolean>`derived_version < ${sql.lit(version)}`).execute();
}
