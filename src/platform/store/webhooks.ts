import type { Webhook } from '../../contract/index.ts';
import { addToTotal, type Listed, type Page, readPage, totalOf } from './paging.ts';
import type { Db, WebhookRow } from './schema.ts';
import { toIso } from './time.ts';

/** All webhook subscriptions of the team, latest created first. */
export async function listWebhooks(db: Db, teamId: string, page: Page): Promise<Listed<WebhookRow>> {
  return readPage(await totalOf(db, teamId, 'webhooks'), page, 'desc', ({ direction, limit, offset }) =>
    db
      .selectFrom('webhooks')
      .selectAll()
      .where('team_id', '=', teamId)
      .orderBy('created_at', direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
  );
}

export async function findWebhook(db: Db, teamId: string, id: string): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
}

export async function insertWebhook(tx: Db, webhook: WebhookRow): Promise<void> {
  await tx.insertInto('webhooks').values(webhook).execute();
  await addToTotal(tx, webhook.team_id, 'webhooks', 1);
}

/** Whether there was such a subscription to delete. */
export async function deleteWebhook(tx: Db, teamId: string, id: string): Promise<boolean> {
  const result = await tx.deleteFrom('webhooks').where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
  if (result.numDeletedRows === 0n) return false;
  await addToTotal(tx, teamId, 'webhooks', -1);
  return true;
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
