import * as z from 'zod';
import { label, type Read, type WebhookEvent } from '../../contract/index.ts';
import { omitNullish } from './record.ts';

export const eventTypeShape = () => z.object({ name: label(), description: label().optional() });

/** Returns the name of an event type. The specification does not show its field, so all usual names are tried. */
export function eventTypeName({ fields, other }: Read<typeof WebhookEvent>): string | undefined {
  const candidates = [fields.name, other.type, other.event, other.event_type, other.id, other.key];
  return candidates.find((candidate) => typeof candidate === 'string');
}

export function presentEventType(read: Read<typeof WebhookEvent>) {
  return {
    name: eventTypeName(read) ?? JSON.stringify(read.other),
    ...omitNullish({ description: read.fields.description }),
  };
}
