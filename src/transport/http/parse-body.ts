import { exceededBound, MAX_JSON_DEPTH } from '../../lib/json.ts';
import { findLongIdentifier, identifierError } from '../limits/identifiers.ts';
import type { Exchange, Middleware } from './exchange.ts';
import { sendJson } from './send-json.ts';

/**
 * Values in one message: more than any call needs. A megabyte of empty arrays would take forty in memory, and the SDK's
 * validation almost a second, during which no other caller is answered.
 */
export const MAX_MESSAGE_VALUES = 10_000;

const invalidRequest = (message: string) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: `Invalid request: ${message}` },
});
const BATCH_REFUSED = invalidRequest('batches are not supported');
const TOO_MANY_VALUES = invalidRequest(`the message has more than ${MAX_MESSAGE_VALUES} values. Nothing was done.`);

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
    if (rawBody.length > maxBodyBytes) return next();
    const message = parseJson(rawBody, MAX_MESSAGE_VALUES);
    if (message === 'too many values') return sendJson(exchange.outgoing, 413, TOO_MANY_VALUES);
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

/** Parses JSON that is not nested too deeply and has at most `values` values; undefined for any other body. */
export function parseJson(body: Buffer, values: number): Exchange['message'] | 'too many values' {
  const text = body.toString('utf8');
  // What the SDK and the fast path do with the value is recursive. The SDK answers the error.
  const exceeded = exceededBound(text, { depth: MAX_JSON_DEPTH, values });
  if (exceeded) return exceeded === 'values' ? 'too many values' : undefined;
  const hasMark = text.startsWith('\ufeff');
  try {
    const value: unknown = JSON.parse(hasMark ? text.slice(1) : text);
    return { value, isExact: !hasMark && !text.includes('\ufffd') };
  } catch {
    return undefined;
  }
}
