import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

/** Creates the index `<table>_by_<columns>`. */
export async function createIndex(tx: Db, table: string, ...columns: readonly string[]): Promise<void> {
  await newIndex(tx, table, columns).execute();
}

/** Creates the index `<table>_by_<columns>` of the rows that have a value in `column`. */
export async function createIndexOfValues(
  tx: Db,
  column: string,
  table: string,
  ...columns: readonly string[]
): Promise<void> {
  await newIndex(tx, table, columns).where(sql.ref(column), 'is not', null).execute();
}

const newIndex = (tx: Db, table: string, columns: readonly string[]) =>
  tx.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns([...columns]);
