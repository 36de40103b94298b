import * as z from 'zod';
import { timestamp } from '../../contract/index.ts';
import { webhookBodySchema } from '../rules/webhook-body.ts';
import type { DashboardEndpoint } from './endpoint.ts';

/** Delivery attempts in one list. */
export const LISTED_ATTEMPTS = 100;

const webhook = {
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  active: z.boolean(),
  disabled_reason: z.string().nullable(),
  disabled_at: timestamp().nullable(),
  consecutive_failures: z.int(),
  last_delivery_at: timestamp().nullable(),
  last_delivery_status: z.string().nullable().describe('An HTTP status, or a kind of error'),
  pending: z.int().describe('Deliveries that are still to be made'),
  failed: z.int().describe('Deliveries that have finally failed'),
};

const attempt = () =>
  z.strictObject({
    at: timestamp(),
    event_id: z.string(),
    type: z.string(),
    duration_ms: z.int(),
    delivered: z.boolean(),
    result: z.string().describe('An HTTP status, or a kind of error'),
  });

const WEBHOOKS = '/dashboard/teams/{team_id}/webhooks';

/** The webhooks of a team, with what became of their deliveries. */
export const WEBHOOK_ENDPOINTS = {
  listTeamWebhooks: {
    method: 'GET',
    path: WEBHOOKS,
    access: 'admin',
    body: null,
    data: () => z.array(z.strictObject(webhook)),
  },
  listTeamWebhookEvents: {
    method: 'GET',
    path: '/dashboard/teams/{team_id}/webhook-events',
    access: 'admin',
    body: null,
    data: () => z.array(z.strictObject({ name: z.string(), description: z.string() })),
  },
  createTeamWebhook: {
    method: 'POST',
    path: WEBHOOKS,
    access: 'admin',
    // Whether an address may be of this computer is decided by the server that receives the request.
    body: webhookBodySchema({ loopback: true }),
    data: () => z.strictObject({ ...webhook, secret: z.string().describe('Signs deliveries. Not shown again.') }),
  },
  deleteTeamWebhook: {
    method: 'DELETE',
    path: `${WEBHOOKS}/{webhook_id}`,
    access: 'admin',
    body: null,
    data: () => z.strictObject({ id: z.string(), deleted: z.literal(true) }),
  },
  listWebhookAttempts: {
    method: 'GET',
    path: `${WEBHOOKS}/{webhook_id}/attempts`,
    access: 'admin',
    body: null,
    data: () => z.array(attempt()).max(LISTED_ATTEMPTS),
  },
  resendDeliveries: {
    method: 'POST',
    path: `${WEBHOOKS}/{webhook_id}/resend`,
    access: 'admin',
    body: z.strictObject({}),
    data: () =>
      z.strictObject({
        requeued: z.int().describe('Deliveries that had finally failed, and are sent again'),
        due_now: z.int().describe('Deliveries that waited for their next attempt, and are due now'),
      }),
  },
  pingWebhook: {
    method: 'POST',
    path: `${WEBHOOKS}/{webhook_id}/ping`,
    access: 'admin',
    body: z.strictObject({}),
    data: attempt,
  },
} as const satisfies Record<string, DashboardEndpoint>;
