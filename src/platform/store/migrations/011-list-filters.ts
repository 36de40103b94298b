import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Db } from '../schema.ts';

/** Indexes in the order of filtered lists: the values of a filter, the sort key, and the id for records of one key. */
const INDEXES = [
  ['contacts', 'team_id', 'name_key', 'id'],
  ['bookings', 'team_id', 'start_time', 'id'],
  ['bookings', 'contact_id', 'start_time', 'id'],
  ['bookings', 'team_id', 'service_id', 'start_time', 'id'],
  ['bookings', 'team_id', 'staff_id', 'start_time', 'id'],
  ['bookings', 'team_id', 'status', 'start_time', 'id'],
  ['calls', 'contact_id', 'started_at', 'id'],
  ['calls', 'team_id', 'direction', 'started_at', 'id'],
  ['calls', 'team_id', 'status', 'started_at', 'id'],
  ['calls', 'team_id', 'outcome', 'started_at', 'id'],
  ['calls', 'team_id', 'language', 'started_at', 'id'],
] as const;

/** What filters of calls read besides the sort key: with it in the index, no call is read that does not match. */
const CALL_FILTERS = ['direction', 'status', 'outcome', 'language', 'contact_id'] as const;

/** Indexes that have others as their beginning, or are replaced by them. */
const REPLACED = ['bookings_by_team_id_start_time_position', 'bookings_by_contact_id_start_time'];

/** Columns that are computed from others: rows of earlier versions get them later. */
const KEYS = [
  ['contacts', 'name_key'],
  ['contacts', 'phone_key'],
  ['bookings', 'contact_phone_key'],
  ['bookings', 'contact_email_key'],
  ['bookings', 'contact_name_key'],
  ['calls', 'phone_key'],
] as const;

/** Indexes of records that have a key. */
const KEY_INDEXES = [
  ['contacts', 'phone_key', 'name_key'],
  ['contacts', 'email_key', 'name_key'],
  ['bookings', 'contact_phone_key', 'start_time'],
  ['bookings', 'contact_email_key', 'start_time'],
  ['bookings', 'contact_name_key', 'start_time'],
  ['calls', 'phone_key', 'started_at'],
] as const;

/**
 * What filters compare, and indexes for filtered lists. Never change a released migration: add another one.
 */
export async function listFilters(tx: Db, _engine: Engine): Promise<void> {
  for (const [table, column] of KEYS) await tx.schema.alterTable(table).addColumn(column, 'text').execute();
  for (const [table, key, order] of KEY_INDEXES) {
    await tx.schema
      .createIndex(`${table}_by_team_id_${key}_${order}_id`)
      .on(table)
      .columns(['team_id', key, order, 'id'])
      .where(sql.ref(key), 'is not', null)
      .execute();
  }
  for (const [table, ...columns] of INDEXES) {
    await tx.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns([...columns])
      .execute();
  }
  await tx.schema
    .createIndex('calls_in_order_of_time')
    .on('calls')
    .columns(['team_id', 'started_at', 'id', 'duration_seconds', ...CALL_FILTERS])
    .execute();
  await tx.schema
    .createIndex('calls_in_order_of_duration')
    .on('calls')
    .columns(['team_id', 'duration_seconds', 'id', 'started_at', ...CALL_FILTERS])
    .execute();
  for (const index of REPLACED) await tx.schema.dropIndex(index).execute();
  // As sort keys, lengths have three decimals.
  await sql`update calls set duration_seconds = round(cast(duration_seconds as numeric), 3)
    where duration_seconds <> round(cast(duration_seconds as numeric), 3)`.execute(tx);
}
