import type { Db } from '../schema.ts';

/** What a summary reads of a record besides its start, in one index: no record itself is read. */
const BOOKINGS = ['team_id', 'start_time', 'id', 'service_id', 'staff_id', 'status', 'contact_id'] as const;
const CALLS = [
  'team_id',
  'started_at',
  'id',
  'duration_seconds',
  'direction',
  'status',
  'outcome',
  'language',
  'contact_id',
  'phone',
] as const;

/** Indexes that have these as their beginning. */
const REPLACED = ['bookings_by_team_id_start_time_id', 'calls_in_order_of_time'];

/** Indexes that answer whether a record has a value, and which values there are. */
const VALUES = [
  ['bookings', 'team_id', 'service_id', 'start_time', 'id'],
  ['bookings', 'team_id', 'staff_id', 'start_time', 'id'],
  ['bookings', 'team_id', 'status', 'start_time', 'id'],
  ['calls', 'team_id', 'direction', 'started_at', 'id'],
  ['calls', 'team_id', 'status', 'started_at', 'id'],
  ['calls', 'team_id', 'outcome', 'started_at', 'id'],
] as const;

/** Indexes for numbers of bookings and calls. Never change a released migration: add another one. */
export async function summaries(tx: Db): Promise<void> {
  await tx.schema
    .createIndex('bookings_summary')
    .on('bookings')
    .columns([...BOOKINGS])
    .execute();
  await tx.schema
    .createIndex('calls_summary')
    .on('calls')
    .columns([...CALLS])
    .execute();
  for (const name of REPLACED) await tx.schema.dropIndex(name).ifExists().execute();
  for (const [table, ...columns] of VALUES) {
    await tx.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .ifNotExists()
      .on(table)
      .columns([...columns])
      .execute();
  }
}
