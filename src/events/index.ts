/** What the server learns of what happened on the platform, whoever tells it. */
export { KINDS, type Kind, type PlatformEvent, SOURCES, type Source } from './event.ts';
export type { Journal } from './event-buffer.ts';
export { createHub, type EventHub } from './event-bus.ts';
export { pollInTurn, type Turn } from './leader-election.ts';
export { type Feed, followPlatform, type PlatformEvents } from './platform-feed.ts';
export { type Poller, startPolling } from './polling.ts';
export { createOutbox } from './retry-queue.ts';
export { secretsOfFile } from './secrets.ts';
export { followLog, type SharedLog, writeBeginning, writeEvent } from './shared-log.ts';
export { isSigningSecret } from './signature.ts';
export { createReceiver } from './webhook-receiver.ts';
