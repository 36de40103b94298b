import { ApiError } from '../../api/index.ts';
import type { WebhookBody } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { joined, listed, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { type RequestedValues, recordedReplacement, unsubscribe } from '../idempotency/webhooks.ts';
import { type ReadWebhook, webhookAnswer } from '../presenters/webhook.ts';
import { createSubscription } from './create-subscription.ts';

/** What the new webhook has instead of the values of the old one, and further fields. */
type Changes = RequestedValues & JsonObject;

/**
 * Replaces a webhook, because the specification has no change of one: creates the new one, then deletes the old one, so that
 * no new event is missed. What the old one has not received yet is lost, which the answer states. A failure in between leaves both, and the answer states it. A repeated call creates no second one.
 * @throws ApiError if the new one was not created, or not for certain: the old one is unchanged then.
 */
export async function replaceWebhook(id: string, changes: Changes, context: ToolContext) {
  const requested = { url: changes.url, events: changes.events };
  const old = await findWebhook(id, context);
  if (!old) {
    const { result, note } = await recordedReplacement({ id, requested }, context);
    return { changed: false as const, ...webhookAnswer(result), deleted: id, ...(note ? { note } : {}) };
  }
  const created = await createSubscription(replacementBody(old, changes), context, { id, requested });
  const { note, ...removal } = await deleteReplaced(id, context);
  const lost = old.fields.consecutive_failures && removal.deleted !== undefined ? trusted(LOST) : undefined;
  const notes = [created.note && trusted(created.note), notCopied(old, changes), lost, note].filter(
    (one) => one !== undefined,
  );
  return { ...created, ...removal, ...(notes.length > 0 ? { note: joined(notes, ' ') } : {}) };
}

const LOST =
  'The last deliveries to the old webhook had failed: events that it had not received are not sent to the new one.';

/** Deletes the old webhook. The new one exists, so a failure is part of the answer. */
async function deleteReplaced(id: string, context: ToolContext): Promise<Removal> {
  try {
    const note = await unsubscribe(id, context);
    return { deleted: id, ...(note ? { note: trusted(note) } : {}) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { kind, changed } = error.details;
    if (kind === 'not_found') return { deleted: id };
    const state = trusted(changed === 'no' ? 'was not deleted' : 'may not be deleted');
    return {
      old_webhook_id: id,
      note: say`The old webhook ${id} ${state} (${trusted(kind)}): as long as both exist, each receives every event. Repeat the call, or delete ${id}.`,
    };
  }
}

interface Removal {
  deleted?: string;
  old_webhook_id?: string;
  note?: Sentence;
}

/** Names the undocumented fields of the old webhook: which of them can be set, only the platform knows. */
function notCopied({ other }: ReadWebhook, changes: Changes): Sentence | undefined {
  const names = Object.keys(other).filter((name) => !Object.hasOwn(changes, name) && !/(^id|_at|_by)$/.test(name));
  if (names.length === 0) return undefined;
  return say`Not copied from the old webhook: ${listed(names, 10)}; additional_fields can set such fields.`;
}

/** Returns undefined if the webhook does not exist. */
export async function findWebhook(webhookId: string, { api, signal }: ToolContext): Promise<ReadWebhook | undefined> {
  return api.getWebhook({ webhookId, signal }).catch((error: unknown) => {
    if (error instanceof ApiError && error.details.kind === 'not_found') return undefined;
    throw error;
  });
}

/** @throws ToolError if the platform does not show a value of the old webhook that the new one needs. */
export function replacementBody({ fields }: ReadWebhook, { url, events, ...additional }: Changes): WebhookBody {
  const body = { url: url ?? fields.url, events: events ?? fields.events };
  const missing = (['url', 'events'] as const).filter((name) => !body[name]?.length);
  if (missing.length > 0)
    throw new ToolError(
      say`The platform does not show ${listed(missing)} of the old webhook: give ${listed(missing)}.`,
    );
  return { ...additional, ...(body as WebhookBody) };
}
