import type { Webhook } from '../../../contract/index.ts';
import type { Db, WebhookRow } from '../schema/schema.ts';
import { toIso, toIsoOrNull } from '../time.ts';

/** All webhook subscriptions of the team, newest first. Their number is limited, so there is no paging. */
export async function listWebhooks(db: Db, teamId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('team_id', '=', teamId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function findWebhook(db: Db, teamId: string, id: string): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
}

/** Finds a webhook of any team, for the operator. */
export async function findAnyWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
}

type NewWebhookRow = Pick<WebhookRow, 'id' | 'team_id' | 'url' | 'events_json' | 'secret' | 'created_at'>;

export async function insertWebhook(tx: Db, webhook: NewWebhookRow): Promise<WebhookRow> {
  const row: WebhookRow = {
    ...webhook,
    active: 1,
    disabled_reason: null,
    disabled_at: null,
    consecutive_failures: 0,
    failing_since: null,
    last_delivery_at: null,
    last_delivery_status: null,
    paused_until: 0,
  };
  await tx.insertInto('webhooks').values(row).execute();
  return row;
}

/** Deletes a webhook with its deliveries. Returns false if there was no such webhook. */
export async function deleteWebhook(tx: Db, teamId: string, id: string): Promise<boolean> {
  const result = await tx.deleteFrom('webhooks').where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export function webhookRecord(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: JSON.parse(row.events_json) as string[],
    active: row.active === 1,
    disabled_reason: row.disabled_reason,
    disabled_at: toIsoOrNull(row.disabled_at),
    consecutive_failures: row.consecutive_failures,
    last_delivery_at: toIsoOrNull(row.last_delivery_at),
    last_delivery_status: row.last_delivery_status,
    created_at: toIso(row.created_at),
  };
}
