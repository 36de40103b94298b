import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Db } from '../schema.ts';

/** What is computed from bookings and calls since this version: also the words of their texts in lists. */
const VERSION = 2;

/** The columns that something is computed from: those of `012-derived`, and the last ones. */
const SOURCE_COLUMNS = {
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
    'notes',
    'cancelled_at',
    'call_reference',
    'overrides_json',
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

/**
 * Words of bookings, and of calls as lists show them. Never change a released migration: add another one.
 */
export async function listedWords(tx: Db, engine: Engine): Promise<void> {
  await tx.schema.alterTable('calls').addColumn('further_text', 'text').execute();
  for (const table of ['bookings', 'calls'] as const) {
    await tx.schema.dropIndex(`${table}_underived`).execute();
    await tx.schema
      .createIndex(`${table}_underived`)
      .on(table)
      .columns(['team_id', 'id'])
      .where(sql<boolean>`derived_version < ${sql.lit(VERSION)}`)
      .execute();
    await engine.resetOnUpdate(tx, { table, column: 'derived_version', of: SOURCE_COLUMNS[table] });
  }
}
