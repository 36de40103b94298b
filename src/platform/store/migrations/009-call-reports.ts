import type { Db } from '../schema.ts';

/**
 * Sources of calls, their reports, and the bookings that were made during calls. Never change a released migration: add
 * another one.
 */
export async function callReports(tx: Db): Promise<void> {
  await tx.schema
    .createTable('call_sources')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('vendor', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('secrets_json', 'text', (column) => column.notNull())
    .addColumn('credential', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('removed_at', 'bigint')
    .addColumn('last_report_at', 'bigint')
    .execute();
  await tx.schema
    .createIndex('call_sources_by_team_id_created_at_id')
    .on('call_sources')
    .columns(['team_id', 'created_at', 'id'])
    .execute();
  await tx.schema
    .createTable('call_reports')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('source_id', 'text', (column) => column.notNull().references('call_sources.id'))
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('digest', 'text', (column) => column.notNull())
    .addUniqueConstraint('call_reports_by_content', ['source_id', 'digest'])
    .addColumn('event', 'text')
    .addColumn('call_reference', 'text')
    .addColumn('call_id', 'text', (column) => column.references('calls.id'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('leased_by', 'text')
    .addColumn('leased_until', 'bigint', (column) => column.notNull())
    .addColumn('fetched_json', 'text')
    // The last column, so that searches do not have to read past it.
    .addColumn('body', 'text')
    .execute();
  for (const columns of [
    ['source_id', 'received_at', 'id'],
    ['team_id', 'received_at', 'id'],
    // With the order of the reports of one call: it would otherwise be searched among all those of its source.
    ['source_id', 'call_reference', 'received_at', 'id'],
    ['team_id', 'call_reference', 'received_at', 'id'],
    ['source_id', 'status'],
    ['status', 'next_at', 'id'],
    ['call_id'],
    ['received_at'],
  ] as const) {
    await tx.schema
      .createIndex(`call_reports_by_${columns.join('_')}`)
      .on('call_reports')
      .columns([...columns])
      .execute();
  }
  await tx.schema
    .createTable('call_source_refusals')
    .addColumn('source_id', 'text', (column) => column.notNull().references('call_sources.id').onDelete('cascade'))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('call_source_refusals_pk', ['source_id', 'reason'])
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .execute();
  await tx.schema
    .createTable('booking_calls')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('call_reference', 'text', (column) => column.notNull())
    .addColumn('booking_id', 'text', (column) => column.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await tx.schema
    .createIndex('booking_calls_by_team_id_call_reference_at_id')
    .on('booking_calls')
    .columns(['team_id', 'call_reference', 'at', 'id'])
    .execute();
  await tx.schema
    .createIndex('booking_calls_by_booking_id_at')
    .on('booking_calls')
    .columns(['booking_id', 'at'])
    .execute();
  await tx.schema.alterTable('bookings').addColumn('call_reference', 'text').execute();
  const calls = tx.schema.alterTable('calls');
  await calls.addColumn('source_id', 'text', (column) => column.references('call_sources.id')).execute();
  await calls.addColumn('call_reference', 'text').execute();
  await calls.addColumn('business_phone', 'text').execute();
  await calls.addColumn('recording_url', 'text').execute();
  await calls.addColumn('fields_json', 'text').execute();
  await calls.addColumn('tools_json', 'text').execute();
  // Both are null in calls without a source, and nulls do not conflict.
  await tx.schema
    .createIndex('calls_by_source_id_call_reference')
    .unique()
    .on('calls')
    .columns(['source_id', 'call_reference'])
    .execute();
  await tx.schema
    .createIndex('calls_by_team_id_call_reference')
    .on('calls')
    .columns(['team_id', 'call_reference'])
    .execute();
}
