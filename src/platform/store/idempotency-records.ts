import { type KeyRecord, type KeyRecords, keyRecordsIn, LEASE_MS } from '../../lib/idempotency/key-records.ts';
import type { Db } from './schema.ts';
import type { Store } from './store.ts';

/**
 * The records of idempotency keys in the platform's database.
 * @param ttlMs how long an outcome is in force, in milliseconds
 */
export function platformKeyRecords(store: Store, ttlMs: number): KeyRecords {
  const read = async (db: Db, key: string) => ({ record: await findRecord(db, key), now: await store.now(db) });
  const records = keyRecordsIn(
    {
      read: (key) => store.readUncoordinated((db) => read(db, key)),
      modify: (key, change) =>
        store.write(async (tx) => {
          const { record, now } = await read(tx, key);
          const changed = change(record, now);
          if (changed === record) return;
          await (changed ? writeRecord(tx, key, changed) : deleteRecord(tx, key));
        }),
    },
    ttlMs,
  );
  return { ...records, prune: () => store.write(async (tx) => pruneRecords(tx, await store.now(tx), ttlMs)) };
}

async function findRecord(db: Db, key: string): Promise<KeyRecord | undefined> {
  const row = await db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst();
  if (!row) return undefined;
  const { claim, status, record_id, requested_at, lease_until } = row;
  return { claim, status, recordId: record_id, requestedAt: requested_at, leaseUntil: lease_until };
}

async function writeRecord(tx: Db, key: string, record: KeyRecord): Promise<void> {
  const { claim, status, recordId: record_id, requestedAt: requested_at, leaseUntil: lease_until } = record;
  const values = { claim, status, record_id, requested_at, lease_until };
  await tx
    .insertInto('idempotency_keys')
    .values({ key, ...values })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute();
}

async function deleteRecord(tx: Db, key: string): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('key', '=', key).execute();
}

async function pruneRecords(tx: Db, now: number, ttlMs: number): Promise<void> {
  // Times in the future: the clock was set back since, and the records would stay for that much longer.
  await tx.updateTable('idempotency_keys').set({ requested_at: now }).where('requested_at', '>', now).execute();
  await tx
    .deleteFrom('idempotency_keys')
    .where('requested_at', '<', now - ttlMs)
    .where(({ eb, or }) =>
      or([eb('status', '<>', 'claimed'), eb('lease_until', '<=', now), eb('lease_until', '>', now + LEASE_MS)]),
    )
    .execute();
}
