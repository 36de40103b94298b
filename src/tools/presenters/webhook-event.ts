import * as z from 'zod';
import { label, type Read, type WebhookEvent } from '../../contract/index.ts';
import { present } from './record.ts';

export const eventShape = () => z.object({ name: label(), description: label().optional() });

/** An event type's name. The catalogue's form is not shown: it may be under any of the usual words. */
export function eventName({ fields, other }: Read<typeof WebhookEvent>): string | undefined {
  const words = [fields.name, other.type, other.event, other.event_type, other.id, other.key];
  return words.find((word) => typeof word === 'string');
}

export function presentEventType(read: Read<typeof WebhookEvent>) {
  return {
    name: eventName(read) ?? JSON.stringify(read.other),
    ...present({ description: read.fields.description }),
  };
}
