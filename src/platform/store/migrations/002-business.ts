import type { Db } from '../schema/schema.ts';
import { createIndex } from './create-index.ts';

/** Services, the people who provide them, the busy times of their private calendars, and calendar feeds of their bookings. */
export async function business(tx: Db): Promise<void> {
  await createStaff(tx);
  await createServices(tx);
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
  await createIndex(tx, 'calendar_feeds', 'team_id', 'created_at', 'id');
}

async function createStaff(tx: Db): Promise<void> {
  await tx.schema
    .createTable('staff')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('settings_json', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('active', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('archived_at', 'bigint')
    .addColumn('calendar_url', 'text')
    .execute();
}

async function createServices(tx: Db): Promise<void> {
  await tx.schema
    .createTable('services')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('duration_minutes', 'integer', (column) => column.notNull())
    .addColumn('price_cents', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('settings_json', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('active', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('archived_at', 'bigint')
    .execute();
  await createIndex(tx, 'services', 'team_id', 'name', 'id');
  await tx.schema
    .createTable('service_staff')
    .addColumn('service_id', 'text', (column) => column.notNull().references('services.id'))
    .addColumn('staff_id', 'text', (column) => column.notNull().references('staff.id'))
    .addPrimaryKeyConstraint('service_staff_pk', ['service_id', 'staff_id'])
    .execute();
  await createIndex(tx, 'service_staff', 'staff_id');
}
