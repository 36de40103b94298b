import { Booking, CallEvent, Notification, type Resource, type WebhookEvent } from '../../src/contract/index.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { WEBHOOK_EVENTS } from '../../src/platform/rules/webhook-events.ts';
import { envelope, jsonBody } from './operations.ts';
import { type Components, recordJsonSchema, refTo, resourceName } from './schemas.ts';

/** The record in the notifications of an event type, by the first word of its name. */
const RECORDS: Record<string, Resource> = { booking: Booking, call: CallEvent };

/** Sent by `rcpt-mcp platform webhooks ping` to one webhook, whatever it has subscribed to. */
const PING = { name: 'ping', description: 'The operator tests a webhook' };

/** The headers of Standard Webhooks, as `components.parameters`. */
export const NOTIFICATION_HEADERS: Components = Object.fromEntries(
  [
    header('webhook-id', 'Id of the event: the same in each of its deliveries.', { type: 'string' }),
    header('webhook-timestamp', 'Time of this attempt, in seconds since 1970.', { type: 'string', pattern: '^\\d+$' }),
    header(
      'webhook-signature',
      '`v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the signing secret, in base64.',
      { type: 'string', pattern: '^v1,[A-Za-z0-9+/]+=*$' },
    ),
  ].map((parameter) => [parameter.name, parameter]),
);

/** What the answers of a subscriber mean, as `components.responses`. */
export const NOTIFICATION_RESPONSES: Components = {
  NotificationAccepted: { description: 'The notification was accepted. The body is ignored.' },
  WebhookDisabled: { description: 'The webhook is disabled.' },
  NotificationSentAgain: {
    description: 'The notification is sent again later, after `Retry-After` of 429 and 503.',
    headers: { 'Retry-After': refTo('headers', 'Retry-After') },
  },
};

function header(name: string, description: string, schema: JsonObject): { name: string } & JsonObject {
  return { name, in: 'header', required: true, description, schema };
}

/** The notifications to subscribers, one for each event type. Adds the schemas that they refer to. */
export function webhookNotifications(schemas: Components): JsonObject {
  schemas.Notification = recordJsonSchema(Notification);
  const ping = operation(PING, envelope({ webhook_id: { type: 'string' } }));
  return {
    ...Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event.name, operation(event, recordOf(event, schemas))])),
    [PING.name]: ping,
  };
}

function recordOf({ name }: WebhookEvent, schemas: Components): JsonObject {
  const resource = RECORDS[name.split('.')[0] ?? ''];
  if (!resource) throw new Error(`scripts/openapi/webhooks.ts has no record for the event ${name}`);
  schemas[resourceName(resource)] ??= recordJsonSchema(resource);
  return refTo('schemas', resourceName(resource));
}

function operation({ name, description }: WebhookEvent, data: JsonObject): JsonObject {
  const properties = { type: { const: name }, data };
  return {
    post: {
      operationId: `on${name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      summary: description,
      description: 'Sent at least once, in the order of the events of a record. Redirects are failures.',
      tags: ['webhooks'],
      security: [],
      parameters: Object.keys(NOTIFICATION_HEADERS).map((name) => refTo('parameters', name)),
      requestBody: jsonBody({ allOf: [refTo('schemas', 'Notification'), { properties }] }),
      responses: {
        '2XX': refTo('responses', 'NotificationAccepted'),
        410: refTo('responses', 'WebhookDisabled'),
        default: refTo('responses', 'NotificationSentAgain'),
      },
    },
  };
}
