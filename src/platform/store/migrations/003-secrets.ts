import type { Db } from '../schema.ts';

/** Secrets that all processes on this database share. Never change a released migration: add another one. */
export async function secrets(tx: Db): Promise<void> {
  await tx.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}
