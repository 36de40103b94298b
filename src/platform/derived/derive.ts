import { sql } from 'kysely';
import type { BookingRow, CallRow, ContactRow, Db, NumberedKind, Schema, Unnumbered } from '../store/schema/schema.ts';
import { send } from '../store/sent.ts';
import { wordIndexOf } from '../store/words.ts';
import { bookingKeys, callKeys, contactKeys } from './keys.ts';
import { derivePromises } from './promises.ts';
import { DERIVED_VERSION, SEQUENCED_VERSION } from './versions.ts';
import { storeBookingWords, storeCallSequences, storeCallWords, storeContactWords } from './words.ts';

/**
 * Each function here stores what is computed from rows, in the transaction that has added or changed them and after the
 * statement that did. It depends on nothing but the rows, and running it again changes nothing.
 */
type Derive<K extends NumberedKind> = (tx: Db, rows: readonly Unnumbered<Schema[K]>[]) => Promise<void>;

async function deriveCalls(tx: Db, rows: readonly Unnumbered<CallRow>[]): Promise<void> {
  await storeKeys(tx, 'calls', rows, callKeys);
  await storeCallWords(tx, rows);
  await derivePromises(tx, rows);
}

async function deriveContacts(tx: Db, rows: readonly Unnumbered<ContactRow>[]): Promise<void> {
  await storeKeys(tx, 'contacts', rows, contactKeys);
  await storeContactWords(tx, rows);
}

async function deriveBookings(tx: Db, rows: readonly Unnumbered<BookingRow>[]): Promise<void> {
  await storeKeys(tx, 'bookings', rows, bookingKeys);
  await storeBookingWords(tx, rows);
}

/** Stores the keys of rows that do not have them: the statement that adds or changes a row usually sets them. */
async function storeKeys<K extends NumberedKind>(
  tx: Db,
  kind: K,
  rows: readonly Unnumbered<Schema[K]>[],
  keysOf: (row: Unnumbered<Schema[K]>) => Promise<Partial<Schema[K]>>,
): Promise<void> {
  for (const row of rows) {
    const keys = await keysOf(row);
    const outdated = Object.entries(keys).filter(([name, key]) => row[name as keyof typeof row] !== key);
    if (outdated.length === 0) continue;
    const set = outdated.map(([name, key]) => sql`${sql.id(name)} = ${key}`);
    send(tx, sql`update ${sql.table(kind)} set ${sql.join(set)} where id = ${row.id}`);
  }
}

const DERIVE: { [K in NumberedKind]: Derive<K> } = {
  contacts: deriveContacts,
  bookings: deriveBookings,
  calls: deriveCalls,
};

/** The version to add rows with. Without full-text search nothing is computed, and rows wait for a server that has it. */
export const versionToAdd = (tx: Db, kind: NumberedKind): number => (wordIndexOf(tx) ? DERIVED_VERSION[kind] : 0);

/** Stores what is computed from rows of a kind that were added with the current version. */
export async function deriveAdded<K extends NumberedKind>(
  tx: Db,
  kind: K,
  rows: readonly Unnumbered<Schema[K]>[],
): Promise<void> {
  if (rows.length > 0 && wordIndexOf(tx)) await DERIVE[kind](tx, rows);
}

/** Stores what is computed from a row that was changed: the change has left it underived. */
export async function deriveChanged<K extends NumberedKind>(
  tx: Db,
  kind: K,
  row: Unnumbered<Schema[K]>,
): Promise<void> {
  if (!wordIndexOf(tx)) return;
  await DERIVE[kind](tx, [row]);
  const version = sql.lit(DERIVED_VERSION[kind]);
  send(tx, sql`update ${sql.table(kind)} set derived_version = ${version} where id = ${row.id}`);
}

/**
 * Computes for at most `limit` rows of a kind, of any team, what is missing or outdated. Returns how many rows there were.
 * The update locks them before it reads them, so that what is computed is of their last state.
 */
export async function deriveMissing<K extends NumberedKind>(tx: Db, kind: K, limit: number): Promise<number> {
  const table = sql.table(kind);
  const version = sql.lit(DERIVED_VERSION[kind]);
  const { rows } = await sql<Schema[K]>`update ${table} set derived_version = ${version}
    where derived_version < ${version} and id in (
      select id from ${table} where derived_version < ${version} order by team_id, id limit ${limit}
    )
    returning *`.execute(tx);
  await deriveAdded(tx, kind, rows);
  return rows.length;
}

/** Stores the sequences of at most `limit` derived calls, of any team, that do not have them. Locks as `deriveMissing`. */
export async function storeMissingSequences(tx: Db, limit: number): Promise<void> {
  const [derived, sequenced] = [sql.lit(DERIVED_VERSION.calls), sql.lit(SEQUENCED_VERSION)];
  const { rows } = await sql<CallRow>`update calls set derived_version = ${sequenced}
    where derived_version = ${derived} and id in (
      select id from calls where derived_version < ${sequenced} and derived_version = ${derived}
      order by team_id, id limit ${limit}
    )
    returning *`.execute(tx);
  storeCallSequences(tx, rows);
}

/** True if a row of a kind, of any team, has a lower version: one of `versions.ts`, as a literal as in its index. */
export async function hasUnderived(db: Db, kind: NumberedKind, version: number): Promise<boolean> {
  const { rows } =
    await sql`select id from ${sql.table(kind)} where derived_version < ${sql.lit(version)} limit 1`.execute(db);
  return rows.length > 0;
}
