import * as z from 'zod';
import { quoted, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import { defineTool } from '../core/define.ts';
import { ToolError } from '../core/errors.ts';
import * as field from '../core/fields.ts';
import { sentence } from '../output/sentence.ts';
import { provenance } from '../presenters/record.ts';
import { type ReadWebhook, webhookShape } from '../presenters/webhook.ts';

const ACTIONS = ['create', 'replace', 'delete'] as const;

export const manageWebhooks = defineTool({
  name: 'manage_webhooks',
  title: 'Manage webhooks',
  description:
    'Create an event subscription (url, events), replace or delete one (webhook_id). A replacement keeps url and events unless given; the old one is deleted last.',
  toolset: 'webhooks',
  effect: 'delete',
  scope: 'webhooks:manage',
  input: () =>
    z.strictObject({
      action: z.enum(ACTIONS),
      url: z
        .url({ protocol: /^https?$/ })
        .max(2_048)
        .optional()
        .describe('URL that receives notifications'),
      events: z.array(z.string().min(1).max(128)).min(1).max(100).optional().describe('Names from list_webhook_events'),
      additional_fields: field.additionalFields().optional(),
      webhook_id: field.webhookId().optional().describe('To replace or delete'),
    }),
  output: () =>
    z.object({
      action: z.enum(ACTIONS),
      changed: z.literal(false).optional(),
      webhook: webhookShape().optional(),
      deleted: z.string().optional().describe('Id of the deleted webhook'),
      old_webhook_id: z.string().optional().describe('Id of the replaced webhook, if it exists or may still exist'),
      note: sentence().optional(),
      secret_file: z.string().optional().describe('File with the signing secret'),
      ...provenance(),
    }),
  summary({ action, changed, old_webhook_id: oldId }) {
    if (action === 'create')
      return changed === false ? 'This webhook exists already: no second one was created.' : 'The webhook was created.';
    if (action === 'delete') return 'The webhook was deleted.';
    if (changed === false) return 'Nothing was changed: the same request replaced this webhook before.';
    return oldId === undefined
      ? 'The webhook was replaced: the new one exists, the old one is deleted.'
      : 'The new webhook was created, but the old one was not deleted for certain.';
  },
  async confirm({ action, webhook_id: webhookId, url, events }, context) {
    if (action === 'create' || !webhookId) return undefined;
    if (action === 'delete') {
      const { api, signal } = context;
      return say`Delete the webhook that ${purpose(await api.getWebhook({ webhookId, signal }))}?`;
    }
    const { findWebhook, replacementBody } = await import('./replace-subscription.ts');
    const old = await findWebhook(webhookId, context);
    // Without the old one nothing is created or deleted.
    if (!old) return undefined;
    const replacement = purpose({ fields: replacementBody(old, { url, events }) });
    return say`${undelivered(old)}Replace the webhook that ${purpose(old)} by one with a new secret, which ${replacement}?`;
  },
  async run({ action, url, events, webhook_id: webhookId, additional_fields: additional }, context) {
    if (action === 'create') {
      if (!url || !events || webhookId) throw new ToolError('action create takes url and events (and no webhook_id).');
      const { createSubscription } = await import('./create-subscription.ts');
      const created = await createSubscription({ ...additional, url, events }, context);
      return { action, ...(context.audited.repeated ? { changed: false as const } : {}), ...created };
    }
    if (action === 'replace') {
      if (!webhookId) throw new ToolError('action replace takes webhook_id, and url or events if they change.');
      const { replaceWebhook } = await import('./replace-subscription.ts');
      return { action, ...(await replaceWebhook(webhookId, { ...additional, url, events }, context)) };
    }
    if (!webhookId || url || events || additional)
      throw new ToolError('action delete takes webhook_id and nothing else.');
    const { unsubscribe } = await import('../idempotency/webhooks.ts');
    const note = await unsubscribe(webhookId, context);
    return { action, deleted: webhookId, ...(note ? { note } : {}) };
  },
});

/**
 * The platform deletes what it has not delivered yet together with the webhook. Their number rises with every attempt: it is left
 * out, because a question whose words change while its user answers is asked again.
 */
function undelivered({ fields: { consecutive_failures: failures } }: ReadWebhook): Sentence {
  return failures
    ? say`The last deliveries to this webhook failed: events that it has not received yet are lost with it. `
    : trusted('');
}

function purpose({ fields }: { fields: Pick<ReadWebhook['fields'], 'url' | 'events'> }): Sentence {
  const events = fields.events ? quoted(fields.events.join(', '), 200) : trusted('events');
  const address = fields.url ? quoted(fields.url, 200) : trusted('an address the platform does not name');
  return say`sends ${events} to ${address}`;
}
