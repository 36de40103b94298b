import type { Db, DeliveryAttemptRow } from '../schema/schema.ts';

export async function insertAttempts(tx: Db, attempts: readonly DeliveryAttemptRow[]): Promise<void> {
  if (attempts.length > 0)
    await tx
      .insertInto('delivery_attempts')
      .values([...attempts])
      .execute();
}

/** Returns which of these attempts are stored. */
export async function listStored(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('delivery_attempts').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** The newest delivery attempts of a webhook, newest first. */
export async function listAttempts(db: Db, webhookId: string, limit: number): Promise<DeliveryAttemptRow[]> {
  return db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
