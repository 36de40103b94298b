import type { WebhookBody } from '../../contract/index.ts';
import { newId } from '../../lib/ids.ts';
import { forbidden, HttpError, notFound } from '../http/errors.ts';
import type { Handlers } from '../http/router.ts';
import { newSigningSecret } from '../rules/signing-secret.ts';
import { webhookBodySchema } from '../rules/webhook-body.ts';
import { scopeOfEvent, WEBHOOK_EVENTS } from '../rules/webhook-events.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  webhookRecord,
} from '../store/deliveries/webhooks.ts';
import { slicePage } from '../store/paging.ts';
import type { RouteContext } from './context.ts';

/** Maximum webhooks per team. */
const MAX_WEBHOOKS = 50;

type Names = 'listWebhooks' | 'createWebhook' | 'getWebhook' | 'deleteWebhook' | 'listWebhookEvents';

export function webhookRoutes({ store, clock, loopback }: RouteContext): Pick<Handlers, Names> {
  const Body = webhookBodySchema({ loopback });
  return {
    async listWebhooks({ caller, page }) {
      const webhooks = await store.readUncoordinated((db) => listWebhooks(db, caller.teamId));
      return slicePage(webhooks.map(webhookRecord), page);
    },
    async createWebhook({ caller, body }) {
      const { url, events } = await body(Body);
      const missing = new Set(events.map(scopeOfEvent).filter((scope) => !caller.scopes.includes(scope)));
      if (missing.size > 0) throw forbidden(...missing);
      return createWebhook({ store, clock }, caller.teamId, { url, events });
    },
    async getWebhook({ caller, params }) {
      const row = await store.readUncoordinated((db) => findWebhook(db, caller.teamId, params.webhookId));
      if (!row) throw notFound('webhook');
      return webhookRecord(row);
    },
    async deleteWebhook({ caller, params }) {
      const existed = await store.write((tx) => deleteWebhook(tx, caller.teamId, params.webhookId), {
        team: caller.teamId,
      });
      if (!existed) throw notFound('webhook');
      return { id: params.webhookId, deleted: true };
    },
    listWebhookEvents: async ({ page }) => slicePage(WEBHOOK_EVENTS, page),
  };
}

/** Creates a webhook of a team. Only the result has its secret. Throws 400 if the team has too many. */
export async function createWebhook(
  { store, clock }: Pick<RouteContext, 'store' | 'clock'>,
  teamId: string,
  { url, events }: WebhookBody,
) {
  const secret = newSigningSecret();
  const row = await store.write(
    async (tx) => {
      if ((await listWebhooks(tx, teamId)).length >= MAX_WEBHOOKS) throw tooManyWebhooks();
      return insertWebhook(tx, {
        id: newId('wh'),
        team_id: teamId,
        url,
        events_json: JSON.stringify(events),
        secret,
        created_at: clock.now(),
      });
    },
    { team: teamId },
  );
  return { ...webhookRecord(row), secret };
}

const tooManyWebhooks = () =>
  new HttpError(400, {
    error: 'limit_reached',
    message: `A team can have ${MAX_WEBHOOKS} webhooks. Delete one that is no longer needed.`,
  });
