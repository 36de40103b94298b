import type { Db, Schema } from './schema/schema.ts';
import { send } from './sent.ts';

/** Rows per insert statement: SQLite allows 32,766 parameters in one, and no table has more than 30 columns. */
const CHUNK_ROWS = 1000;

export async function insertInChunks<T extends keyof Schema>(
  tx: Db,
  table: T,
  rows: readonly Schema[T][],
): Promise<void> {
  for (const statement of insertsOf(tx, table, rows)) await statement.execute();
}

/** The same without waiting for the answers. */
export function sendInChunks<T extends keyof Schema>(tx: Db, table: T, rows: readonly Schema[T][]): void {
  for (const statement of insertsOf(tx, table, rows)) send(tx, statement);
}

function* insertsOf<T extends keyof Schema>(tx: Db, table: T, rows: readonly Schema[T][]) {
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    const chunk = rows.slice(start, start + CHUNK_ROWS);
    // Kysely cannot infer the row type of a table that is a type parameter.
    yield tx.insertInto<keyof Schema>(table).values(chunk as never);
  }
}
