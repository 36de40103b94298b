import { MAX_PER_PAGE } from '../../contract/index.ts';
import { jsonOf, type ResourceDefinition } from './define.ts';

/** Services and prices rarely change. */
const SERVICES_TTL_MS = 5 * 60_000;
/** Event types change only with the platform's version. */
const EVENTS_TTL_MS = 60 * 60_000;

/** Clients subscribe to this URI to be notified of new records, whose URIs they do not know yet. */
export const RECENT_EVENTS = 'rcpt://events/recent';

/** Resources with a fixed URI. They are listed, unlike templates. */
export const catalogueResources: readonly ResourceDefinition[] = [
  {
    name: 'services',
    uri: 'rcpt://services',
    title: 'Services',
    description: 'Services that can be booked, with prices and durations if the platform gives them.',
    mimeType: 'application/json',
    tool: 'list_services',
    ttlMs: SERVICES_TTL_MS,
    audience: ['user', 'assistant'],
    read: (_id, context, tool) => jsonOf(tool, { per_page: MAX_PER_PAGE, detail: 'full' }, context),
  },
  {
    name: 'webhook_events',
    uri: 'rcpt://webhooks/events',
    title: 'Webhook event types',
    description: 'The event types that a webhook can subscribe to.',
    mimeType: 'application/json',
    tool: 'list_webhook_events',
    ttlMs: EVENTS_TTL_MS,
    audience: ['assistant'],
    read: (_id, context, tool) => jsonOf(tool, { per_page: MAX_PER_PAGE }, context),
  },
  {
    name: 'recent_events',
    uri: RECENT_EVENTS,
    title: 'Recent events',
    description: 'Recent events, latest first. Updated with each event: subscribe to it to be notified of new records.',
    mimeType: 'application/json',
    tool: 'list_recent_events',
    ttlMs: 0,
    audience: ['user', 'assistant'],
    read: (_id, context, tool) => jsonOf(tool, { order: 'desc' }, context),
  },
];
