import { ApiError, scan } from '../../api/index.ts';
import { readRecord, Webhook, type WebhookBody } from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import { findSigningSecret, type ReadWebhook } from '../presenters/webhook.ts';
import { type Comparison, compareFields, sortedSet } from './comparison.ts';
import { createIdempotently } from './create-idempotently.ts';
import { asRepeatable, isIndeterminate, readBack, searchForEffect, withReadRetries } from './read-back.ts';
import type { Written } from './written.ts';

/** The values of a webhook that a caller chose. */
export interface RequestedValues {
  url?: string | undefined;
  events?: string[] | undefined;
}

/** A webhook that a new one replaces. */
export interface Replaced {
  id: string;
  /** The values that the caller gave for the new one. */
  requested: RequestedValues;
}

/** The key of a replacement has the arguments of the call: they are the same when the old webhook is gone. */
const replacementKey = ({ id, requested: { url, events } }: Replaced) => [
  'webhook',
  'replace',
  id,
  url,
  events && sortedSet(events),
];

/**
 * Creates a webhook idempotently. The idempotency key is the URL and the event types.
 * @param replaced the webhook that the new one replaces, which is part of the key and never taken for the new one.
 */
export async function subscribeIdempotently(
  body: WebhookBody,
  context: ToolContext,
  replaced?: Replaced,
): Promise<Written<ReadWebhook>> {
  const { api, signal } = context;
  /** Ids of the equal webhooks that existed before this call sent its request; `unread` if they could not be read. */
  let knownIds: Set<unknown> | 'unread' | undefined;
  /** An answer without an id. */
  let anonymous: ReadWebhook | undefined;
  const { result: found, note } = await createIdempotently<ReadWebhook>(
    {
      endpoint: 'createWebhook',
      idempotencyKey: replaced ? replacementKey(replaced) : ['webhook', body.url, sortedSet(body.events)],
      create: async () => {
        // Creation works without the list. Only an unanswered request cannot be resolved then.
        const before = await findEqual(body, context).catch(() => undefined);
        knownIds = before?.complete ? new Set(before.equal.map(({ fields }) => fields.id)) : 'unread';
        const answer = await api.createWebhook({ body, signal });
        if (replaced && answer.fields.id === replaced.id) throw new ApiError({ ...UNCONFIRMED, advice: NOT_NEW });
        if (answer.fields.id) return answer;
        anonymous = answer;
        throw new ApiError(UNCONFIRMED);
      },
      compare: (read) => compareWebhook(read, body),
      find: async () => {
        const { equal, complete, undecided } = await findEqual(body, context);
        const isNew = ({ fields }: ReadWebhook) =>
          knownIds !== 'unread' && !knownIds?.has(fields.id) && fields.id !== replaced?.id;
        return { found: equal.find(isNew), certain: complete && undecided === 0 };
      },
      unread: (id) => readRecord(Webhook, { id }),
      current: (id) => readBack(id, () => api.getWebhook({ webhookId: id, signal })),
    },
    context,
  );
  if (!note) return { result: found };
  // Only the answer has the secret.
  const result =
    anonymous && compareWebhook(anonymous, body).differing.length === 0
      ? { ...found, fields: { ...anonymous.fields, ...found.fields }, other: { ...anonymous.other, ...found.other } }
      : found;
  if (findSigningSecret(result)) return { result, note };
  return {
    result,
    note: `${note} ${INSTEAD}`,
  };
}

const UNCONFIRMED = { kind: 'unconfirmed', endpoint: 'createWebhook', changed: 'unknown' } as const;
const INSTEAD =
  'For another one, or if no earlier answer named a file with its secret: action replace with its webhook_id.';
const NOT_NEW = 'The platform answered with the old webhook itself instead of a new one, so the old one was kept.';

/**
 * Returns the webhook that an earlier call created in place of one that is gone.
 * @throws ApiError `not_found` if there was no such call: nothing is created then.
 */
export async function recordedReplacement(replaced: Replaced, context: ToolContext): Promise<Written<ReadWebhook>> {
  const { api, signal } = context;
  return createIdempotently<ReadWebhook>(
    {
      endpoint: 'createWebhook',
      idempotencyKey: replacementKey(replaced),
      create: async () => {
        throw new ApiError({ kind: 'not_found', status: 404, endpoint: 'getWebhook', changed: 'no' });
      },
      compare: () => ({ differing: [], absent: [] }),
      unread: (id) => readRecord(Webhook, { id }),
      current: (id) => readBack(id, () => api.getWebhook({ webhookId: id, signal })),
    },
    context,
  );
}

function compareWebhook({ fields }: ReadWebhook, { url, events }: WebhookBody): Comparison {
  const isPattern = events.some((event) => event.includes('*'));
  const { differing, absent } = compareFields([
    ['url', url, fields.url, (stored, requested) => normalizeUrl(stored) === normalizeUrl(requested)],
    ['events', sortedSet(events), fields.events && sortedSet(fields.events)],
  ]);
  // A platform may expand a pattern such as booking.*, which shows neither that the events are the same nor others.
  if (!isPattern || !differing.includes('events')) return { differing, absent };
  return { differing: differing.filter((name) => name !== 'events'), absent: [...absent, 'events'] };
}

/** Platforms may add the slash of an empty path, and write the host in lower case. */
const normalizeUrl = (url: unknown) => (URL.canParse(String(url)) ? new URL(String(url)).href : url);

/** Finds webhooks with the same URL and event types. */
async function findEqual(body: WebhookBody, { api, signal, clock }: ToolContext) {
  const equal: ReadWebhook[] = [];
  let undecided = 0;
  const visit = (read: ReadWebhook) => {
    const { differing, absent } = compareWebhook(read, body);
    if (differing.length > 0) return;
    if (absent.length > 0) undecided++;
    else equal.push(read);
  };
  const { complete } = await scan((query) => withReadRetries(() => api.listWebhooks({ query, signal })), visit, {
    clock,
  });
  return { equal, complete, undecided };
}

/** Deletes a webhook. Unless the answer shows it, checks whether the webhook still exists. Returns a note. */
export async function unsubscribe(webhookId: string, { api, signal }: ToolContext): Promise<string | undefined> {
  try {
    const { fields } = await api.deleteWebhook({ webhookId, signal });
    if (fields.deleted) return undefined;
    throw new ApiError({ kind: 'unconfirmed', endpoint: 'deleteWebhook', changed: 'unknown' });
  } catch (error) {
    if (!isIndeterminate(error, signal)) throw error;
    const search = async () => {
      // "Not found" after an unanswered attempt means that this attempt deleted it.
      if (error.details.kind === 'not_found') return 'gone';
      const now = await readBack<ReadWebhook>(webhookId, () => api.getWebhook({ webhookId, signal }));
      if (now === undefined || now === 'gone') return now;
      return now.other.deleted || now.other.deleted_at ? 'gone' : undefined;
    };
    await searchForEffect(search, asRepeatable(error), signal);
    return 'The platform did not confirm it, but the webhook is gone.';
  }
}
