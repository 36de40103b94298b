import type { Notification } from '../../contract/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Attempt } from '../deliveries/attempt.ts';
import type { DeliverySettings } from '../deliveries/settings.ts';
import { insertAttempts, listAttempts } from '../store/attempts.ts';
import { beginAnew, countDeliveries } from '../store/redeliveries.ts';
import type { DeliveryAttemptRow, WebhookRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { toIso, toIsoOrNull } from '../store/time.ts';
import { enableWebhook } from '../store/webhook-health.ts';
import { findAnyWebhook, listWebhooks } from '../store/webhooks.ts';

/** A webhook and how sending to it goes. Times are ISO 8601 in UTC. */
export interface WebhookInfo {
  id: string;
  teamId: string;
  url: string;
  events: string[];
  active: boolean;
  /** Why nothing is sent to it any more. */
  disabledReason: string | null;
  disabledAt: string | null;
  consecutiveFailures: number;
  lastDeliveryAt: string | null;
  /** An HTTP status or a kind of error. */
  lastDeliveryStatus: string | null;
  /** Deliveries that are not over. */
  pending: number;
  /** Deliveries that failed for good. */
  failed: number;
}

/** One attempt to send. */
export interface AttemptInfo {
  at: string;
  eventId: string;
  type: string;
  durationMs: number;
  /** Whether the other side took it. */
  delivered: boolean;
  /** An HTTP status or a kind of error. */
  result: string;
}

export interface OperatorWebhooks {
  /** The webhooks of a team (default: the first), latest created first. */
  list(options?: { teamId?: string }): Promise<WebhookInfo[]>;
  /** The last attempts to send to a webhook (at most 1,000), latest first; undefined when there is no such webhook. */
  log(webhookId: string, limit: number): Promise<AttemptInfo[] | undefined>;
  /**
   * Has something sent again, by whichever process delivers: all that failed of a webhook, which is enabled again; one
   * delivery; or one event to every active webhook that it was for, or to the named one whether it was for it or not.
   * How many deliveries begin anew; undefined when nothing has this id.
   */
  redeliver(id: string, options?: { webhookId?: string | undefined }): Promise<number | undefined>;
  /** Sends an event of type `ping` now, from this process, and says what came of it; undefined: no such webhook. */
  ping(webhookId: string): Promise<AttemptInfo | undefined>;
}

export function operatorWebhooks(
  store: Store,
  clock: Clock,
  { settings, logger }: { settings: DeliverySettings; logger: Logger },
  firstTeamId: string,
): OperatorWebhooks {
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
        if (!(await findAnyWebhook(tx, id))) return beginAnew(tx, { id, webhookId });
        await enableWebhook(tx, id);
        return beginAnew(tx, { failedOf: id });
      }),
    async ping(webhookId) {
      const webhook = await store.read((db) => findAnyWebhook(db, webhookId));
      if (!webhook) return undefined;
      const notification = createPing(webhook, clock.now());
      const at = await store.read(store.now);
      const { attemptDelivery } = await import('../deliveries/attempt.ts');
      const { signal } = new AbortController();
      const made = (await attemptDelivery(webhook, notification, { at, signal, settings, logger })) as Attempt;
      const row = attemptRow(webhook.id, notification, made);
      await store.write(async (tx) => {
        if (await findAnyWebhook(tx, webhookId)) await insertAttempts(tx, [row]);
      });
      return attemptInfo(row);
    },
  };
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

function attemptRow(webhookId: string, { id, type }: Notification, made: Attempt): DeliveryAttemptRow {
  const { at, durationMs, status, error } = made;
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
