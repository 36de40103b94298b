import { markChanged } from '../change-marker.ts';
import type { Db, DeliveryRow } from '../schema/schema.ts';

/** A delivery and the worker that holds its lease. */
interface LeasedDelivery {
  id: string;
  /** The worker that claimed it. */
  leased_by: string | null;
}

/** Marks deliveries as delivered, even after their lease has expired: the receiver has accepted them. */
export async function markDelivered(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('deliveries')
    .set(({ eb }) => ({ status: 'delivered' as const, leased_by: null, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .where('status', '<>', 'delivered')
    .execute();
}

/** Marks a delivery as finally failed. Returns false if this worker no longer holds the lease. */
export async function markFailed(tx: Db, delivery: LeasedDelivery, attempts: number): Promise<boolean> {
  const result = await updateLeased(tx, delivery)
    .set({ status: 'failed', leased_by: null, attempts })
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

interface Retry extends LeasedDelivery, Pick<DeliveryRow, 'webhook_id' | 'record_id' | 'sequence' | 'attempts'> {
  failedAt: number;
  nextAt: number;
}

/**
 * Schedules the next attempt of a failed delivery. Later events of the same record are postponed with it. A worker that no longer
 * holds the lease changes nothing: the delivery has the outcome of the worker that took it over.
 */
export async function markForRetry(tx: Db, { failedAt, nextAt, ...delivery }: Retry): Promise<void> {
  const result = await updateLeased(tx, delivery)
    .set(({ fn, val }) => ({
      leased_by: null,
      attempts: delivery.attempts,
      next_at: nextAt,
      scheduled_at: failedAt,
      first_failed_at: fn.coalesce('first_failed_at', val(failedAt)),
    }))
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return;
  // They must be delivered in order, so they cannot be sent before. Postponing them keeps them out of each poll.
  await tx
    .updateTable('deliveries')
    .set({ next_at: nextAt, scheduled_at: failedAt })
    .where('webhook_id', '=', delivery.webhook_id)
    .where('record_id', '=', delivery.record_id)
    .where('status', '=', 'pending')
    .where('sequence', '>', delivery.sequence)
    .where('next_at', '<', nextAt)
    .execute();
}

/** Releases the lease of a delivery with an unknown outcome. It becomes due immediately and is sent again. */
export async function releaseDelivery(tx: Db, delivery: LeasedDelivery): Promise<void> {
  await updateLeased(tx, delivery).set({ leased_by: null, next_at: 0 }).execute();
  markChanged(tx, 'events');
}

export async function firstFailedAt(db: Db, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('deliveries').select('first_failed_at').where('id', '=', id).executeTakeFirst();
  return row?.first_failed_at ?? undefined;
}

function updateLeased(tx: Db, { id, leased_by }: LeasedDelivery) {
  return tx
    .updateTable('deliveries')
    .where('id', '=', id)
    .where('leased_by', '=', leased_by)
    .where('status', '=', 'pending');
}
