import { YEAR_MS } from '../../lib/time/units.ts';
import type { Db } from './schema/schema.ts';

/** Maximum rows deleted by one transaction, so that other writers do not wait for long. */
const CHUNK_ROWS = 500;

/** Deletes events older than `time` that have no pending delivery, and their deliveries. Returns true if more may remain. */
export async function pruneEvents(tx: Db, time: number): Promise<boolean> {
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
    .limit(CHUNK_ROWS)
    .execute();
  const ids = old.map((row) => row.id);
  if (ids.length > 0) await tx.deleteFrom('events').where('id', 'in', ids).execute();
  return ids.length === CHUNK_ROWS;
}

/** Deletes delivery attempts older than `time`. Returns true if more may remain. */
export async function pruneAttempts(tx: Db, time: number): Promise<boolean> {
  const rows = tx.selectFrom('delivery_attempts').select('id').where('at', '<', time).orderBy('at').limit(CHUNK_ROWS);
  const ids = (await rows.execute()).map((row) => row.id);
  if (ids.length > 0) await tx.deleteFrom('delivery_attempts').where('id', 'in', ids).execute();
  return ids.length === CHUNK_ROWS;
}

/** Deletes all delivery attempts of a webhook except the newest `maxAttempts`. Returns true if more may remain. */
export async function pruneAttemptsBeyond(tx: Db, webhookId: string, maxAttempts: number): Promise<boolean> {
  const rows = tx
    .selectFrom('delivery_attempts')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(maxAttempts)
    .limit(CHUNK_ROWS);
  const ids = (await rows.execute()).map((row) => row.id);
  if (ids.length > 0) await tx.deleteFrom('delivery_attempts').where('id', 'in', ids).execute();
  return ids.length === CHUNK_ROWS;
}

/** Older files are rarely imported again. */
const ERASED_RETENTION_MS = 2 * YEAR_MS;

/** Deletes the digests of customers who were erased long ago. */
export async function pruneErasedIdentifiers(tx: Db, now: number): Promise<void> {
  const before = now - ERASED_RETENTION_MS;
  await tx.deleteFrom('erased_identifiers').where('erased_at', '<', before).execute();
}

/** Ids of all webhooks, of every team. */
export async function listWebhookIds(db: Db): Promise<string[]> {
  return (await db.selectFrom('webhooks').select('id').execute()).map((row) => row.id);
}
