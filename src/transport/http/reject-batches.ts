import type { IncomingMessage } from 'node:http';
import type { Middleware } from './exchange.ts';
import { sendJson } from './send-json.ts';

const REFUSAL = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Invalid request: batches are not supported' },
};

/**
 * Rejects JSON-RPC batches, as over stdio: every limit would count thousands of calls in one request as one. The SDK
 * accepts them from clients of 2025, although only one revision had them (MCP 2025-03-26).
 */
export const rejectBatches: Middleware = ({ incoming, outgoing }, next) => {
  if (incoming.method !== 'POST' || !hasBody(incoming)) return next();
  peekFirstByte(incoming, (byte) => {
    if (byte !== BRACKET) return next();
    // A body that was partly read must be read to its end, or the next request of the connection is never parsed.
    incoming.resume();
    sendJson(outgoing, 400, REFUSAL);
  });
};

const BRACKET = 0x5b;
/** JSON's white space (RFC 8259, 2), and the byte order mark, which decoders drop. */
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
/** A body with more leading blanks exceeds the size limit anyway. */
const MAX_BLANKS = 1024 * 1024;

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const firstIn = (bytes: Uint8Array) => bytes.find((byte) => !BLANKS.has(byte));

/** Finds the first byte of a body that is not blank. The body can still be read afterwards. */
function peekFirstByte(incoming: IncomingMessage & { rawBody?: Buffer }, onByte: (byte?: number) => void): void {
  if (incoming.rawBody) {
    onByte(firstIn(incoming.rawBody));
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const stop = () => incoming.off('readable', peek).off('end', ended);
  const peek = () => {
    for (let chunk: Buffer | null = incoming.read(); chunk; chunk = incoming.read()) {
      chunks.push(chunk);
      size += chunk.length;
      const byte = firstIn(chunk);
      if (byte === undefined && size <= MAX_BLANKS) continue;
      stop();
      incoming.unshift(Buffer.concat(chunks));
      onByte(byte);
      return;
    }
  };
  const ended = () => {
    stop();
    // `unshift` is not possible after the end: the web adapter reads a consumed body from `rawBody`.
    incoming.rawBody = Buffer.concat(chunks);
    onByte(undefined);
  };
  incoming.on('readable', peek).on('end', ended);
}
