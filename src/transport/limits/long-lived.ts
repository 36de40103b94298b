import type { IncomingMessage } from 'node:http';

/**
 * Whether an answer lasts as long as its client wants: `subscriptions/listen`, or the stream of a session. Nobody waits
 * for its end, and how many there may be is limited elsewhere.
 */
export function isEndless(incoming: IncomingMessage): boolean {
  return incoming.method === 'GET' || listens(incoming);
}

/**
 * Whether a request asks to listen (MCP 2026-07-28, `subscriptions/listen`). The SDK compares these headers with the
 * message in that protocol, and looks at neither in those before it.
 */
function listens({ headers }: IncomingMessage): boolean {
  return headers['mcp-method'] === 'subscriptions/listen' && headers['mcp-protocol-version'] === '2026-07-28';
}

/** A list of about a thousand addresses. What a client listens to is kept for as long as it listens, in bytes. */
const LONGEST_LIST = 64 * 1024;

/** Whether a request to listen may be longer than that: it must say its length. */
export function listensToTooMuch(incoming: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': chunked } = incoming.headers;
  return listens(incoming) && (chunked !== undefined || Number(length ?? 0) > LONGEST_LIST);
}
