import { findLongIdentifier, identifierError } from '../limits/identifiers.ts';
import type { Exchange, Middleware } from './exchange.ts';
import { sendJson } from './send-json.ts';

const BATCH_REFUSED = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Invalid request: batches are not supported' },
};

/**
 * Parses the body of a request to `/mcp` once, for the fast path, sessions and the SDK, which answers what is not JSON
 * and what is too long. Refuses messages with long identifiers, and JSON-RPC batches, as over stdio: every limit would
 * count thousands of calls in one request as one. The SDK accepts them from clients of 2025, although only one revision
 * had them (MCP 2025-03-26).
 */
export function parseBody(maxBodyBytes: number): Middleware {
  return (exchange, next) => {
    const { method, rawBody } = exchange.incoming;
    if (method !== 'POST' || !rawBody) return next();
    if (isBatch(rawBody)) return sendJson(exchange.outgoing, 400, BATCH_REFUSED);
    const message = rawBody.length > maxBodyBytes ? undefined : parseJson(rawBody);
    const problem = message && findLongIdentifier(message.value);
    if (problem) {
      const { status, ...error } = identifierError(message.value, problem);
      return sendJson(exchange.outgoing, status, error);
    }
    if (message) exchange.message = message;
    next();
  };
}

const BRACKET = 0x5b;
/** JSON's white space (RFC 8259, 2), and the byte order mark, which decoders drop. */
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

const isBatch = (body: Buffer) => body.find((byte) => !BLANKS.has(byte)) === BRACKET;

function parseJson(body: Buffer): Exchange['message'] {
  const text = body.toString('utf8');
  const hasMark = text.startsWith('\ufeff');
  try {
    const value: unknown = JSON.parse(hasMark ? text.slice(1) : text);
    return { value, isExact: !hasMark && !text.includes('\ufffd') };
  } catch {
    return undefined;
  }
}
