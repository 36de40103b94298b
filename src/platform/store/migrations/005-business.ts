import type { Engine } from '../engine.ts';
import type { Db } from '../schema.ts';

/** The id of the demo business, which older versions did not mark. */
const DEMO_TEAM = 'team_brindlebrook';

/**
 * The rules of a business, and the time that a booking takes from a person, buffers included. Never change a released
 * migration: add another one.
 */
export async function business(tx: Db, engine: Engine): Promise<void> {
  await extendTeams(tx);
  await extendStaff(tx);
  await extendServices(tx);
  await extendBookings(tx);
  await engine.dropOverlapConstraint(tx);
  await engine.addOverlapConstraint(tx, 'busy_start', 'busy_end');
}

async function extendTeams(tx: Db): Promise<void> {
  await addColumn(tx, 'teams', 'settings_json', 'text', '{}');
  await addColumn(tx, 'teams', 'revision', 'integer', 1);
  await addColumn(tx, 'teams', 'is_demo', 'integer', 0);
  await tx.schema.alterTable('teams').addColumn('demo_as_of', 'bigint').execute();
  await tx
    .updateTable('teams')
    .set((eb) => ({ is_demo: 1, demo_as_of: eb.ref('created_at') }))
    .where('id', '=', DEMO_TEAM)
    .execute();
}

async function extendStaff(tx: Db): Promise<void> {
  await addColumn(tx, 'staff', 'settings_json', 'text', '{}');
  await addColumn(tx, 'staff', 'active', 'integer', 1);
  await tx.schema.alterTable('staff').addColumn('archived_at', 'bigint').execute();
  await tx.schema.alterTable('staff').addColumn('calendar_url', 'text').execute();
}

async function extendServices(tx: Db): Promise<void> {
  await addColumn(tx, 'services', 'settings_json', 'text', '{}');
  await addColumn(tx, 'services', 'active', 'integer', 1);
  await tx.schema.alterTable('services').addColumn('archived_at', 'bigint').execute();
}

async function extendBookings(tx: Db): Promise<void> {
  await addColumn(tx, 'bookings', 'busy_start', 'bigint', 0);
  await addColumn(tx, 'bookings', 'busy_end', 'bigint', 0);
  await addColumn(tx, 'bookings', 'overrides_json', 'text', '[]');
  await tx
    .updateTable('bookings')
    .set((eb) => ({ busy_start: eb.ref('start_time'), busy_end: eb.ref('end_time') }))
    .execute();
  await tx.schema.dropIndex('bookings_by_staff_id_status_start_time_end_time').execute();
  for (const columns of [
    ['staff_id', 'status', 'busy_start', 'busy_end'],
    ['team_id', 'start_time'],
    ['contact_id', 'start_time'],
  ]) {
    await tx.schema
      .createIndex(`bookings_by_${columns.join('_')}`)
      .on('bookings')
      .columns(columns)
      .execute();
  }
}

async function addColumn(
  tx: Db,
  table: string,
  name: string,
  type: 'text' | 'integer' | 'bigint',
  value: string | number,
): Promise<void> {
  await tx.schema
    .alterTable(table)
    .addColumn(name, type, (column) => column.notNull().defaultTo(value))
    .execute();
}
