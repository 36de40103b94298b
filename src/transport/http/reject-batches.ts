import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Otherwise } from '../fast-path/index.ts';

const REFUSAL = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Invalid request: batches are not supported' },
});

/**
 * Refuses JSON-RPC batches, as over stdio: thousands of calls in one request would count as one for every limit. The
 * SDK takes them from clients of 2025, though only one revision had them (MCP 2025-03-26).
 */
export function withoutBatches(then: Otherwise): Otherwise {
  return (incoming, outgoing) => {
    if (incoming.method !== 'POST' || !hasBody(incoming)) return then(incoming, outgoing);
    firstOf(incoming, (byte) => {
      if (byte === BRACKET) refuse(incoming, outgoing);
      else then(incoming, outgoing);
    });
  };
}

const BRACKET = 0x5b;
/** JSON's blanks (RFC 8259, 2), and the byte order mark, which decoders drop. */
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
/** So many of them nobody sends: what follows is too large anyway, in bytes. */
const MOST_BLANKS = 1024 * 1024;

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const firstIn = (bytes: Uint8Array) => bytes.find((byte) => !BLANKS.has(byte));

/** Finds the first byte of a body that is no blank, and leaves the body to be read. */
function firstOf(incoming: IncomingMessage & { rawBody?: Buffer }, then: (byte: number | undefined) => void): void {
  if (incoming.rawBody) {
    then(firstIn(incoming.rawBody));
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const stop = () => incoming.off('readable', look).off('end', ended);
  const look = () => {
    for (let chunk: Buffer | null = incoming.read(); chunk; chunk = incoming.read()) {
      chunks.push(chunk);
      size += chunk.length;
      const byte = firstIn(chunk);
      if (byte === undefined && size <= MOST_BLANKS) continue;
      stop();
      incoming.unshift(Buffer.concat(chunks));
      then(byte);
      return;
    }
  };
  const ended = () => {
    stop();
    // Nothing can be put back any more: the web adapter takes a whole body so.
    incoming.rawBody = Buffer.concat(chunks);
    then(undefined);
  };
  incoming.on('readable', look).on('end', ended);
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
  // What was begun to be read must be read to its end, or the connection's next request is never seen.
  incoming.resume();
  outgoing.writeHead(400, { 'content-type': 'application/json' }).end(REFUSAL);
}
