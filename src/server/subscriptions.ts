import { type McpServer, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { ResourceUpdates } from '../lib/protocol.ts';
import type { OfferedResource } from './resources/index.ts';

/** URIs that one connection can subscribe to, and their characters; the oldest are dropped for one more. */
export const MAX_SUBSCRIPTIONS = 1_000;
export const MAX_SUBSCRIBED_CHARACTERS = 64 * 1024;

/**
 * Serves `resources/subscribe` and `resources/unsubscribe` on a long-lived connection (MCP 2025-11-25, Resources,
 * Subscriptions). It ends with the connection. Later revisions have `subscriptions/listen`, which the SDK serves.
 */
export function serveSubscriptions(
  { server }: McpServer,
  updates: ResourceUpdates,
  resources: readonly Pick<OfferedResource, 'address'>[],
): void {
  const subscribed = new Set<string>();
  let characters = 0;
  const drop = (uri: string) => {
    if (subscribed.delete(uri)) characters -= uri.length;
  };
  let unsubscribe: (() => void) | undefined;
  const notify = (uri: string) => {
    if (subscribed.has(uri)) void server.sendResourceUpdated({ uri }).catch(() => {});
  };
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    if (!resources.some((resource) => matches(resource, uri))) throw new ResourceNotFoundError(uri);
    drop(uri);
    subscribed.add(uri);
    characters += uri.length;
    for (const oldest of subscribed) {
      if (subscribed.size <= MAX_SUBSCRIPTIONS && characters <= MAX_SUBSCRIBED_CHARACTERS) break;
      drop(oldest);
    }
    unsubscribe ??= updates.subscribe(notify);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    drop(uri);
    return {};
  });
  onClose(server, () => unsubscribe?.());
}

function matches({ address }: Pick<OfferedResource, 'address'>, uri: string): boolean {
  return typeof address === 'string' ? address === uri : address.uriTemplate.match(uri) !== null;
}

/** Adds a function to those that are called when the connection of a server has closed. */
export function onClose(server: McpServer['server'], close: () => void): void {
  const { onclose } = server;
  server.onclose = () => {
    onclose?.();
    close();
  };
}

export interface UpdateForwarder {
  /** Notifies the client of changed resources until its connection closes. Further calls do nothing. */
  start(): void;
}

/** Forwards changes to a client of MCP 2026-07-28. The SDK drops those that the client does not listen to. */
export function forwardUpdates({ server }: McpServer, updates: ResourceUpdates): UpdateForwarder {
  let unsubscribe: (() => void) | undefined;
  onClose(server, () => unsubscribe?.());
  return {
    start() {
      unsubscribe ??= updates.subscribe((uri) => void server.sendResourceUpdated({ uri }).catch(() => {}));
    },
  };
}
