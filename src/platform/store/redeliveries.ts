import { markChanged } from './changes.ts';
import { deliveryRow } from './deliveries.ts';
import type { Db } from './schema.ts';
import type { DeliveryStatus } from './schema-events.ts';

/** How many deliveries to a webhook wait, and how many failed. */
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

/** What is to be sent again: all that failed of a webhook, or a delivery or an event by its id. */
export type Again = { failedOf: string } | { id: string; webhookId: string | undefined };

/** Begins deliveries to active webhooks anew; those that are not over go on. How many; undefined: there is no such id. */
export async function beginAnew(tx: Db, again: Again): Promise<number | undefined> {
  const found = 'failedOf' in again ? await failedOf(tx, again.failedOf) : await named(tx, again.id, again.webhookId);
  if (!found) return undefined;
  let begun = 0;
  for (const id of found) {
    const result = await tx
      .updateTable('deliveries')
      .set({ status: 'pending', attempts: 0, first_failed_at: null, next_at: 0, leased_by: null })
      .where('id', '=', id)
      .where('status', '<>', 'pending')
      .executeTakeFirst();
    begun += Number(result.numUpdatedRows);
  }
  markChanged(tx);
  return begun;
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

async function named(tx: Db, id: string, webhookId: string | undefined): Promise<string[] | undefined> {
  const event = await tx.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst();
  if (event && webhookId !== undefined) {
    const webhook = await tx
      .selectFrom('webhooks')
      .select('id')
      .where('id', '=', webhookId)
      .where('team_id', '=', event.team_id)
      .executeTakeFirst();
    if (!webhook) return undefined;
    // It may have been disabled when it happened, or not have asked for it.
    await tx
      .insertInto('deliveries')
      .values({ ...deliveryRow(event, webhookId), status: 'failed' })
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
  const wanted = deliveries.filter(({ webhook_id }) => webhookId === undefined || webhook_id === webhookId);
  return wanted.filter(({ active }) => active === 1).map((delivery) => delivery.id);
}
