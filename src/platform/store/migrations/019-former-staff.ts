import type { Db } from '../schema.ts';

/**
 * Deletes what no one needs of people who have left: the addresses of their private calendars, and their calendar feeds, which
 * would be readable again once another person gets the id. Never change a released migration: add another one.
 */
export async function formerStaff(tx: Db): Promise<void> {
  const former = tx.selectFrom('staff').select('id').where('archived_at', 'is not', null);
  await tx.deleteFrom('calendar_feeds').where('staff_id', 'in', former).execute();
  await tx.updateTable('staff').set({ calendar_url: null }).where('archived_at', 'is not', null).execute();
}
