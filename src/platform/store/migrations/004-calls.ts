import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';
import { createIndex, createIndexOfValues } from './create-index.ts';

/** What filters of calls read besides the sort key: with it in the index, no call is read that does not match. */
const CALL_FILTERS = ['direction', 'status', 'outcome', 'language', 'contact_id'] as const;

/** Indexes of calls in the order of filtered lists: the values of a filter, the sort key, and the id for calls of one key. */
const CALL_INDEXES = [
  ['contact_id', 'started_at', 'id'],
  ['team_id', 'direction', 'started_at', 'id'],
  ['team_id', 'status', 'started_at', 'id'],
  ['team_id', 'outcome', 'started_at', 'id'],
  ['team_id', 'language', 'started_at', 'id'],
  ['team_id', 'call_reference'],
] as const;

/** Calls, the sources that report them, the bookings that were made during calls, and what was promised in calls. */
export async function calls(tx: Db): Promise<void> {
  await createSources(tx);
  await createCalls(tx);
  await createReports(tx);
  await createBookingCalls(tx);
  await createPromises(tx);
  await createFollowUpCalls(tx);
}

async function createSources(tx: Db): Promise<void> {
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
  await createIndex(tx, 'call_sources', 'team_id', 'created_at', 'id');
  await tx.schema
    .createTable('call_source_refusals')
    .addColumn('source_id', 'text', (column) => column.notNull().references('call_sources.id').onDelete('cascade'))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('call_source_refusals_pk', ['source_id', 'reason'])
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createCalls(tx: Db): Promise<void> {
  await tx.schema
    .createTable('calls')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addUniqueConstraint('calls_by_position', ['team_id', 'position'])
    .addColumn('source_id', 'text', (column) => column.references('call_sources.id'))
    .addColumn('call_reference', 'text')
    .addColumn('direction', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('phone', 'text')
    .addColumn('phone_key', 'text')
    .addColumn('business_phone', 'text')
    .addColumn('contact_id', 'text', (column) => column.references('contacts.id'))
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint', (column) => column.notNull())
    .addColumn('duration_seconds', 'double precision', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('booking_id', 'text', (column) => column.references('bookings.id'))
    .addColumn('recording_url', 'text')
    // When its customer was erased, so that no later report fills it again.
    .addColumn('erased_at', 'bigint')
    // Before the long texts, so that it is found without reading them.
    .addColumn('derived_version', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('summary', 'text')
    .addColumn('fields_json', 'text')
    .addColumn('tools_json', 'text')
    .addColumn('further_text', 'text')
    // The longest one, so that lists do not have to read past it.
    .addColumn('transcript_json', 'text', (column) => column.notNull())
    .execute();
  for (const columns of CALL_INDEXES) await createIndex(tx, 'calls', ...columns);
  await createIndexOfValues(tx, 'phone_key', 'calls', 'team_id', 'phone_key', 'started_at', 'id');
  // Both are null in calls without a source, and nulls do not conflict.
  await tx.schema
    .createIndex('calls_by_source_id_call_reference')
    .unique()
    .on('calls')
    .columns(['source_id', 'call_reference'])
    .execute();
  await tx.schema
    .createIndex('calls_in_order_of_duration')
    .on('calls')
    .columns(['team_id', 'duration_seconds', 'id', 'started_at', ...CALL_FILTERS])
    .execute();
  // What a summary reads of a call, in one index: no call itself is read.
  await tx.schema
    .createIndex('calls_summary')
    .on('calls')
    .columns(['team_id', 'started_at', 'id', 'duration_seconds', ...CALL_FILTERS, 'phone'])
    .execute();
}

async function createReports(tx: Db): Promise<void> {
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
  ] as const)
    await createIndex(tx, 'call_reports', ...columns);
}

async function createBookingCalls(tx: Db): Promise<void> {
  await tx.schema
    .createTable('booking_calls')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('call_reference', 'text', (column) => column.notNull())
    .addColumn('booking_id', 'text', (column) => column.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await createIndex(tx, 'booking_calls', 'team_id', 'call_reference', 'at', 'id');
  await createIndex(tx, 'booking_calls', 'booking_id', 'at');
}

async function createPromises(tx: Db): Promise<void> {
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
  // Set by users, so not derived: it stays when the promises of a call are detected again.
  await tx.schema
    .createTable('promise_marks')
    .addColumn('call_id', 'text', (column) => column.notNull().references('calls.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('promise_marks_pk', ['call_id', 'kind', 'number'])
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('marked_at', 'bigint', (column) => column.notNull())
    .execute();
  await tx.schema
    .createTable('long_transcripts')
    .addColumn('call_id', 'text', (column) => column.primaryKey().notNull().references('calls.id').onDelete('cascade'))
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .execute();
  await createIndex(tx, 'long_transcripts', 'team_id', 'started_at', 'call_id');
}

/** The calls that keep promises. */
async function createFollowUpCalls(tx: Db): Promise<void> {
  await tx.schema
    .createTable('follow_up_calls')
    .addColumn('call_id', 'text', (column) => column.primaryKey().notNull().references('calls.id').onDelete('cascade'))
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('contact_id', 'text')
    .addColumn('phone', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await createIndex(tx, 'follow_up_calls', 'contact_id', 'type', 'at', 'call_id');
  await createIndex(tx, 'follow_up_calls', 'team_id', 'phone', 'type', 'at', 'call_id');
  await tx.schema
    .createIndex('follow_up_calls_without_contact')
    .on('follow_up_calls')
    .columns(['team_id', 'phone', 'type', 'at', 'call_id'])
    .where(sql<boolean>`contact_id is null`)
    .execute();
}
