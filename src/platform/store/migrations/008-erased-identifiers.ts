import type { Db } from '../schema/schema.ts';

/** By what an import recognises erased customers in files from before the erasure. */
export async function erasedIdentifiers(tx: Db): Promise<void> {
  await tx.schema
    .createTable('erased_identifiers')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('erased_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('erased_identifiers_pk', ['team_id', 'digest'])
    .execute();
}
