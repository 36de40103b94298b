import type { Db } from '../schema/schema.ts';

/** Whether a call may promise one thing several times. Calls of before may, until they are computed again. */
export async function severalPromises(tx: Db): Promise<void> {
  await tx.schema
    .alterTable('promises')
    .addColumn('may_be_several', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
}
