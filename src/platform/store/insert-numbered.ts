import { deriveAdded, versionToAdd } from '../derived/derive.ts';
import { keysOf } from '../derived/keys.ts';
import { addOtherDetails } from './contacts/other-details.ts';
import { insertInChunks } from './insert.ts';
import { incrementTotal } from './paging.ts';
import type { ContactRow, Db, NumberedKind, Schema, Unnumbered } from './schema/schema.ts';
import { withColumnsToAdd } from './words.ts';

/** Adds records of a team in their order, with the positions that follow, and stores what is computed from them. */
export async function insertNumbered<K extends NumberedKind>(
  tx: Db,
  teamId: string,
  kind: K,
  records: readonly Unnumbered<Schema[K]>[],
): Promise<void> {
  if (records.length === 0) return;
  const last = await incrementTotal(tx, teamId, kind, records.length);
  const first = last - records.length + 1;
  const derived_version = versionToAdd(tx, kind);
  const keys = await Promise.all(records.map((record) => keysOf(kind, record)));
  const rows = records.map((record, index) => ({
    ...record,
    ...keys[index],
    position: first + index,
    derived_version,
  })) as Schema[K][];
  await insertInChunks(tx, kind, await withColumnsToAdd(tx, kind, rows));
  if (kind === 'contacts') addOtherDetails(tx, rows as ContactRow[]);
  await deriveAdded(tx, kind, rows);
}
