import type { ExpressionBuilder } from 'kysely';
import { markChanged } from '../change-marker.ts';
import type { Db, Schema } from '../schema/schema.ts';
import type { DeliveryWorkerRow } from '../schema/schema-events.ts';

/** Increments the heartbeat of a worker. Returns the new count: 1 if it had none, or if another process removed it. */
export async function recordBeat(tx: Db, id: string, now: number): Promise<number> {
  const { beats } = await tx
    .insertInto('delivery_workers')
    .values({ id, beats: 1, beat_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ eb, ref }) => ({
        beats: eb(ref('delivery_workers.beats'), '+', 1),
        beat_at: now,
      })),
    )
    .returning('beats')
    .executeTakeFirstOrThrow();
  return beats;
}

export type Heartbeat = Pick<DeliveryWorkerRow, 'id' | 'beats'>;

/** True for a worker that leases a pending delivery. */
const holdsLease = ({ exists, selectFrom }: ExpressionBuilder<Schema, 'delivery_workers'>) =>
  exists(
    selectFrom('deliveries')
      .select('deliveries.id')
      .whereRef('deliveries.leased_by', '=', 'delivery_workers.id')
      .where('deliveries.status', '=', 'pending'),
  );

/** The heartbeats of the other workers that hold leases. */
export async function listOtherWorkers(db: Db, id: string): Promise<Heartbeat[]> {
  return db.selectFrom('delivery_workers').select(['id', 'beats']).where('id', '<>', id).where(holdsLease).execute();
}

/** Removes a worker whose heartbeat stands still, and releases its leases. Returns false if it has a newer heartbeat. */
export async function takeOver(tx: Db, { id, beats }: Heartbeat): Promise<boolean> {
  const removed = await tx
    .deleteFrom('delivery_workers')
    .where('id', '=', id)
    .where('beats', '=', beats)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) return false;
  await tx
    .updateTable('deliveries')
    .set({ leased_by: null, next_at: 0 })
    .where('leased_by', '=', id)
    .where('status', '=', 'pending')
    .execute();
  markChanged(tx, 'events');
  return true;
}

/** Removes a worker that holds no lease any more. */
export async function removeWorker(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('delivery_workers').where('id', '=', id).execute();
}

/** Removes workers without a heartbeat since `time` that hold no lease: processes that were killed when idle. */
export async function pruneWorkers(tx: Db, time: number): Promise<void> {
  await tx
    .deleteFrom('delivery_workers')
    .where('beat_at', '<', time)
    .where((eb) => eb.not(holdsLease(eb)))
    .execute();
}
