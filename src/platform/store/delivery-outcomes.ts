import { markChanged } from './changes.ts';
import type { Db, DeliveryRow } from './schema.ts';

/** Which delivery, in the hands of which process. */
export interface Held {
  id: string;
  by: string;
}

/** The other side has them. Also where the lease had run out: they were told. */
export async function markDelivered(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('deliveries')
    .set(({ eb }) => ({ status: 'delivered' as const, leased_by: null, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .where('status', '<>', 'delivered')
    .execute();
}

/** It failed for good. False: it was no longer this process's to say. */
export async function markFailed(tx: Db, held: Held, attempts: number): Promise<boolean> {
  const result = await ofHolder(tx, held).set({ status: 'failed', leased_by: null, attempts }).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export interface Retry extends Pick<DeliveryRow, 'id' | 'webhook_id' | 'record_id' | 'sequence' | 'attempts'> {
  by: string;
  failedAt: number;
  nextAt: number;
}

/** It failed and is to be tried again; later events of the record wait with it. */
export async function markForRetry(tx: Db, { failedAt, nextAt, ...delivery }: Retry): Promise<void> {
  await ofHolder(tx, delivery)
    .set(({ fn, val }) => ({
      leased_by: null,
      attempts: delivery.attempts,
      next_at: nextAt,
      first_failed_at: fn.coalesce('first_failed_at', val(failedAt)),
    }))
    .execute();
  // They could not be sent anyway; so they are not looked at each time either.
  await tx
    .updateTable('deliveries')
    .set({ next_at: nextAt })
    .where('webhook_id', '=', delivery.webhook_id)
    .where('record_id', '=', delivery.record_id)
    .where('status', '=', 'pending')
    .where('sequence', '>', delivery.sequence)
    .where('next_at', '<', nextAt)
    .execute();
}

/** Gives it back as it was: whether it arrived is not known, and it is sent again at once. */
export async function release(tx: Db, held: Held): Promise<void> {
  await ofHolder(tx, held).set({ leased_by: null, next_at: 0 }).execute();
  markChanged(tx);
}

export async function firstFailedAt(db: Db, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('deliveries').select('first_failed_at').where('id', '=', id).executeTakeFirst();
  return row?.first_failed_at ?? undefined;
}

function ofHolder(tx: Db, { id, by }: Held) {
  return tx.updateTable('deliveries').where('id', '=', id).where('leased_by', '=', by).where('status', '=', 'pending');
}
