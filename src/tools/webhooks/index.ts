import * as z from 'zod';
import type { Webhook } from '../../contract/index.ts';
import { pluralize } from '../../lib/text/text.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import { defineTool } from '../core/define.ts';
import * as field from '../core/fields.ts';
import { provenance } from '../presenters/record.ts';
import { presentWebhook, webhookAnswer, webhookShape } from '../presenters/webhook.ts';
import { eventTypeName, eventTypeShape, presentEventType } from '../presenters/webhook-event.ts';
import { allOf, matchesQuery } from '../search/filters.ts';
import { list, listOutput, listSummary } from '../search/list-tool.ts';
import { manageWebhooks } from './manage-webhooks.ts';

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
    textAdvice: 'get_webhook has the whole',
    async run(input, context) {
      const { api, signal } = context;
      return list(
        {
          tool: 'list_webhooks',
          fetch: (query) => api.listWebhooks({ query, signal }),
          shape: presentWebhook,
          sortKey: ({ fields }) => utcInstant(fields.created_at),
          order: 'desc',
          verdict: allOf<typeof Webhook>([input.query && (await matchesQuery(input.query, context))]),
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
    input: () => z.strictObject({ ...field.paging(), cursor: field.searching().cursor }),
    output: () => z.object({ items: z.array(eventTypeShape()), ...listOutput() }),
    summary: (output) => listSummary(output, 'event types'),
    async run(input, context) {
      const { api, signal } = context;
      let unnamed = 0;
      const page = await list(
        {
          tool: 'list_webhook_events',
          fetch: (query) => api.listWebhookEvents({ query, signal }),
          shape: presentEventType,
          isShown(read) {
            const isNamed = eventTypeName(read) !== undefined;
            if (!isNamed) unnamed++;
            return isNamed;
          },
          sortKey: eventTypeName,
          order: 'asc',
          verdict: undefined,
        },
        input,
        context,
      );
      const omitted = `${pluralize(unnamed, 'event type')} without a name in a known field.`;
      return { ...page, ...(unnamed > 0 ? { omitted } : {}) };
    },
  }),
  manageWebhooks,
];
