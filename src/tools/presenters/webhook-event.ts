import * as z from 'zod';
import { label, type Read, type WebhookEvent } from '../../contract/index.ts';
import { omitNullish } from './record.ts';

export const eventTypeShape = () => z.object({ name: label(), description: label().optional() });

/** Words with a dot or colon between them, such as `call.completed`. */
const EVENT_NAME = /^[a-z_]+([.:][a-z_*]+)+$/i;

/** Returns the name of an event type. The specification does not show its field, so all usual names are tried. */
export function eventTypeName({ fields, other }: Read<typeof WebhookEvent>): string | undefined {
  const candidates = [fields.name, other.type, other.event, other.event_type, other.id];
  // A field of this name can also hold a secret.
  const key = typeof other.key === 'string' && EVENT_NAME.test(other.key) ? other.key : undefined;
  return [...candidates, key].find((candidate) => typeof candidate === 'string');
}

/** Returns the known fields of an event type. An entry without a name in one of them has nothing to show. */
export function presentEventType(read: Read<typeof WebhookEvent>) {
  return { name: eventTypeName(read) ?? '', ...omitNullish({ description: read.fields.description }) };
}
