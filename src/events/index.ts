/** Events of the platform: sources, deduplication, buffer and dispatch. */

export { isSigningSecret } from '../lib/crypto/standard-webhooks.ts';
export { KINDS, type Kind, type PlatformEvent, SOURCES, type Source } from './event.ts';
export { type EventBuffer, MAX_EVENTS } from './event-buffer.ts';
export { createEventBus, type EventBus } from './event-bus.ts';
export type { EventFeed } from './event-feed.ts';
export { type Lease, pollAsLeader } from './leader-election.ts';
export { followPlatform, type PlatformEvents } from './platform-feed.ts';
export { type Poller, startPolling } from './polling.ts';
export { createRetryQueue } from './retry-queue.ts';
export { secretsFromFile } from './secrets.ts';
export { appendEvent, appendHistoryStart, followLog, type SharedLog } from './shared-log.ts';
export { createReceiver } from './webhook-receiver.ts';
