import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Db } from '../schema/schema.ts';
import { createIndex, createIndexOfValues } from './create-index.ts';

/** Indexes of contacts and bookings that use no primary or unique key. */
const INDEXES = [
  ['contacts', 'team_id', 'email_key', 'position'],
  ['contacts', 'team_id', 'phone', 'position'],
  ['contacts', 'team_id', 'name_key', 'id'],
  ['other_details', 'contact_id'],
  // What a person does at a time.
  ['bookings', 'staff_id', 'status', 'busy_start', 'busy_end'],
  // In the order of filtered lists: the values of a filter, the sort key, and the id for records of one key.
  ['bookings', 'contact_id', 'start_time', 'id'],
  ['bookings', 'team_id', 'status', 'start_time', 'id'],
  // With what other filters read: no booking is read that does not match.
  ['bookings', 'team_id', 'service_id', 'start_time', 'id', 'status'],
  ['bookings', 'team_id', 'staff_id', 'start_time', 'id', 'service_id', 'status'],
  // Bookings of a person by the time at which they were made.
  ['bookings', 'contact_id', 'created_at', 'id'],
  ['bookings', 'team_id', 'contact_phone', 'created_at', 'id'],
] as const;

/** Indexes of records that have a value in their second column. */
const INDEXES_OF_VALUES = [
  ['contacts', 'team_id', 'phone_key', 'name_key', 'id'],
  ['contacts', 'team_id', 'email_key', 'name_key', 'id'],
  ['bookings', 'team_id', 'contact_phone_key', 'start_time', 'id'],
  ['bookings', 'team_id', 'contact_email_key', 'start_time', 'id'],
  ['bookings', 'team_id', 'contact_name_key', 'start_time', 'id'],
  ['bookings', 'team_id', 'attendance', 'start_time', 'id'],
] as const;

/**
 * Contacts, bookings, and how many records a team has of each kind. Names that end in `_key` are what filters compare,
 * `derived_version` is that of what the background work computed of the row.
 */
export async function records(tx: Db, engine: Engine): Promise<void> {
  await tx.schema
    .createTable('totals')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('totals_pk', ['team_id', 'kind'])
    .execute();
  await createContacts(tx);
  await createOtherDetails(tx);
  await createBookings(tx);
  await engine.addOverlapConstraint(tx);
  for (const [table, ...columns] of INDEXES) await createIndex(tx, table, ...columns);
  for (const [table, ...columns] of INDEXES_OF_VALUES) await createIndexOfValues(tx, columns[1], table, ...columns);
  // What a summary reads of a booking, in one index: no booking itself is read.
  await tx.schema
    .createIndex('bookings_summary')
    .on('bookings')
    .columns(['team_id', 'start_time', 'id', 'service_id', 'staff_id', 'status', 'contact_id', 'attendance'])
    .execute();
}

async function createContacts(tx: Db): Promise<void> {
  await tx.schema
    .createTable('contacts')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addUniqueConstraint('contacts_by_position', ['team_id', 'position'])
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text')
    .addColumn('email', 'text')
    .addColumn('email_key', 'text')
    .addColumn('phone', 'text')
    .addColumn('phone_key', 'text')
    .addColumn('additional_json', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('derived_version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** The numbers and addresses in further fields of contacts. */
async function createOtherDetails(tx: Db): Promise<void> {
  await tx.schema
    .createTable('other_details')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('contact_id', 'text', (column) => column.notNull().references('contacts.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('other_details_pk', ['team_id', 'value', 'contact_id'])
    .execute();
}

async function createBookings(tx: Db): Promise<void> {
  await tx.schema
    .createTable('bookings')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addUniqueConstraint('bookings_by_position', ['team_id', 'position'])
    .addColumn('service_id', 'text', (column) => column.notNull().references('services.id'))
    .addColumn('staff_id', 'text', (column) => column.notNull().references('staff.id'))
    .addColumn('contact_id', 'text', (column) => column.notNull().references('contacts.id'))
    .addColumn('contact_name', 'text', (column) => column.notNull())
    .addColumn('contact_name_key', 'text')
    .addColumn('contact_email', 'text')
    .addColumn('contact_email_key', 'text')
    .addColumn('contact_phone', 'text')
    .addColumn('contact_phone_key', 'text')
    .addColumn('start_time', 'bigint', (column) => column.notNull())
    .addColumn('end_time', 'bigint', (column) => column.notNull())
    // The time that it takes from a person: with the buffers of its service.
    .addColumn('busy_start', 'bigint', (column) => column.notNull())
    .addColumn('busy_end', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    // Whether the customer came. Not a status, because a time that the customer missed is not free either.
    .addColumn('attendance', 'text')
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('overrides_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('call_reference', 'text')
    // How often it was changed, which calendars compare.
    .addColumn('sequence', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('cancelled_at', 'bigint')
    .addColumn('derived_version', 'integer', (column) => column.notNull().defaultTo(0))
    .addCheckConstraint('bookings_end_after_start', sql`end_time > start_time`)
    .addCheckConstraint('bookings_status', sql`status in ('confirmed', 'cancelled')`)
    .execute();
}
