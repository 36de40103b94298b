import type { Db } from '../schema.ts';

/** Busy times of the private calendars of staff members. Never change a released migration: add another one. */
export async function calendars(tx: Db): Promise<void> {
  await tx.schema
    .createTable('staff_calendars')
    .addColumn('staff_id', 'text', (column) => column.primaryKey().notNull().references('staff.id').onDelete('cascade'))
    .addColumn('source_digest', 'text', (column) => column.notNull())
    .addColumn('fetched_at', 'bigint')
    .addColumn('parsed_at', 'bigint')
    .addColumn('attempted_at', 'bigint')
    .addColumn('error', 'text')
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('leased_by', 'text')
    .addColumn('leased_until', 'bigint', (column) => column.notNull())
    // The last column, so that the search for due calendars does not have to read past it.
    .addColumn('busy_json', 'text')
    .execute();
}
