import type { Db } from '../schema/schema.ts';

/** The person of a team with whose agenda the dashboard opens for a user of that team. */
export async function personsOfUsers(tx: Db): Promise<void> {
  await tx.schema
    .alterTable('memberships')
    .addColumn('staff_id', 'text', (column) => column.references('staff.id').onDelete('set null'))
    .execute();
}
