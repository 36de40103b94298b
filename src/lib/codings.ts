import type { IncomingMessage } from 'node:http';

/** What is answered to a body that does not come as it is. */
export interface RefusedCoding {
  status: 400 | 415;
  error: string;
  message: string;
}

/**
 * Bodies count as they come: nothing is inflated, and what is said to be compressed is not read as if it were not (RFC
 * 9110, 8.4). Of transfer codings Node knows chunks alone, and passes over the others that are named with them (RFC 9112,
 * 6.1), which whoever forwards requests may not do.
 */
export function refusedCoding({ headers }: IncomingMessage): RefusedCoding | undefined {
  const { 'content-encoding': content = 'identity', 'transfer-encoding': transfer = 'chunked' } = headers;
  if (content !== '' && content.toLowerCase() !== 'identity') {
    return { status: 415, error: 'unsupported_encoding', message: 'Bodies are taken without Content-Encoding only' };
  }
  if (transfer.toLowerCase() !== 'chunked') {
    return { status: 400, error: 'bad_request', message: 'Transfer-Encoding can be chunked only' };
  }
  return undefined;
}
