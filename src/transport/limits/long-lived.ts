import type { IncomingMessage } from 'node:http';
import { STATELESS_REVISION } from '../../lib/protocol.ts';

/** Subscribes to changes for as long as the client wants (MCP 2026-07-28). */
export const LISTEN_METHOD = 'subscriptions/listen';

/**
 * Whether an answer lasts as long as its client wants: `subscriptions/listen`, or the stream of a session. Shutdown does
 * not wait for its end, and how many there may be is limited elsewhere.
 */
export function isLongLived(incoming: IncomingMessage): boolean {
  return incoming.method === 'GET' || listens(incoming);
}

/**
 * Whether a request asks to listen. The SDK compares these headers with the message in MCP 2026-07-28, and reads neither
 * in the revisions before it.
 */
function listens({ headers }: IncomingMessage): boolean {
  return headers['mcp-method'] === LISTEN_METHOD && headers['mcp-protocol-version'] === STATELESS_REVISION;
}

/** About a thousand URIs. A subscription is kept in memory for as long as it lasts, in bytes. */
const MAX_LISTEN_BYTES = 64 * 1024;

/** Whether a request to listen may be longer than that: it must state its length. */
export function exceedsSubscriptionLimit(incoming: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': chunked } = incoming.headers;
  return listens(incoming) && (chunked !== undefined || Number(length ?? 0) > MAX_LISTEN_BYTES);
}
