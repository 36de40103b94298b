import type { Db } from '../schema.ts';

/**
 * Calendar feeds, and how often each booking was changed, which calendars compare. Never change a released migration: add
 * another one.
 */
export async function calendarFeeds(tx: Db): Promise<void> {
  await tx.schema
    .createTable('calendar_feeds')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('staff_id', 'text', (column) => column.references('staff.id').onDelete('cascade'))
    .addColumn('masked', 'integer', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('renewed_at', 'bigint')
    .addColumn('last_fetched_at', 'bigint')
    .addColumn('last_fetched_by', 'text')
    .execute();
  await tx.schema
    .createIndex('calendar_feeds_by_team_id_created_at_id')
    .on('calendar_feeds')
    .columns(['team_id', 'created_at', 'id'])
    .execute();
  // Servers of earlier versions write the value back that they have read.
  await tx.schema
    .alterTable('bookings')
    .addColumn('sequence', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
