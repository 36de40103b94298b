import type { IncomingMessage } from 'node:http';

/**
 * Whether an answer lasts as long as its client wants: `subscriptions/listen`, or the stream of a session. Nobody waits
 * for its end, and how many there may be is limited elsewhere.
 */
export function isEndless({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' || headers['mcp-method'] === 'subscriptions/listen';
}
