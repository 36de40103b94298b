import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Db } from '../schema/schema.ts';

/** The columns that something is computed from; not the position, which imports change for all rows. */
const SOURCE_COLUMNS = {
  contacts: ['name', 'email', 'phone', 'additional_json'],
  bookings: [
    'service_id',
    'staff_id',
    'contact_id',
    'contact_name',
    'contact_email',
    'contact_phone',
    'start_time',
    'end_time',
    'status',
    'attendance',
    'notes',
    'overrides_json',
    'cancelled_at',
    'call_reference',
  ],
  calls: [
    'direction',
    'status',
    'phone',
    'contact_id',
    'started_at',
    'ended_at',
    'duration_seconds',
    'outcome',
    'language',
    'booking_id',
    'summary',
    'transcript_json',
    'fields_json',
    'tools_json',
    'call_reference',
    'further_text',
  ],
} as const;

/** The first version of `DERIVED_VERSION`: rows below it are those of `<table>_underived`. A higher version needs another index. */
const FIRST_VERSION = 2;

/** Columns of bookings that summaries and visits depend on. */
const LOGGED_COLUMNS = ['team_id', 'contact_id', 'start_time', 'service_id', 'staff_id', 'status', 'attendance'];

/** The UTC day of a start, rounded down, in days since 1970-01-01. */
const dayOf = (start: string) => `(${start} - ((${start} % 86400000) + 86400000) % 86400000) / 86400000`;

/**
 * What the background work computes from records (src/platform/derived). The version of what was computed from a row is reset by
 * every statement that changes the row, of any program: what the statement did not compute with it, the background work does.
 */
export async function derived(tx: Db, engine: Engine): Promise<void> {
  for (const table of ['contacts', 'bookings', 'calls'] as const) {
    await tx.schema
      .createIndex(`${table}_underived`)
      .on(table)
      .columns(['team_id', 'id'])
      .where(sql<boolean>`derived_version < ${sql.lit(FIRST_VERSION)}`)
      .execute();
    await engine.resetOnUpdate(tx, { table, column: 'derived_version', of: SOURCE_COLUMNS[table] });
  }
  await engine.addWords(tx);
  await createBookingDays(tx, engine);
}

/** Bookings in the form in which summaries read them, and which of them the background work has to store. */
async function createBookingDays(tx: Db, engine: Engine): Promise<void> {
  await tx.schema
    .createTable('booking_days')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('values_json', 'text', (column) => column.notNull())
    .addColumn('columns', 'text')
    .addPrimaryKeyConstraint('booking_days_pk', ['team_id', 'day'])
    .execute();
  await tx.schema
    .createTable('customers')
    .addColumn('number', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('contact_id', 'text', (column) => column.notNull())
    .addColumn('last_start', 'bigint')
    .execute();
  // One index begins with the team: PostgreSQL, before it has statistics, takes the wrong one of two.
  await tx.schema
    .createIndex('customers_by_contact_id')
    .on('customers')
    .columns(['team_id', 'contact_id', 'last_start'])
    .execute();
  await engine.logChanges(tx, {
    table: 'bookings',
    of: LOGGED_COLUMNS,
    log: 'changed_bookings',
    columns: [
      { name: 'team_id', type: 'text', value: (row) => `${row}.team_id` },
      { name: 'day', type: 'integer', value: (row) => dayOf(`${row}.start_time`) },
      { name: 'contact_id', type: 'text', value: (row) => `${row}.contact_id` },
    ],
  });
  await tx.schema
    .createIndex('changed_bookings_by_contact_id')
    .on('changed_bookings')
    .columns(['team_id', 'contact_id'])
    .execute();
}
