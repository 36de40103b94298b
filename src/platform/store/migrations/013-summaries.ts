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
  for (const name of REPLACED) await tx.schema.dropIndex(name).execute();
}
