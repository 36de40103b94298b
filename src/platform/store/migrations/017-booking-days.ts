import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Db } from '../schema.ts';

/** The UTC day of a start, rounded down, in days since 1970-01-01. */
const dayOf = (start: string) => `(${start} - ((${start} % 86400000) + 86400000) % 86400000) / 86400000`;

/** Columns of bookings that summaries and visits depend on. */
const COLUMNS = ['team_id', 'contact_id', 'start_time', 'service_id', 'staff_id', 'status'];

/**
 * Bookings in the form in which summaries read them, and what the background work has to store of them: at first, everything.
 * Never change a released migration: add another one.
 */
export async function bookingDays(tx: Db, engine: Engine): Promise<void> {
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
    of: COLUMNS,
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
  // Each day once, and each contact once: not all bookings.
  const day = (start: string) => sql.raw(dayOf(start));
  await sql`insert into changed_bookings (team_id, day, contact_id)
    select distinct team_id, ${day('start_time')}, '' from bookings
    union select team_id, ${day('min(start_time)')}, contact_id from bookings group by team_id, contact_id`.execute(tx);
}
