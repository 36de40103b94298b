import type { Db } from './schema.ts';

/** What several attempts in a row say about a webhook. */
export interface Health {
  webhookId: string;
  /** Whether any of them succeeded. */
  succeeded: boolean;
  /** How many failed since then, or at all. */
  failures: number;
  /** When the first of these ended. */
  failedAt: number | undefined;
  lastAt: number;
  lastStatus: string;
  /** Its server asked not to be sent anything before. */
  pausedUntil: number | undefined;
}

/** Adds it to what was known. False: the webhook was deleted meanwhile. */
export async function recordHealth(tx: Db, health: Health): Promise<boolean> {
  const { succeeded, failures, failedAt = null, pausedUntil } = health;
  const result = await tx
    .updateTable('webhooks')
    .set(({ eb, fn, val }) => ({
      consecutive_failures: succeeded ? failures : eb('consecutive_failures', '+', failures),
      failing_since: succeeded ? failedAt : fn.coalesce('failing_since', val(failedAt)),
      last_delivery_at: health.lastAt,
      last_delivery_status: health.lastStatus,
      ...(pausedUntil === undefined ? {} : { paused_until: pausedUntil }),
    }))
    .where('id', '=', health.webhookId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Since when nothing gets through to it; undefined when something did with the last attempt. */
export async function failingSince(db: Db, webhookId: string): Promise<number | undefined> {
  const row = await db.selectFrom('webhooks').select('failing_since').where('id', '=', webhookId).executeTakeFirst();
  return row?.failing_since ?? undefined;
}

/** Sends nothing more to it: what was to be sent has failed, and can be begun anew with `redeliver`. */
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

/** Begins anew, as if nothing had failed. */
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
