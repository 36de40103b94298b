import type { Db } from '../schema/schema.ts';

/** The summary of several consecutive delivery attempts to a webhook. */
export interface Health {
  webhookId: string;
  /** True if any of them succeeded. */
  succeeded: boolean;
  /** Failed attempts after the last success, or all if none succeeded. */
  failures: number;
  /** When the first of these failed attempts ended. */
  failedAt: number | undefined;
  lastAt: number;
  lastStatus: string;
  /** Time before which the receiver asked for no further requests (`Retry-After`). */
  pausedUntil: number | undefined;
}

/** Updates the stored health of a webhook, and shortens no pause. Returns false if the webhook was deleted concurrently. */
export async function recordHealth(tx: Db, health: Health): Promise<boolean> {
  const { succeeded, failures, failedAt = null, pausedUntil } = health;
  const result = await tx
    .updateTable('webhooks')
    .set(({ eb, fn, val, ref }) => ({
      consecutive_failures: succeeded ? failures : eb('consecutive_failures', '+', failures),
      failing_since: succeeded ? failedAt : fn.coalesce('failing_since', val(failedAt)),
      last_delivery_at: health.lastAt,
      last_delivery_status: health.lastStatus,
      ...(pausedUntil === undefined
        ? {}
        : {
            paused_until: eb
              .case()
              .when('paused_until', '<', pausedUntil)
              .then(pausedUntil)
              .else(ref('paused_until'))
              .end(),
          }),
    }))
    .where('id', '=', health.webhookId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The time since which every attempt to a webhook has failed; undefined if the last attempt succeeded. */
export async function failingSince(db: Db, webhookId: string): Promise<number | undefined> {
  const row = await db.selectFrom('webhooks').select('failing_since').where('id', '=', webhookId).executeTakeFirst();
  return row?.failing_since ?? undefined;
}

/** Disables a webhook and marks its pending deliveries as failed; `redeliver` can requeue them. */
export async function disableWebhook(tx: Db, webhookId: string, reason: string, now: number): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ active: 0, disabled_reason: reason, disabled_at: now })
    .where('id', '=', webhookId)
    .execute();
  await tx
    .updateTable('deliveries')
    .set({ status: 'failed', leased_by: null })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .execute();
}

/**
 * Marks pending deliveries of disabled webhooks as failed. On PostgreSQL, a transaction that adds one does not see that another
 * disables the webhook, nor the other one that it is added.
 */
export async function failStrandedDeliveries(tx: Db): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ status: 'failed', leased_by: null })
    .where('webhook_id', 'in', tx.selectFrom('webhooks').select('id').where('active', '=', 0))
    .where('status', '=', 'pending')
    .execute();
}

/** Enables a webhook and resets its failure counters. */
export async function enableWebhook(tx: Db, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({
      active: 1,
      disabled_reason: null,
      disabled_at: null,
      consecutive_failures: 0,
      failing_since: null,
      paused_until: 0,
    })
    .where('id', '=', webhookId)
    .execute();
}

/** Ends the pause that a receiver requested. */
export async function endPause(tx: Db, webhookId: string): Promise<void> {
  await tx.updateTable('webhooks').set({ paused_until: 0 }).where('id', '=', webhookId).execute();
}
