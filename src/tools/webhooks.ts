import * as z from 'zod';
import type { Webhook, WebhookBody } from '../contract/index.ts';
import { quoted, say, trusted } from '../lib/sentence.ts';
import { pluralize } from '../lib/text.ts';
import { utcInstant } from '../lib/time/intervals.ts';
import type { ToolContext } from './core/context.ts';
import { defineTool } from './core/define.ts';
import { ToolError } from './core/errors.ts';
import * as field from './core/fields.ts';
import { subscribeIdempotently, unsubscribe } from './idempotency/webhooks.ts';
import { provenance } from './presenters/record.ts';
import { findSigningSecret, presentWebhook, webhookAnswer, webhookShape } from './presenters/webhook.ts';
import { eventTypeShape, presentEventType } from './presenters/webhook-event.ts';
import { allOf, matchesQuery } from './search/filters.ts';
import { list, listOutput, listSummary } from './search/list-tool.ts';
import { assertValidWebhookUrl, rejectHiddenEvents, rejectUnknownEvents } from './search/subscription.ts';

/** Creates a subscription. Writes its secret to a file, because the model does not need it. */
async function create(body: WebhookBody, context: ToolContext) {
  assertValidWebhookUrl(body.url);
  rejectHiddenEvents(body.events, context);
  // The file is created first, because a secret that cannot be stored is lost.
  const file = await context.reserveSecretFile('webhook');
  try {
    await rejectUnknownEvents(body.events, context);
    const { result: read, note } = await subscribeIdempotently(body, context);
    const secret = findSigningSecret(read);
    return {
      ...webhookAnswer(read),
      ...(note ? { note } : {}),
      ...(secret ? { secret_file: await file.write(secret) } : {}),
    };
  } finally {
    await file.discardIfUnused();
  }
}

export const webhookTools = [
  defineTool({
    name: 'list_webhooks',
    title: 'List webhooks',
    description: "List or search the team's event subscriptions.",
    toolset: 'webhooks',
    effect: 'read',
    scope: 'webhooks:manage',
    input: () => z.strictObject({ ...field.searching(), ...field.paging() }),
    output: () => z.object({ items: z.array(webhookShape()), ...listOutput() }),
    summary: (output) => listSummary(output, 'webhooks'),
    run(input, context) {
      const { api, signal } = context;
      return list(
        {
          tool: 'list_webhooks',
          fetch: (query) => api.listWebhooks({ query, signal }),
          shape: presentWebhook,
          sortKey: ({ fields }) => utcInstant(fields.created_at),
          order: 'desc',
          verdict: allOf<typeof Webhook>([input.query && matchesQuery(input.query, context)]),
        },
        input,
        context,
      );
    },
  }),
  defineTool({
    name: 'get_webhook',
    title: 'Get a webhook',
    description: 'Read one event subscription by its id.',
    toolset: 'webhooks',
    effect: 'read',
    scope: 'webhooks:manage',
    input: () => z.strictObject({ webhook_id: field.webhookId() }),
    output: () => z.object({ webhook: webhookShape(), ...provenance() }),
    async run({ webhook_id: webhookId }, { api, signal }) {
      return webhookAnswer(await api.getWebhook({ webhookId, signal }));
    },
  }),
  defineTool({
    name: 'list_webhook_events',
    title: 'List webhook event types',
    description: 'List the event types that a webhook can subscribe to.',
    toolset: 'webhooks',
    effect: 'read',
    scope: null,
    input: () => z.strictObject(field.paging()),
    output: () => z.object({ items: z.array(eventTypeShape()), ...listOutput() }),
    summary: (output) => listSummary(output, 'event types'),
    async run(query, { api, signal }) {
      const { items, ...page } = await api.listWebhookEvents({ query, signal });
      const named = items.flatMap(presentEventType);
      const unnamed = items.length - named.length;
      const omitted = `${pluralize(unnamed, 'event type')} without a name in a known field.`;
      return { items: named, ...page, ...(unnamed > 0 ? { omitted } : {}) };
    },
  }),
  defineTool({
    name: 'manage_webhooks',
    title: 'Create or delete a webhook',
    description: 'Create an event subscription (url, events) or delete one (webhook_id).',
    toolset: 'webhooks',
    effect: 'delete',
    scope: 'webhooks:manage',
    input: () =>
      z.strictObject({
        action: z.enum(['create', 'delete']),
        url: z
          .url({ protocol: /^https?$/ })
          .max(2_048)
          .optional()
          .describe('create: where notifications go'),
        events: z
          .array(z.string().min(1).max(128))
          .min(1)
          .max(100)
          .optional()
          .describe('create: names from the event catalogue'),
        additional_fields: field.additionalFields().optional(),
        webhook_id: field.webhookId().optional().describe('delete'),
      }),
    output: () =>
      z.object({
        action: z.enum(['create', 'delete']),
        webhook: webhookShape().optional(),
        deleted: z.string().optional().describe('Id of the deleted webhook'),
        note: z.string().optional(),
        secret_file: z.string().optional().describe('Where the signing secret was put'),
        ...provenance(),
      }),
    summary: (output) => (output.action === 'create' ? 'The webhook was created.' : 'The webhook was deleted.'),
    async confirm({ action, webhook_id: webhookId }, { api, signal }) {
      if (action !== 'delete' || !webhookId) return undefined;
      const { fields } = await api.getWebhook({ webhookId, signal });
      const events = fields.events ? quoted(fields.events.join(', '), 200) : trusted('events');
      const address = fields.url ? quoted(fields.url, 200) : trusted('an address the platform does not name');
      return say`Delete webhook ${webhookId}, which sends ${events} to ${address}?`;
    },
    async run({ action, url, events, webhook_id: webhookId, additional_fields: additional }, context) {
      if (action === 'delete') {
        if (!webhookId || url || events || additional)
          throw new ToolError('action delete takes webhook_id and nothing else.');
        const note = await unsubscribe(webhookId, context);
        return { action, deleted: webhookId, ...(note ? { note } : {}) };
      }
      if (!url || !events || webhookId) throw new ToolError('action create takes url and events (and no webhook_id).');
      return { action, ...(await create({ ...additional, url, events }, context)) };
    },
  }),
];
