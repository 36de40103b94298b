import { scan } from '../../api/index.ts';
import type { WebhookBody } from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import type { ReadWebhook } from '../presenters/webhook.ts';
import { type Created, createIdempotently } from './create-idempotently.ts';
import { asNotApplied, isIndeterminate, readBack, withReadRetries } from './read-back.ts';

/** Creates a webhook idempotently. The idempotency key is the URL and the event types. */
export async function subscribeIdempotently(body: WebhookBody, context: ToolContext): Promise<Created<ReadWebhook>> {
  const { api, signal } = context;
  const knownIds = new Set<unknown>();
  let before: Awaited<ReturnType<typeof findEqual>> | undefined;
  const created = await createIdempotently(
    {
      idempotencyKey: ['webhook', body.url, [...body.events].sort()],
      allowDuplicate: undefined,
      create: async () => {
        // Creation works without the list. Only an unanswered request cannot be resolved then.
        before = await findEqual(body, context).catch(() => undefined);
        for (const { fields } of before?.found ?? []) knownIds.add(fields.id);
        return api.createWebhook({ body, signal });
      },
      find: async () => {
        const after = await findEqual(body, context);
        const found = after.found.find(({ fields }) => !knownIds.has(fields.id));
        return { found, certain: after.certain && (before?.certain ?? false) };
      },
      current: (id) => readBack(() => api.getWebhook({ webhookId: id, signal })),
    },
    context,
  );
  if (!created.note) return created;
  return {
    ...created,
    note: `${created.note} If the platform signs notifications, delete it and create it again to get the secret.`,
  };
}

/** Finds webhooks with the same URL and event types. */
async function findEqual(body: WebhookBody, { api, signal, clock }: ToolContext) {
  const found: ReadWebhook[] = [];
  let undecided = 0;
  const requestedEvents = [...body.events].sort().join();
  const visit = (read: ReadWebhook) => {
    const { url, events } = read.fields;
    if (!url || !events) undecided++;
    else if (url === body.url && [...events].sort().join() === requestedEvents) found.push(read);
  };
  const { complete } = await scan((query) => withReadRetries(() => api.listWebhooks({ query, signal })), visit, {
    clock,
  });
  return { found, certain: complete && undecided === 0 };
}

/** Deletes a webhook. If the platform does not confirm it, checks whether the webhook still exists. */
export async function unsubscribe(webhookId: string, { api, signal }: ToolContext): Promise<string | undefined> {
  try {
    await api.deleteWebhook({ webhookId, signal });
    return undefined;
  } catch (error) {
    if (!isIndeterminate(error, signal)) throw error;
    // "Not found" after an unanswered attempt means that this attempt deleted it.
    const now =
      error.details.kind === 'not_found' ? 'gone' : await readBack(() => api.getWebhook({ webhookId, signal }));
    if (now === 'gone') return 'The platform did not confirm it, but the webhook is gone.';
    throw now === undefined ? error : asNotApplied(error);
  }
}
