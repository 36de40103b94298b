import type { IncomingMessage } from 'node:http';

/**
 * Returns an error message for a request body with an encoding; undefined for a plain body.
 *
 * Bodies are not decompressed, and a compressed body must not be read as plain (RFC 9110, 8.4). Node supports only the
 * transfer coding `chunked` and ignores others in the list, which an intermediary must not do (RFC 9112, 6.1).
 */
export function rejectEncodedBody({ headers }: IncomingMessage): string | undefined {
  const { 'content-encoding': content = 'identity', 'transfer-encoding': transfer = 'chunked' } = headers;
  if (content !== '' && content.toLowerCase() !== 'identity') {
    return 'Bodies are taken without Content-Encoding only';
  }
  if (transfer.toLowerCase() !== 'chunked') {
    return 'Transfer-Encoding can be chunked only';
  }
  return undefined;
}
