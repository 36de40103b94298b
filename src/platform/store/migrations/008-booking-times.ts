import type { Db } from '../schema.ts';

const INDEX = 'bookings_by_team_id_start_time';

/**
 * Bookings of a team by start time, those of one time by position: pages of them need a fixed order. Never change a released
 * migration: add another one.
 */
export async function bookingTimes(tx: Db): Promise<void> {
  await tx.schema
    .createIndex(`${INDEX}_position`)
    .on('bookings')
    .columns(['team_id', 'start_time', 'position'])
    .execute();
  await tx.schema.dropIndex(INDEX).execute();
}
