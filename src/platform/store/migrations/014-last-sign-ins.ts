import type { Db } from '../schema/schema.ts';

/** When a user signed in last, also after the session has ended; null if it was before this migration, or never. */
export async function lastSignIns(tx: Db): Promise<void> {
  await tx.schema.alterTable('users').addColumn('last_sign_in_at', 'bigint').execute();
}
