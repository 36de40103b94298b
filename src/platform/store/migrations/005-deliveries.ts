import type { Db } from '../schema/schema.ts';
import { createIndex } from './create-index.ts';

/** Webhooks, events, and the deliveries of events to webhooks. */
export async function deliveries(tx: Db): Promise<void> {
  await createWebhooks(tx);
  await createEvents(tx);
  await createDeliveries(tx);
  await createAttempts(tx);
  // Heartbeats of the processes that deliver.
  await tx.schema
    .createTable('delivery_workers')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('beats', 'bigint', (column) => column.notNull())
    .addColumn('beat_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createWebhooks(tx: Db): Promise<void> {
  await tx.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events_json', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('disabled_reason', 'text')
    .addColumn('disabled_at', 'bigint')
    .addColumn('consecutive_failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failing_since', 'bigint')
    .addColumn('last_delivery_at', 'bigint')
    .addColumn('last_delivery_status', 'text')
    .addColumn('paused_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await createIndex(tx, 'webhooks', 'team_id', 'created_at', 'id');
  await createIndex(tx, 'webhooks', 'active', 'paused_until');
}

async function createEvents(tx: Db): Promise<void> {
  await tx.schema
    .createTable('events')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addUniqueConstraint('events_by_sequence', ['team_id', 'sequence'])
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('time', 'bigint', (column) => column.notNull())
    .addColumn('data_json', 'text', (column) => column.notNull())
    .execute();
  await createIndex(tx, 'events', 'time');
}

async function createDeliveries(tx: Db): Promise<void> {
  await tx.schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('event_id', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
    .addUniqueConstraint('deliveries_once', ['event_id', 'webhook_id'])
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('first_failed_at', 'bigint')
    .addColumn('scheduled_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('leased_by', 'text')
    .execute();
  await createIndex(tx, 'deliveries', 'webhook_id', 'status', 'next_at', 'sequence');
  await createIndex(tx, 'deliveries', 'webhook_id', 'record_id', 'status', 'sequence');
  await createIndex(tx, 'deliveries', 'status', 'next_at');
  await createIndex(tx, 'deliveries', 'webhook_id', 'leased_by');
  await tx.schema
    .createIndex('deliveries_by_worker')
    .on('deliveries')
    .column('leased_by')
    .where('leased_by', 'is not', null)
    .execute();
}

async function createAttempts(tx: Db): Promise<void> {
  await tx.schema
    .createTable('delivery_attempts')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .execute();
  await createIndex(tx, 'delivery_attempts', 'webhook_id', 'at', 'id');
  await createIndex(tx, 'delivery_attempts', 'at');
}
