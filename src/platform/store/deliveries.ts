import { sql } from 'kysely';
import { newId } from '../../lib/ids.ts';
import type { Db, DeliveryRow, EventRow, WebhookRow } from './schema.ts';
import { listWebhooks } from './webhooks.ts';

/** Begins the delivery of an event to every active webhook of its team that asks for its type. */
export async function addDeliveries(tx: Db, event: EventRow): Promise<void> {
  const webhooks = (await listWebhooks(tx, event.team_id)).filter(
    ({ active, events_json }) => active === 1 && (JSON.parse(events_json) as string[]).includes(event.type),
  );
  if (webhooks.length === 0) return;
  const rows = webhooks.map(({ id }) => deliveryRow(event, id));
  await tx.insertInto('deliveries').values(rows).execute();
}

/** The delivery of an event as it begins. */
export function deliveryRow(event: EventRow, webhookId: string): DeliveryRow {
  return {
    id: newId('dlv'),
    webhook_id: webhookId,
    event_id: event.id,
    record_id: event.record_id,
    sequence: event.sequence,
    status: 'pending',
    attempts: 0,
    first_failed_at: null,
    // At once, whatever the clock of whoever sends it says.
    next_at: 0,
    leased_by: null,
  };
}

/** A delivery to be attempted, with all that takes. */
export type ClaimedDelivery = Pick<
  DeliveryRow,
  'id' | 'webhook_id' | 'event_id' | 'record_id' | 'sequence' | 'attempts'
> &
  Pick<WebhookRow, 'url' | 'secret'> &
  Pick<EventRow, 'type' | 'time' | 'team_id' | 'data_json'>;

export interface Claim {
  /** By the shared clock. */
  now: number;
  /** When somebody else may take them over. */
  leaseUntil: number;
  /** Who takes them. */
  by: string;
  /** How many may be under way to one webhook, whichever process sends them. */
  perWebhook: number;
  /** How many are taken at most. */
  limit: number;
}

/** The webhooks that have something to be sent now. */
export async function webhooksDue(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where('active', '=', 1)
    .where('paused_until', '<=', now)
    .where(({ exists }) =>
      exists(sendable(db, now).where('deliveries.webhook_id', '=', sql.ref<string>('webhooks.id'))),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** When there will be something to be sent that there is not now; undefined when nothing is foreseen. */
export async function nextDue(db: Db, now: number): Promise<number | undefined> {
  const delivery = await db
    .selectFrom('deliveries')
    .select('next_at')
    .where('status', '=', 'pending')
    .where('next_at', '>', now)
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
  const pause = await db
    .selectFrom('webhooks')
    .select('paused_until')
    .where('active', '=', 1)
    .where('paused_until', '>', now)
    .orderBy('paused_until')
    .limit(1)
    .executeTakeFirst();
  const times = [delivery?.next_at, pause?.paused_until].filter((time) => time !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Takes deliveries to one webhook, which nobody else may be doing at the same time. */
export async function claimDeliveries(tx: Db, webhookId: string, claim: Claim): Promise<ClaimedDelivery[]> {
  const { now, leaseUntil, by, perWebhook } = claim;
  const limit = Math.min(claim.limit, perWebhook - (await underWay(tx, webhookId, now)));
  if (limit <= 0) return [];
  const ids = (
    await sendable(tx, now)
      .where('deliveries.webhook_id', '=', webhookId)
      .orderBy('deliveries.next_at')
      .orderBy('deliveries.sequence')
      .limit(limit)
      .execute()
  ).map((row) => row.id);
  if (ids.length === 0) return [];
  await tx.updateTable('deliveries').set({ next_at: leaseUntil, leased_by: by }).where('id', 'in', ids).execute();
  return tx
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .select([
      'deliveries.id',
      'deliveries.webhook_id',
      'deliveries.event_id',
      'deliveries.record_id',
      'deliveries.sequence',
      'deliveries.attempts',
      'webhooks.url',
      'webhooks.secret',
      'events.type',
      'events.time',
      'events.team_id',
      'events.data_json',
    ])
    .where('deliveries.id', 'in', ids)
    .execute();
}

/** What waits for nothing: neither for its time, nor for another process, nor for an earlier event of its record. */
function sendable(db: Db, now: number) {
  return db
    .selectFrom('deliveries')
    .select('deliveries.id')
    .where('deliveries.status', '=', 'pending')
    .where('deliveries.next_at', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as earlier')
            .select('earlier.id')
            .whereRef('earlier.webhook_id', '=', 'deliveries.webhook_id')
            .whereRef('earlier.record_id', '=', 'deliveries.record_id')
            .where('earlier.status', '=', 'pending')
            .whereRef('earlier.sequence', '<', 'deliveries.sequence'),
        ),
      ),
    );
}

async function underWay(db: Db, webhookId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('leased_by', 'is not', null)
    .where('status', '=', 'pending')
    .where('next_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}
