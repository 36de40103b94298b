import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Bookings of a person by the time at which they were made. */
const BOOKING_INDEXES = [
  ['contact_id', 'created_at', 'id'],
  ['team_id', 'contact_phone', 'created_at', 'id'],
] as const;

/**
 * What was promised in calls, and the calls that keep promises. Never change a released migration: add another one.
 */
export async function promises(tx: Db): Promise<void> {
  await tx.schema
    .createTable('promises')
    .addColumn('call_id', 'text', (column) => column.notNull().references('calls.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('promises_pk', ['call_id', 'kind'])
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('contact_id', 'text')
    .addColumn('phone', 'text')
    .addColumn('booking_id', 'text')
    .addColumn('candidates_json', 'text', (column) => column.notNull())
    .execute();
  // With the kind as its last column: SQLite would use it instead of the next one, which is as long and has more conditions.
  await sql`create index promises_latest_first on promises (team_id, started_at desc, call_id, kind)`.execute(tx);
  await sql`create index promises_of_kind_latest_first on promises (team_id, kind, started_at desc, call_id)`.execute(
    tx,
  );
  await tx.schema
    .createTable('follow_up_calls')
    .addColumn('call_id', 'text', (column) => column.primaryKey().notNull().references('calls.id').onDelete('cascade'))
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('contact_id', 'text')
    .addColumn('phone', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await tx.schema
    .createIndex('follow_up_calls_by_contact_id_type_at_call_id')
    .on('follow_up_calls')
    .columns(['contact_id', 'type', 'at', 'call_id'])
    .execute();
  await tx.schema
    .createIndex('follow_up_calls_by_team_id_phone_type_at_call_id')
    .on('follow_up_calls')
    .columns(['team_id', 'phone', 'type', 'at', 'call_id'])
    .execute();
  await tx.schema
    .createIndex('follow_up_calls_without_contact')
    .on('follow_up_calls')
    .columns(['team_id', 'phone', 'type', 'at', 'call_id'])
    .where(sql<boolean>`contact_id is null`)
    .execute();
  await tx.schema
    .createTable('long_transcripts')
    .addColumn('call_id', 'text', (column) => column.primaryKey().notNull().references('calls.id').onDelete('cascade'))
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .execute();
  await tx.schema
    .createIndex('long_transcripts_by_team_id_started_at_call_id')
    .on('long_transcripts')
    .columns(['team_id', 'started_at', 'call_id'])
    .execute();
  for (const columns of BOOKING_INDEXES) {
    await tx.schema
      .createIndex(`bookings_by_${columns.join('_')}`)
      .on('bookings')
      .columns([...columns])
      .execute();
  }
}
