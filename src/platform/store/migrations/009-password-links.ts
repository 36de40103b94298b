import type { Db } from '../schema/schema.ts';

/** Links by which users set their passwords: one a user, of which only a hash is stored. */
export async function passwordLinks(tx: Db): Promise<void> {
  await tx.schema
    .createTable('password_links')
    .addColumn('user_id', 'text', (column) => column.primaryKey().notNull().references('users.id'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}
