import type { Webhook } from '../../contract/index.ts';
import type { Db, WebhookRow } from './schema.ts';
import { toIso } from './time.ts';

/** All webhook subscriptions of the team, latest created first. Their number is limited, so they are read whole. */
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

export async function insertWebhook(tx: Db, webhook: WebhookRow): Promise<void> {
  await tx.insertInto('webhooks').values(webhook).execute();
}

/** Whether there was such a subscription to delete. */
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
    created_at: toIso(row.created_at),
  };
}
