import { markChanged } from './change-marker.ts';
import type { Db } from './schema/schema.ts';

/** Tolerated difference between the shared clock and a time that a process extrapolated from it. */
const TOLERANCE_MS = 5_000;

/** True if retries or paused webhooks wait for the end of a delay that began in the future. */
export async function hasDelaysFromFuture(db: Db, now: number): Promise<boolean> {
  const future = now + TOLERANCE_MS;
  const retry = await db
    .selectFrom('deliveries')
    .select('id')
    .where('status', '=', 'pending')
    .where('next_at', '>', now)
    .where('leased_by', 'is', null)
    .where('scheduled_at', '>', future)
    .limit(1)
    .executeTakeFirst();
  const pause = await db
    .selectFrom('webhooks')
    .select('id')
    .where('active', '=', 1)
    .where('paused_until', '>', now)
    .where('last_delivery_at', '>', future)
    .limit(1)
    .executeTakeFirst();
  return retry !== undefined || pause !== undefined;
}

/**
 * Makes retries and paused webhooks due whose delay began in the future: the shared clock was set back since, and they
 * would wait for that much longer. Running it twice changes nothing.
 */
export async function endDelaysFromFuture(tx: Db, now: number): Promise<void> {
  const future = now + TOLERANCE_MS;
  const retries = await tx
    .updateTable('deliveries')
    .set({ next_at: 0, scheduled_at: 0 })
    .where('status', '=', 'pending')
    .where('next_at', '>', now)
    .where('leased_by', 'is', null)
    .where('scheduled_at', '>', future)
    .executeTakeFirst();
  const pauses = await tx
    .updateTable('webhooks')
    .set({ paused_until: 0 })
    .where('active', '=', 1)
    .where('paused_until', '>', now)
    .where('last_delivery_at', '>', future)
    .executeTakeFirst();
  if (retries.numUpdatedRows + pauses.numUpdatedRows > 0n) markChanged(tx, 'events');
}
