import type { Db } from '../schema.ts';

/** Creates the index `<table>_by_<columns>`. */
export async function createIndex(tx: Db, table: string, ...columns: readonly string[]): Promise<void> {
  await tx.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns([...columns])
    .execute();
}
