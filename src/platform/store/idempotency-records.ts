import { type KeyRecord, type KeyRecords, keyRecordsIn, LEASE_MS } from '../../lib/idempotency/key-records.ts';
import type { Db } from './schema/schema.ts';
import { send } from './sent.ts';
import type { Store } from './store.ts';

/**
 * The records of idempotency keys in the platform's database.
 * @param ttlMs how long an outcome is in force, in milliseconds
 */
export function platformKeyRecords(store: Store, ttlMs: number): KeyRecords {
  const records = keyRecordsIn(
    {
      read: (key) =>
        store.readUncoordinated(async (db) => {
          const [record] = await findRecords(db, [key]);
          return { record, now: await store.now(db) };
        }),
      modify: (keys, change) =>
        store.write(
          async (tx) => {
            const [records, now] = await Promise.all([findRecords(tx, keys), store.now(tx)]);
            const changed = change(records, now);
            for (const [index, key] of keys.entries()) {
              const record = changed[index];
              if (record !== records[index]) send(tx, record ? writingOf(tx, key, record) : deletionOf(tx, key));
            }
          },
          { keys },
        ),
    },
    ttlMs,
  );
  return { ...records, prune: () => store.write(async (tx) => pruneRecords(tx, await store.now(tx), ttlMs), 'rows') };
}

/** Reads the records of keys, in the order of the keys. */
async function findRecords(db: Db, keys: readonly string[]): Promise<(KeyRecord | undefined)[]> {
  const rows = await db.selectFrom('idempotency_keys').selectAll().where('key', 'in', keys).execute();
  const records = new Map(
    rows.map(({ key, claim, status, record_id, requested_at, lease_until }): [string, KeyRecord] => [
      key,
      { claim, status, recordId: record_id, requestedAt: requested_at, leaseUntil: lease_until },
    ]),
  );
  return keys.map((key) => records.get(key));
}

function writingOf(tx: Db, key: string, record: KeyRecord) {
  const { claim, status, recordId: record_id, requestedAt: requested_at, leaseUntil: lease_until } = record;
  const values = { claim, status, record_id, requested_at, lease_until };
  return tx
    .insertInto('idempotency_keys')
    .values({ key, ...values })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values));
}

const deletionOf = (tx: Db, key: string) => tx.deleteFrom('idempotency_keys').where('key', '=', key);

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
