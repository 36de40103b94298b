import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Db } from '../schema.ts';

/** The columns that something is computed from: those of `015-listed-words`, and the last one. */
const SOURCE_COLUMNS = [
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
  'attendance',
];

/** Columns that summaries and visits depend on: those of `017-booking-days`, and the last one. */
const LOGGED_COLUMNS = ['team_id', 'contact_id', 'start_time', 'service_id', 'staff_id', 'status', 'attendance'];

/** The UTC day of a start, rounded down, in days since 1970-01-01. */
const dayOf = (start: string) => `(${start} - ((${start} % 86400000) + 86400000) % 86400000) / 86400000`;

/** What a summary reads of a booking: the index of `013-summaries` with the last column. */
const SUMMARY_COLUMNS = [
  'team_id',
  'start_time',
  'id',
  'service_id',
  'staff_id',
  'status',
  'contact_id',
  'attendance',
] as const;

/**
 * Whether the customer of a booking did not come: a column of its own, because servers of earlier versions, which continue
 * during an upgrade, and the rule against double bookings know two statuses. Never change a released migration: add another one.
 */
export async function noShows(tx: Db, engine: Engine): Promise<void> {
  await tx.schema.alterTable('bookings').addColumn('attendance', 'text').execute();
  await tx.schema
    .createIndex('bookings_by_team_id_attendance_start_time_id')
    .on('bookings')
    .columns(['team_id', 'attendance', 'start_time', 'id'])
    .where('attendance', 'is not', null)
    .execute();
  await tx.schema.dropIndex('bookings_summary').execute();
  await tx.schema
    .createIndex('bookings_summary')
    .on('bookings')
    .columns([...SUMMARY_COLUMNS])
    .execute();
  await engine.resetOnUpdate(tx, { table: 'bookings', column: 'derived_version', of: SOURCE_COLUMNS });
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
  // In the copy of another platform, a no-show was a visit until now.
  await sql`insert into changed_bookings (team_id, day, contact_id)
    select distinct team_id, ${sql.raw(dayOf('start_time'))}, contact_id from bookings
    where lower(status) like '%no%show%' on conflict do nothing`.execute(tx);
}
