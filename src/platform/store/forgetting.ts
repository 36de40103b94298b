import type { Db } from './schema.ts';

/** Rows in one transaction, so that nobody waits for long. */
const CHUNK = 500;

/** Forgets events from before `time` that nobody waits for any more, and how they were delivered. Whether there may be more. */
export async function forgetEvents(tx: Db, time: number): Promise<boolean> {
  const old = await tx
    .selectFrom('events')
    .select('id')
    .where('time', '<', time)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('deliveries.event_id', '=', 'events.id')
            .where('deliveries.status', '=', 'pending'),
        ),
      ),
    )
    .orderBy('time')
    .limit(CHUNK)
    .execute();
  const ids = old.map((row) => row.id);
  if (ids.length > 0) await tx.deleteFrom('events').where('id', 'in', ids).execute();
  return ids.length === CHUNK;
}

/** Forgets attempts from before `time`. Whether there may be more. */
export async function forgetAttempts(tx: Db, time: number): Promise<boolean> {
  const rows = tx.selectFrom('delivery_attempts').select('id').where('at', '<', time).orderBy('at').limit(CHUNK);
  const ids = (await rows.execute()).map((row) => row.id);
  if (ids.length > 0) await tx.deleteFrom('delivery_attempts').where('id', 'in', ids).execute();
  return ids.length === CHUNK;
}

/** Forgets all attempts to send to a webhook but the last ones. Whether there may be more. */
export async function forgetAllBut(tx: Db, webhookId: string, kept: number): Promise<boolean> {
  const rows = tx
    .selectFrom('delivery_attempts')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(CHUNK);
  const ids = (await rows.execute()).map((row) => row.id);
  if (ids.length > 0) await tx.deleteFrom('delivery_attempts').where('id', 'in', ids).execute();
  return ids.length === CHUNK;
}

/** All webhooks, whosever they are. */
export async function webhookIds(db: Db): Promise<string[]> {
  return (await db.selectFrom('webhooks').select('id').execute()).map((row) => row.id);
}
