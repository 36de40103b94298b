import type { WebhookBody } from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import { type Replaced, subscribeIdempotently } from '../idempotency/webhooks.ts';
import { findSigningSecret, webhookAnswer } from '../presenters/webhook.ts';
import { assertValidWebhookUrl, rejectHiddenEvents, rejectUnknownEvents } from './subscription.ts';

/**
 * Creates a subscription. Writes its secret to a file, because the model does not need it.
 * @param replaced the webhook that it replaces.
 */
export async function createSubscription(body: WebhookBody, context: ToolContext, replaced?: Replaced) {
  assertValidWebhookUrl(body.url);
  rejectHiddenEvents(body.events, context);
  // The file is created first, because a secret that cannot be stored is lost.
  const file = await context.reserveSecretFile('webhook');
  try {
    await rejectUnknownEvents(body.events, context);
    const { result: read, note } = await subscribeIdempotently(body, context, replaced);
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
