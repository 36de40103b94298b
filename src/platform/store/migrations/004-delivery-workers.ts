import type { Db } from '../schema.ts';

/** Heartbeats of the processes that deliver. Never change a released migration: add another one. */
export async function deliveryWorkers(tx: Db): Promise<void> {
  await tx.schema
    .createTable('delivery_workers')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('beats', 'bigint', (column) => column.notNull())
    .addColumn('beat_at', 'bigint', (column) => column.notNull())
    .execute();
  await tx.schema
    .alterTable('deliveries')
    .addColumn('scheduled_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await tx.schema
    .createIndex('deliveries_by_worker')
    .on('deliveries')
    .column('leased_by')
    .where('leased_by', 'is not', null)
    .execute();
}
