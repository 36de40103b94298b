/** What the server learns of what happened on the platform, whoever tells it. */
export { KINDS, type Kind, type PlatformEvent, SOURCES, type Source } from './event.ts';
export { createHub, type EventHub } from './hub.ts';
export type { Journal } from './journal.ts';
export { createOutbox } from './outbox.ts';
export { type Feed, followPlatform, type PlatformEvents } from './platform-feed.ts';
export { type Poller, startPolling } from './poll.ts';
export { createReceiver } from './receive.ts';
export { secretsOfFile } from './secrets.ts';
export { followLog, type SharedLog, writeBeginning, writeEvent } from './shared-log.ts';
export { isSigningSecret } from './signature.ts';
export { pollInTurn, type Turn } from './turn.ts';
