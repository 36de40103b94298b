import type { ServerResponse } from 'node:http';
import { noteAnswer } from '../../lib/http/refusal.ts';

/** Longer bodies are not read before the connection is closed. */
const MAX_DISCARDED_BYTES = 64 * 1024;
/** How long to wait for the rest of a request before its connection is closed. */
const LINGER_MS = 1_000;

/**
 * Sends a JSON response with node:http, also before the request was read. If the connection closes after the response,
 * the request is read to its end first: closing a socket with unread data resets the connection, and the client may lose
 * the response (RFC 9112, 9.6).
 */
export function sendJson(
  outgoing: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  noteAnswer(outgoing, status, body);
  const text = JSON.stringify(body);
  outgoing.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  const { req: incoming, shouldKeepAlive } = outgoing;
  const isShort = Number(incoming.headers['content-length']) <= MAX_DISCARDED_BYTES;
  if (incoming.complete || shouldKeepAlive || !isShort) {
    outgoing.end(text);
    return;
  }
  outgoing.write(text);
  const end = () => {
    clearTimeout(timer);
    outgoing.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  incoming.resume().once('end', end).once('close', end);
}
