import { markChanged } from '../change-marker.ts';
import type { Db } from '../schema/schema.ts';
import type { DeliveryRow, DeliveryStatus } from '../schema/schema-events.ts';
import { newDeliveryRow } from './deliveries.ts';
import { enableWebhook, endPause } from './webhook-health.ts';

/** Counts the pending and the failed deliveries of a webhook. */
export async function countDeliveries(db: Db, webhookId: string): Promise<{ pending: number; failed: number }> {
  const count = async (status: DeliveryStatus) => {
    const row = await db
      .selectFrom('deliveries')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('webhook_id', '=', webhookId)
      .where('status', '=', status)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  return { pending: await count('pending'), failed: await count('failed') };
}

/** The team of an event; undefined if there is no such event. */
export async function teamOfEvent(db: Db, id: string): Promise<string | undefined> {
  return (await db.selectFrom('events').select('team_id').where('id', '=', id).executeTakeFirst())?.team_id;
}

/** What a redelivery changed. */
export interface Redelivery {
  /** Finished deliveries that are pending again. */
  requeued: number;
  /** Pending deliveries that waited for their next attempt or for the end of a pause, and are due now. */
  dueNow: number;
}

/** Enables a webhook. Requeues its failed deliveries, and makes those due that wait. `now` is the shared clock's time. */
export async function redeliverWebhook(tx: Db, webhookId: string, now: number): Promise<Redelivery> {
  const isPaused = await isPausedNow(tx, webhookId, now);
  // Locks the webhook's row: the outcome of an attempt that another process stores is stored before or after this.
  await enableWebhook(tx, webhookId);
  const dueNow = await makeDue(tx, { webhookId, now, isPaused });
  const requeued = await requeue(tx, await failedOf(tx, webhookId));
  markChanged(tx, 'events');
  return { requeued, dueNow };
}

/** A delivery or an event by its id; with `webhookId`, the event for that active webhook of its team alone. */
interface RedeliveryTarget {
  id: string;
  webhookId: string | undefined;
}

/**
 * Requeues the finished deliveries of active webhooks that have an id. Pending ones of the same record at the same webhook
 * become due, because the earlier ones hold back the later ones. Returns undefined if the id is unknown.
 */
export async function redeliverOne(tx: Db, target: RedeliveryTarget, now: number): Promise<Redelivery | undefined> {
  const deliveries = await deliveriesById(tx, target.id, target.webhookId);
  if (!deliveries) return undefined;
  let dueNow = 0;
  for (const { webhook_id: webhookId, record_id: recordId } of deliveries) {
    const isPaused = await isPausedNow(tx, webhookId, now);
    if (isPaused) await endPause(tx, webhookId);
    dueNow += await makeDue(tx, { webhookId, recordId, now, isPaused });
  }
  const ids = deliveries.map(({ id }) => id);
  const requeued = await requeue(tx, ids);
  markChanged(tx, 'events');
  return { requeued, dueNow };
}

/** Resets finished deliveries to pending. Returns their number. */
async function requeue(tx: Db, ids: readonly string[]): Promise<number> {
  let requeued = 0;
  for (const id of ids) {
    const result = await tx
      .updateTable('deliveries')
      .set({ status: 'pending', attempts: 0, first_failed_at: null, next_at: 0, leased_by: null })
      .where('id', '=', id)
      .where('status', '<>', 'pending')
      .executeTakeFirst();
    requeued += Number(result.numUpdatedRows);
  }
  return requeued;
}

interface Waiting {
  webhookId: string;
  /** Only those of this record. */
  recordId?: string;
  now: number;
  /** True if the webhook was paused: what was due waited, too. */
  isPaused: boolean;
}

/** Makes pending deliveries due that wait; a leased one is being sent, and is left alone. Returns their number. */
async function makeDue(tx: Db, { webhookId, recordId, now, isPaused }: Waiting): Promise<number> {
  let update = tx
    .updateTable('deliveries')
    .set({ next_at: 0, scheduled_at: 0 })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .where('leased_by', 'is', null);
  if (recordId !== undefined) update = update.where('record_id', '=', recordId);
  if (!isPaused) update = update.where('next_at', '>', now);
  return Number((await update.executeTakeFirst()).numUpdatedRows);
}

/** Whether the receiver of a webhook has requested a pause that has not ended. */
async function isPausedNow(tx: Db, webhookId: string, now: number): Promise<boolean> {
  const row = await tx.selectFrom('webhooks').select('paused_until').where('id', '=', webhookId).executeTakeFirst();
  return row !== undefined && row.paused_until > now;
}

async function failedOf(tx: Db, webhookId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'failed')
    .execute();
  return rows.map((row) => row.id);
}

async function deliveriesById(
  tx: Db,
  id: string,
  webhookId: string | undefined,
): Promise<Pick<DeliveryRow, 'id' | 'webhook_id' | 'record_id'>[] | undefined> {
  const event = await tx.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst();
  if (event && webhookId !== undefined) {
    // The webhook may have been disabled when the event happened, or not have subscribed to its type.
    await tx
      .insertInto('deliveries')
      .values({ ...newDeliveryRow(event, webhookId), status: 'failed' })
      .onConflict((conflict) => conflict.columns(['event_id', 'webhook_id']).doNothing())
      .execute();
  }
  const deliveries = await tx
    .selectFrom('deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .select(['deliveries.id', 'deliveries.webhook_id', 'deliveries.record_id', 'webhooks.active'])
    .where(event ? 'deliveries.event_id' : 'deliveries.id', '=', id)
    .execute();
  if (!event && deliveries.length === 0) return undefined;
  const selected = deliveries.filter(({ webhook_id }) => webhookId === undefined || webhook_id === webhookId);
  return selected.filter(({ active }) => active === 1);
}
