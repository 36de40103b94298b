import { markChanged } from './change-marker.ts';
import { newDeliveryRow } from './deliveries.ts';
import type { Db } from './schema.ts';
import type { DeliveryStatus } from './schema-events.ts';

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

/**
 * Deliveries to requeue: all failed ones of a webhook, or those of a delivery or event id. `webhookId` is that of an active
 * webhook of the event's team.
 */
export type RequeueTarget = { failedOf: string } | { id: string; webhookId: string | undefined };

/**
 * Resets finished deliveries of active webhooks to pending; deliveries that are still pending continue unchanged.
 * Returns the number of requeued deliveries; undefined if the id is unknown.
 */
export async function requeueDeliveries(tx: Db, target: RequeueTarget): Promise<number | undefined> {
  const ids =
    'failedOf' in target ? await failedOf(tx, target.failedOf) : await deliveriesById(tx, target.id, target.webhookId);
  if (!ids) return undefined;
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
  markChanged(tx, 'events');
  return requeued;
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

async function deliveriesById(tx: Db, id: string, webhookId: string | undefined): Promise<string[] | undefined> {
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
    .select(['deliveries.id', 'deliveries.webhook_id', 'webhooks.active'])
    .where(event ? 'deliveries.event_id' : 'deliveries.id', '=', id)
    .execute();
  if (!event && deliveries.length === 0) return undefined;
  const selected = deliveries.filter(({ webhook_id }) => webhookId === undefined || webhook_id === webhookId);
  return selected.filter(({ active }) => active === 1).map((delivery) => delivery.id);
}
