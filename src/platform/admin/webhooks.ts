import type { Notification } from '../../contract/index.ts';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Attempt } from '../deliveries/attempt.ts';
import type { DeliverySettings } from '../deliveries/settings.ts';
import { insertAttempts, listAttempts } from '../store/deliveries/attempts.ts';
import {
  countDeliveries,
  type Redelivery,
  redeliverOne,
  redeliverWebhook,
  teamOfEvent,
} from '../store/deliveries/redeliveries.ts';
import { findAnyWebhook, findWebhook, listWebhooks } from '../store/deliveries/webhooks.ts';
import type { Db, DeliveryAttemptRow, WebhookRow } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import { toIso, toIsoOrNull } from '../store/time.ts';

/** A webhook and its delivery status. Times are ISO 8601 in UTC. */
export interface WebhookInfo {
  id: string;
  teamId: string;
  url: string;
  events: string[];
  active: boolean;
  /** Why it was disabled. */
  disabledReason: string | null;
  disabledAt: string | null;
  consecutiveFailures: number;
  lastDeliveryAt: string | null;
  /** An HTTP status or a kind of error. */
  lastDeliveryStatus: string | null;
  /** Number of pending deliveries. */
  pending: number;
  /** Number of finally failed deliveries. */
  failed: number;
}

/** One delivery attempt. */
export interface AttemptInfo {
  at: string;
  eventId: string;
  type: string;
  durationMs: number;
  /** True if the receiver accepted it with a 2xx status. */
  delivered: boolean;
  /** An HTTP status or a kind of error. */
  result: string;
}

/** An event that cannot be sent to a webhook. The message is a sentence for the operator; nothing was changed. */
export class RedeliveryError extends Error {
  override readonly name = 'RedeliveryError';
}

export interface AdminWebhooks {
  /** Lists the webhooks of a team (default: the first), newest first. */
  list(options?: { teamId?: string }): Promise<WebhookInfo[]>;
  /** Lists the last delivery attempts of a webhook (at most 1,000), newest first; undefined if there is no such webhook. */
  log(webhookId: string, limit: number): Promise<AttemptInfo[] | undefined>;
  /**
   * Requeues finished deliveries and makes pending ones due that wait, also for the end of a pause. Any delivering process
   * then sends them. What is being sent is left alone. By the id of a webhook: all its failed deliveries and all that wait;
   * the webhook is enabled. By the id of a delivery: that one. By the id of an event: its deliveries to all active webhooks
   * that it was for, or to `webhookId` even if it was not for that one. These two also make pending deliveries due that are
   * of the same record. Resolves to undefined if the id is unknown. Rejects with `RedeliveryError` if `webhookId` cannot
   * get it.
   */
  redeliver(id: string, options?: { webhookId?: string | undefined }): Promise<Redelivery | undefined>;
  /**
   * Sends a `ping` event from this process and returns the result; undefined if there is no such webhook.
   * @param options.loopback whether it may be sent to this computer; by default as events are.
   */
  ping(webhookId: string, options?: { loopback?: boolean | undefined }): Promise<AttemptInfo | undefined>;
}

export function adminWebhooks(
  store: Store,
  clock: Clock,
  { settings, logger }: { settings: DeliverySettings; logger: Logger },
  firstTeamId: string,
): AdminWebhooks {
  return {
    list: ({ teamId = firstTeamId } = {}) =>
      store.read(async (db) => {
        const infos: WebhookInfo[] = [];
        for (const row of await listWebhooks(db, teamId)) {
          infos.push(webhookInfo(row, await countDeliveries(db, row.id)));
        }
        return infos;
      }),
    log: (webhookId, limit) =>
      store.read(async (db) => {
        if (!(await findAnyWebhook(db, webhookId))) return undefined;
        return (await listAttempts(db, webhookId, limit)).map(attemptInfo);
      }),
    redeliver: (id, { webhookId } = {}) =>
      store.write(async (tx) => {
        if (webhookId !== undefined) await assertCanReceive(tx, webhookId, id);
        const now = await store.now(tx);
        if (webhookId === undefined && (await findAnyWebhook(tx, id))) return redeliverWebhook(tx, id, now);
        return redeliverOne(tx, { id, webhookId }, now);
      }, 'all'),
    async ping(webhookId, { loopback = settings.loopback } = {}) {
      const webhook = await store.read((db) => findAnyWebhook(db, webhookId));
      if (!webhook) return undefined;
      const notification = createPing(webhook, clock.now());
      const at = await store.read(store.now);
      const { attemptDelivery } = await import('../deliveries/attempt.ts');
      const { signal } = new AbortController();
      const options = { at, signal, settings: { ...settings, loopback }, logger };
      const result = (await attemptDelivery(webhook, notification, options)) as Attempt;
      const row = attemptRow(webhook.id, notification, result);
      await store.write(async (tx) => {
        if (await findAnyWebhook(tx, webhookId)) await insertAttempts(tx, [row]);
      }, 'all');
      return attemptInfo(row);
    },
  };
}

async function assertCanReceive(db: Db, webhookId: string, eventId: string): Promise<void> {
  const teamId = await teamOfEvent(db, eventId);
  if (teamId === undefined)
    throw new RedeliveryError(
      `There is no event ${eventId}: only the id of an event takes that of a webhook after it.`,
    );
  const webhook = await findWebhook(db, teamId, webhookId);
  if (!webhook) throw new RedeliveryError(`There is no webhook ${webhookId}.`);
  if (webhook.active === 1) return;
  throw new RedeliveryError(
    `The webhook ${webhookId} is disabled: ${webhook.disabled_reason}. Redeliver ${webhookId} alone to enable it, which also sends its failed events.`,
  );
}

function createPing(webhook: WebhookRow, now: number): Notification {
  return {
    id: newId('evt'),
    type: 'ping',
    time: toIso(now),
    team_id: webhook.team_id,
    data: { webhook_id: webhook.id },
  };
}

function attemptRow(webhookId: string, { id, type }: Notification, result: Attempt): DeliveryAttemptRow {
  const { at, durationMs, status, error } = result;
  return { id: newId('att'), webhook_id: webhookId, event_id: id, type, at, duration_ms: durationMs, status, error };
}

function attemptInfo({ at, event_id, type, duration_ms, status, error }: DeliveryAttemptRow): AttemptInfo {
  return {
    at: toIso(at),
    eventId: event_id,
    type,
    durationMs: duration_ms,
    delivered: status !== null && status >= 200 && status < 300,
    result: error ?? String(status),
  };
}

function webhookInfo(row: WebhookRow, counts: { pending: number; failed: number }): WebhookInfo {
  return {
    id: row.id,
    teamId: row.team_id,
    url: row.url,
    events: JSON.parse(row.events_json) as string[],
    active: row.active === 1,
    disabledReason: row.disabled_reason,
    disabledAt: toIsoOrNull(row.disabled_at),
    consecutiveFailures: row.consecutive_failures,
    lastDeliveryAt: toIsoOrNull(row.last_delivery_at),
    lastDeliveryStatus: row.last_delivery_status,
    ...counts,
  };
}
