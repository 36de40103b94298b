import type { IncomingMessage } from 'node:http';
import { STATELESS_REVISION } from '../../lib/protocol.ts';

/** The method that subscribes to changes, until the client closes the response (MCP 2026-07-28). */
export const LISTEN_METHOD = 'subscriptions/listen';

/**
 * Returns whether the response is open until the client closes it: `subscriptions/listen`, or the stream of a session.
 * Shutdown does not wait for such responses, and they have a limit of their own.
 */
export function isLongLived(incoming: IncomingMessage): boolean {
  return incoming.method === 'GET' || listens(incoming);
}

/**
 * Returns whether a request subscribes. In MCP 2026-07-28 the SDK compares these headers with the message; in earlier
 * revisions it reads neither.
 */
function listens({ headers }: IncomingMessage): boolean {
  return headers['mcp-method'] === LISTEN_METHOD && headers['mcp-protocol-version'] === STATELESS_REVISION;
}

/** Some hundred URIs. A subscription stays in memory while it is open. */
export const MAX_LISTEN_BYTES = 16 * 1024;
/** A call that waits for its user stays in memory as well: a larger one keeps its permit. */
export const MAX_WAITING_BYTES = 16 * 1024;

/** Returns whether a subscription may exceed the limit: it must have a Content-Length. */
export function exceedsSubscriptionLimit(incoming: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': chunked } = incoming.headers;
  return listens(incoming) && (chunked !== undefined || Number(length ?? 0) > MAX_LISTEN_BYTES);
}
