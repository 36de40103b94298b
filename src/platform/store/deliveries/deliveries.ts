import { sql } from 'kysely';
import { newId } from '../../../lib/ids.ts';
import { positionOf } from '../paging.ts';
import { prepared } from '../prepared.ts';
import type { Db, DeliveryRow, EventRow, WebhookRow } from '../schema/schema.ts';
import { send } from '../sent.ts';

/** Due immediately, regardless of the clock of the process that sends it. */
const DUE_AT_ONCE = 0;

/**
 * Adds a pending delivery of an event, the `added`th of its transaction, for every active webhook of its team that subscribes
 * to its type, without waiting for the answer.
 */
export function addDeliveries(
  tx: Db,
  { id, team_id, type, record_id }: Pick<EventRow, 'id' | 'team_id' | 'type' | 'record_id'>,
  added: number,
): void {
  const prefix = `${id.replace('evt_', 'dlv_')}_`;
  send(tx, insertDeliveries({ prefix, id, team_id, record_id, added, types: `%"${type}"%` }));
}

/** What deliveries of an event have in common. */
interface NewDeliveries extends Pick<EventRow, 'id' | 'team_id' | 'record_id'> {
  /** Of their ids, before the id of the webhook. */
  prefix: string;
  /** A pattern that the types match to which a webhook subscribes. */
  types: string;
  added: number;
}

const insertDeliveries = prepared(
  (_db, { prefix, id, team_id, record_id, added, types }: NewDeliveries) => sql`insert into deliveries
        (id, webhook_id, event_id, record_id, sequence, status, attempts, next_at, scheduled_at)
      select ${prefix} || webhooks.id, webhooks.id, ${id}, ${record_id}, ${positionOf(team_id, 'events', added)},
        'pending', 0, ${DUE_AT_ONCE}, ${DUE_AT_ONCE}
      from webhooks
      where webhooks.team_id = ${team_id} and webhooks.active = 1 and webhooks.events_json like ${types}`,
);

/** A new pending delivery of an event to a webhook. */
export function newDeliveryRow(event: EventRow, webhookId: string): DeliveryRow {
  return {
    id: newId('dlv'),
    webhook_id: webhookId,
    event_id: event.id,
    record_id: event.record_id,
    sequence: event.sequence,
    status: 'pending',
    attempts: 0,
    first_failed_at: null,
    next_at: DUE_AT_ONCE,
    scheduled_at: DUE_AT_ONCE,
    leased_by: null,
  };
}

/** A claimed delivery with all data needed to send it. */
export type ClaimedDelivery = Pick<
  DeliveryRow,
  'id' | 'webhook_id' | 'event_id' | 'record_id' | 'sequence' | 'attempts' | 'leased_by'
> &
  Pick<WebhookRow, 'url' | 'secret'> &
  Pick<EventRow, 'type' | 'time' | 'team_id' | 'data_json'>;

interface ClaimOptions {
  /** The current time, by the shared clock. */
  now: number;
  /** When the lease ends for versions of this program without heartbeats. */
  leaseUntil: number;
  /** Id of the worker that claims them. */
  workerId: string;
  /** Limit of concurrent deliveries to one webhook, counted over all processes. */
  maxInFlight: number;
  /** Maximum number of deliveries to claim. */
  limit: number;
}

/** The active, unpaused webhooks that have a delivery due now. */
export async function listDueWebhooks(db: Db, now: number): Promise<Pick<WebhookRow, 'id' | 'consecutive_failures'>[]> {
  return db
    .selectFrom('webhooks')
    .select(['id', 'consecutive_failures'])
    .where('active', '=', 1)
    .where('paused_until', '<=', now)
    .where(({ exists }) =>
      exists(dueDeliveries(db, now).where('deliveries.webhook_id', '=', sql.ref<string>('webhooks.id'))),
    )
    .execute();
}

/** Whether any delivery is pending: otherwise there is nothing to deliver, and nothing to wait for. */
export async function hasPendingDeliveries(db: Db): Promise<boolean> {
  const pending = await db.selectFrom('deliveries').select('id').where('status', '=', 'pending').limit(1).execute();
  return pending.length > 0;
}

/** The earliest future time at which a delivery becomes due or a paused webhook resumes; undefined if there is none. */
export async function nextDueTime(db: Db, now: number): Promise<number | undefined> {
  const [delivery, pause] = await Promise.all([
    db
      .selectFrom('deliveries')
      .select('next_at')
      .where('status', '=', 'pending')
      .where('next_at', '>', now)
      .orderBy('next_at')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('webhooks')
      .select('paused_until')
      .where('active', '=', 1)
      .where('paused_until', '>', now)
      .orderBy('paused_until')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const times = [delivery?.next_at, pause?.paused_until].filter((time) => time !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Claims deliveries of one webhook under a lease. The caller must hold the lock of the webhook's row. */
export async function claimDeliveries(tx: Db, webhookId: string, claim: ClaimOptions): Promise<ClaimedDelivery[]> {
  const { now, leaseUntil, workerId, maxInFlight } = claim;
  const limit = Math.min(claim.limit, maxInFlight - (await countInFlight(tx, webhookId, now)));
  if (limit <= 0) return [];
  const ids = (
    await dueDeliveries(tx, now)
      .where('deliveries.webhook_id', '=', webhookId)
      .orderBy('deliveries.next_at')
      .orderBy('deliveries.sequence')
      .limit(limit)
      .execute()
  ).map((row) => row.id);
  if (ids.length === 0) return [];
  await tx.updateTable('deliveries').set({ next_at: leaseUntil, leased_by: workerId }).where('id', 'in', ids).execute();
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
      'deliveries.leased_by',
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

/**
 * Deliveries that can be sent now: due, with no earlier pending event of the same record, and not leased by a worker with
 * a heartbeat. The lease of one without, a version of this program before heartbeats, ends at `next_at`.
 */
function dueDeliveries(db: Db, now: number) {
  return db
    .selectFrom('deliveries')
    .select('deliveries.id')
    .where('deliveries.status', '=', 'pending')
    .where('deliveries.next_at', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('delivery_workers')
            .select('delivery_workers.id')
            .whereRef('delivery_workers.id', '=', 'deliveries.leased_by'),
        ),
      ),
    )
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

async function countInFlight(db: Db, webhookId: string, now: number): Promise<number> {
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
