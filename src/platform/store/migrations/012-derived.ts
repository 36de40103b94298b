import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Db } from '../schema.ts';

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
    'notes',
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
  ],
} as const;

/** Only older rows are underived, so the index is empty soon. A higher version needs another index. */
const FIRST_VERSION = 1;

/**
 * The version of what was computed from a row (src/platform/derived). A server that knows nothing of it, and a statement that
 * changes a row without it, leave the row underived. Never change a released migration: add another one.
 */
export async function derived(tx: Db, engine: Engine): Promise<void> {
  for (const table of ['contacts', 'bookings', 'calls'] as const) {
    await tx.schema
      .alterTable(table)
      .addColumn('derived_version', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await tx.schema
      .createIndex(`${table}_underived`)
      .on(table)
      .columns(['team_id', 'id'])
      .where(sql<boolean>`derived_version < ${sql.lit(FIRST_VERSION)}`)
      .execute();
    await engine.resetOnUpdate(tx, { table, column: 'derived_version', of: SOURCE_COLUMNS[table] });
  }
  await engine.addWords(tx);
}
