import { scan } from '../../api/index.ts';
import type { WebhookBody } from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import type { ReadWebhook } from '../presenters/webhook.ts';
import { type Created, createIdempotently } from './create-idempotently.ts';
import { asNotApplied, isIndeterminate, readBack, withReadRetries } from './read-back.ts';

/** Subscribes once: see `once`. The same wish is the same address and events. */
export async function subscribeIdempotently(body: WebhookBody, context: ToolContext): Promise<Created<ReadWebhook>> {
  const { api, signal } = context;
  const known = new Set<unknown>();
  let before: Awaited<ReturnType<typeof alike>> | undefined;
  const made = await createIdempotently(
    {
      idempotencyKey: ['webhook', body.url, [...body.events].sort()],
      allowDuplicate: undefined,
      create: async () => {
        // Without the list it can be created as well, only not looked for afterwards.
        before = await alike(body, context).catch(() => undefined);
        for (const { fields } of before?.found ?? []) known.add(fields.id);
        return api.createWebhook({ body, signal });
      },
      find: async () => {
        const after = await alike(body, context);
        const fresh = after.found.find(({ fields }) => !known.has(fields.id));
        return { found: fresh, certain: after.certain && (before?.certain ?? false) };
      },
      current: (id) => readBack(() => api.getWebhook({ webhookId: id, signal })),
    },
    context,
  );
  if (!made.note) return made;
  return {
    ...made,
    note: `${made.note} If the platform signs notifications, delete it and create it again to get the secret.`,
  };
}

/** Subscriptions to the same address and events. */
async function alike(body: WebhookBody, { api, signal, clock }: ToolContext) {
  const found: ReadWebhook[] = [];
  let unclear = 0;
  const events = [...body.events].sort().join();
  const visit = (read: ReadWebhook) => {
    const { url, events: theirs } = read.fields;
    if (!url || !theirs) unclear++;
    else if (url === body.url && [...theirs].sort().join() === events) found.push(read);
  };
  const seen = await scan((query) => withReadRetries(() => api.listWebhooks({ query, signal })), visit, { clock });
  return { found, certain: seen.complete && unclear === 0 };
}

/** Deletes, and where the platform did not confirm it, asks whether it is still there. */
export async function unsubscribe(webhookId: string, { api, signal }: ToolContext): Promise<string | undefined> {
  try {
    await api.deleteWebhook({ webhookId, signal });
    return undefined;
  } catch (error) {
    if (!isIndeterminate(error, signal)) throw error;
    // Not found after an attempt that was not answered: that one deleted it.
    const gone =
      error.details.kind === 'not_found' ? 'gone' : await readBack(() => api.getWebhook({ webhookId, signal }));
    if (gone === 'gone') return 'The platform did not confirm it, but the webhook is gone.';
    throw gone === undefined ? error : asNotApplied(error);
  }
}
