import * as z from 'zod';
import { type CreatedWebhook, label, type Read, type Webhook } from '../../contract/index.ts';
import { Secret } from '../../lib/secrets/secret.ts';
import { recordShape } from '../core/record-kinds.ts';
import { omitNullish, provenanceOf } from './record.ts';

/** A subscription with its delivery status. */
export const webhookShape = () =>
  recordShape('webhook', {
    id: z.string().optional(),
    url: label().optional(),
    events: z.array(label()).optional(),
    active: z.boolean().optional(),
    disabled_reason: label().optional(),
    disabled_at: z.string().optional(),
    consecutive_failures: z.number().optional(),
    last_delivery_at: z.string().optional(),
    last_delivery_status: z.string().optional().describe('HTTP status or error'),
    created_at: z.string().optional(),
  });

export type ReadWebhook = Read<typeof Webhook> | Read<typeof CreatedWebhook>;

/** Copies only the fields of the shape, so that no secret is included. Zero failures are omitted. */
export function presentWebhook({ fields }: ReadWebhook) {
  return omitNullish({
    id: fields.id,
    url: fields.url,
    events: fields.events,
    active: fields.active,
    disabled_reason: fields.disabled_reason,
    disabled_at: fields.disabled_at,
    consecutive_failures: fields.consecutive_failures || null,
    last_delivery_at: fields.last_delivery_at,
    last_delivery_status: fields.last_delivery_status,
    created_at: fields.created_at,
  });
}

export const webhookAnswer = (read: ReadWebhook) => ({ webhook: presentWebhook(read), ...provenanceOf(read) });

/** Finds the signing secret, which only the answer to the creation contains, under the usual or a similar name. */
export function findSigningSecret(read: ReadWebhook): Secret | undefined {
  const { secret } = read.fields as { secret?: string | null };
  const name = Object.keys(read.other).find(
    (key) => /secret|signing/i.test(key) && typeof read.other[key] === 'string',
  );
  const value = secret ?? (name === undefined ? undefined : (read.other[name] as string));
  return value ? new Secret(value, 'caller') : undefined;
}
