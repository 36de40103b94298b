import { type McpServer, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Updates } from '../lib/updates.ts';
import type { OfferedResource } from './resources/index.ts';

/** Addresses that one connection can subscribe to. */
const MAX_SUBSCRIPTIONS = 1_000;

/**
 * `resources/subscribe` and `resources/unsubscribe` of a connection that lasts (MCP 2025-11-25, Resources,
 * Subscriptions). Later protocol versions listen instead, which the SDK serves.
 */
export function serveSubscriptions(
  { server }: McpServer,
  updates: Updates,
  resources: readonly Pick<OfferedResource, 'address'>[],
): void {
  const wanted = new Set<string>();
  let end: (() => void) | undefined;
  const tell = (uri: string) => {
    if (wanted.has(uri)) void server.sendResourceUpdated({ uri }).catch(() => {});
  };
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    if (!resources.some((resource) => isAt(resource, uri))) throw new ResourceNotFoundError(uri);
    wanted.add(uri);
    if (wanted.size > MAX_SUBSCRIPTIONS) wanted.delete(wanted.values().next().value as string);
    end ??= updates.subscribe(tell);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    wanted.delete(uri);
    return {};
  });
  onClose(server, () => end?.());
}

function isAt({ address }: Pick<OfferedResource, 'address'>, uri: string): boolean {
  return typeof address === 'string' ? address === uri : address.uriTemplate.match(uri) !== null;
}

/** Runs something when a connection ends, after whatever else does. */
export function onClose(server: McpServer['server'], then: () => void): void {
  const before = server.onclose;
  server.onclose = () => {
    before?.();
    then();
  };
}
