import type { AdminWebhooks, AttemptInfo, WebhookInfo } from '../admin/webhooks.ts';
import { validate } from '../http/body.ts';
import { notFound } from '../http/errors.ts';
import type { RouteContext } from '../routes/context.ts';
import { createWebhook } from '../routes/webhooks.ts';
import { webhookBodySchema } from '../rules/webhook-body.ts';
import { WEBHOOK_EVENTS } from '../rules/webhook-events.ts';
import { deleteWebhook, findWebhook } from '../store/deliveries/webhooks.ts';
import { LISTED_ATTEMPTS } from './endpoints-webhooks.ts';
import type { DashboardHandlers, DashboardRequest } from './router.ts';

type Names =
  | 'listTeamWebhooks'
  | 'listTeamWebhookEvents'
  | 'createTeamWebhook'
  | 'deleteTeamWebhook'
  | 'listWebhookAttempts'
  | 'resendDeliveries'
  | 'pingWebhook';

/** The webhooks of a team, and what became of their deliveries. */
export function dashboardWebhookRoutes(context: RouteContext, admin: AdminWebhooks): Pick<DashboardHandlers, Names> {
  const { store } = context;
  const Body = webhookBodySchema({ loopback: context.loopback });
  /** The id of the path. The operator's operations find webhooks of every team, so that this one must be the user's. */
  const ownWebhook = async ({ team, params }: Pick<DashboardRequest<'deleteTeamWebhook'>, 'team' | 'params'>) => {
    const id = params.webhook_id ?? '';
    if (!(await store.readUncoordinated((db) => findWebhook(db, team.id, id)))) throw notFound('webhook');
    return id;
  };
  return {
    async listTeamWebhooks({ team }) {
      return (await admin.list({ teamId: team.id })).map(webhookOf);
    },
    listTeamWebhookEvents: async () => [...WEBHOOK_EVENTS],
    async createTeamWebhook({ team, body }) {
      // Whether an address may be of this computer depends on the server.
      const created = await createWebhook(context, team.id, validate(Body, body));
      const { created_at: _, secret, ...webhook } = created;
      return { ...webhook, pending: 0, failed: 0, secret };
    },
    async deleteTeamWebhook({ team, params: { webhook_id: id = '' } }) {
      if (!(await store.write((tx) => deleteWebhook(tx, team.id, id), { team: team.id }))) throw notFound('webhook');
      return { id, deleted: true };
    },
    async listWebhookAttempts(request) {
      const attempts = await admin.log(await ownWebhook(request), LISTED_ATTEMPTS);
      return (attempts ?? []).map(attemptOf);
    },
    async resendDeliveries(request) {
      const redelivery = await admin.redeliver(await ownWebhook(request));
      return { requeued: redelivery?.requeued ?? 0, due_now: redelivery?.dueNow ?? 0 };
    },
    async pingWebhook(request) {
      const attempt = await admin.ping(await ownWebhook(request));
      // It was deleted meanwhile.
      if (!attempt) throw notFound('webhook');
      return attemptOf(attempt);
    },
  };
}

const webhookOf = (webhook: WebhookInfo) => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  active: webhook.active,
  disabled_reason: webhook.disabledReason,
  disabled_at: webhook.disabledAt,
  consecutive_failures: webhook.consecutiveFailures,
  last_delivery_at: webhook.lastDeliveryAt,
  last_delivery_status: webhook.lastDeliveryStatus,
  pending: webhook.pending,
  failed: webhook.failed,
});

const attemptOf = (attempt: AttemptInfo) => ({
  at: attempt.at,
  event_id: attempt.eventId,
  type: attempt.type,
  duration_ms: attempt.durationMs,
  delivered: attempt.delivered,
  result: attempt.result,
});
