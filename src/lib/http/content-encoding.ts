import type { IncomingMessage } from 'node:http';

/**
 * What is wrong with how a body is coded, as a sentence.
 *
 * Bodies count as they come: nothing is inflated, and what is said to be compressed is not read as if it were not (RFC
 * 9110, 8.4). Of transfer codings Node knows chunks alone, and passes over the others that are named with them (RFC 9112,
 * 6.1), which whoever forwards requests may not do.
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
