import type { Db } from '../schema/schema.ts';
import { createIndex } from './create-index.ts';

/** Create requests of servers in front of the platform. */
export async function idempotency(tx: Db): Promise<void> {
  await tx.schema
    .createTable('idempotency_keys')
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('claim', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text')
    .addColumn('requested_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .execute();
  await createIndex(tx, 'idempotency_keys', 'requested_at');
}
