import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Db } from '../schema.ts';

/** All tables except those of webhook deliveries. Never change a released migration: add another one. */
export async function foundation(tx: Db, engine: Engine): Promise<void> {
  await createPeople(tx);
  await createServices(tx);
  await createRecords(tx);
  await engine.addOverlapConstraint(tx, 'start_time', 'end_time');
  await createIndexes(tx);
}

const schema = (tx: Db, table: string) => tx.schema.createTable(table);

async function createPeople(tx: Db): Promise<void> {
  await schema(tx, 'teams')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('default_country', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema(tx, 'users')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema(tx, 'memberships')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('memberships_pk', ['user_id', 'team_id'])
    .execute();
  await schema(tx, 'sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema(tx, 'api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('scopes_json', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .execute();
}

async function createServices(tx: Db): Promise<void> {
  await schema(tx, 'staff')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .execute();
  await schema(tx, 'services')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('duration_minutes', 'integer', (column) => column.notNull())
    .addColumn('price_cents', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .execute();
  await schema(tx, 'service_staff')
    .addColumn('service_id', 'text', (column) => column.notNull().references('services.id'))
    .addColumn('staff_id', 'text', (column) => column.notNull().references('staff.id'))
    .addPrimaryKeyConstraint('service_staff_pk', ['service_id', 'staff_id'])
    .execute();
}

async function createRecords(tx: Db): Promise<void> {
  await schema(tx, 'totals')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('totals_pk', ['team_id', 'kind'])
    .execute();
  await schema(tx, 'contacts')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addUniqueConstraint('contacts_by_position', ['team_id', 'position'])
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('email_key', 'text')
    .addColumn('phone', 'text')
    .addColumn('additional_json', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema(tx, 'bookings')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addUniqueConstraint('bookings_by_position', ['team_id', 'position'])
    .addColumn('service_id', 'text', (column) => column.notNull().references('services.id'))
    .addColumn('staff_id', 'text', (column) => column.notNull().references('staff.id'))
    .addColumn('contact_id', 'text', (column) => column.notNull().references('contacts.id'))
    .addColumn('contact_name', 'text', (column) => column.notNull())
    .addColumn('contact_email', 'text')
    .addColumn('contact_phone', 'text')
    .addColumn('start_time', 'bigint', (column) => column.notNull())
    .addColumn('end_time', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('cancelled_at', 'bigint')
    .addCheckConstraint('bookings_end_after_start', sql`end_time > start_time`)
    .addCheckConstraint('bookings_status', sql`status in ('confirmed', 'cancelled')`)
    .execute();
  await schema(tx, 'calls')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addUniqueConstraint('calls_by_position', ['team_id', 'position'])
    .addColumn('direction', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('phone', 'text')
    .addColumn('contact_id', 'text', (column) => column.references('contacts.id'))
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint', (column) => column.notNull())
    .addColumn('duration_seconds', 'double precision', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('booking_id', 'text', (column) => column.references('bookings.id'))
    .addColumn('summary', 'text')
    // The last column, so that lists do not have to read past it.
    .addColumn('transcript_json', 'text', (column) => column.notNull())
    .execute();
  await schema(tx, 'webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events_json', 'text', (column) => column.notNull())
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** Indexes for the queries that use no primary or unique key. */
const INDEXES = [
  ['memberships', 'team_id', 'role', 'user_id'],
  ['sessions', 'expires_at'],
  ['sessions', 'user_id'],
  ['api_keys', 'team_id', 'created_at', 'id'],
  ['teams', 'created_at', 'id'],
  ['services', 'team_id', 'name', 'id'],
  ['service_staff', 'staff_id'],
  ['contacts', 'team_id', 'email_key', 'position'],
  ['contacts', 'team_id', 'phone', 'position'],
  ['bookings', 'staff_id', 'status', 'start_time', 'end_time'],
  ['webhooks', 'team_id', 'created_at', 'id'],
] as const;

async function createIndexes(tx: Db): Promise<void> {
  for (const [table, ...columns] of INDEXES) {
    await tx.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns([...columns])
      .execute();
  }
}
