import type { Kysely } from 'kysely';
import { newSigningSecret } from '../../rules/signing-secret.ts';
import type { Db } from '../schema.ts';

/** Events and their deliveries to webhooks. Never change a released migration: add another one. */
export async function deliveries(tx: Db): Promise<void> {
  await extendWebhooks(tx);
  await createEvents(tx);
  await createDeliveries(tx);
  await createAttempts(tx);
}

/** The columns of webhooks that this migration uses. */
type Webhooks = Kysely<{ webhooks: { id: string; secret: string } }>;

async function extendWebhooks(tx: Db): Promise<void> {
  const add = (name: string, type: 'text' | 'bigint' | 'integer', value?: string | number) =>
    tx.schema
      .alterTable('webhooks')
      .addColumn(name, type, (column) => (value === undefined ? column : column.notNull().defaultTo(value)))
      .execute();
  await add('secret', 'text', '');
  await add('disabled_reason', 'text');
  await add('disabled_at', 'bigint');
  await add('consecutive_failures', 'integer', 0);
  await add('failing_since', 'bigint');
  await add('last_delivery_at', 'bigint');
  await add('last_delivery_status', 'text');
  await add('paused_until', 'bigint', 0);
  await index(tx, 'webhooks', 'active', 'paused_until');
  const webhooks = tx as unknown as Webhooks;
  // Existing webhooks need a secret, because every delivery is signed. No owner has seen it.
  for (const { id } of await webhooks.selectFrom('webhooks').select('id').execute()) {
    await webhooks.updateTable('webhooks').set({ secret: newSigningSecret() }).where('id', '=', id).execute();
  }
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
  await index(tx, 'events', 'time');
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
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('leased_by', 'text')
    .execute();
  await index(tx, 'deliveries', 'webhook_id', 'status', 'next_at', 'sequence');
  await index(tx, 'deliveries', 'webhook_id', 'record_id', 'status', 'sequence');
  await index(tx, 'deliveries', 'status', 'next_at');
  await index(tx, 'deliveries', 'webhook_id', 'leased_by');
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
  await index(tx, 'delivery_attempts', 'webhook_id', 'at', 'id');
  await index(tx, 'delivery_attempts', 'at');
}

async function index(tx: Db, table: string, ...columns: string[]): Promise<void> {
  await tx.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
