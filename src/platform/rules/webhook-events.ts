import type { Scope, WebhookEvent } from '../../contract/index.ts';

/** The event catalogue. The specification names no events; it only mentions bookings and call completions. */
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  { name: 'booking.created', description: 'A booking was made' },
  { name: 'booking.updated', description: 'A booking’s time, service, contact or notes changed' },
  { name: 'booking.cancelled', description: 'A booking was cancelled and its slot is free again' },
  { name: 'call.completed', description: 'A call ended; its transcript and summary can be read' },
  { name: 'call.updated', description: 'A summary, a transcript or a booking was added to a call that had ended' },
];

export const EVENT_NAMES: readonly string[] = WEBHOOK_EVENTS.map((event) => event.name);

/** The scope that a key needs to subscribe to an event: notifications have the record that it permits to read. */
export const scopeOfEvent = (name: string): Scope => (name.startsWith('call.') ? 'read:calls' : 'read:bookings');
