import type { PlainRequest } from './plain-message.ts';

/** The body is longer than its reader accepts. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';

  constructor(maxBytes: number) {
    super(`the body is longer than ${maxBytes} bytes`);
  }
}

/**
 * Reads a body of at most `maxBytes` bytes. The stream is cancelled at the first byte beyond.
 * @throws BodyTooLargeError, or the error of the stream.
 */
export async function readBody(stream: PlainRequest['body'], maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new BodyTooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads the body of a request. A request with a larger Content-Length is rejected unread; a smaller one is not trusted. */
export async function readRequestBody(
  request: Pick<PlainRequest, 'headers' | 'body'>,
  maxBytes: number,
): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new BodyTooLargeError(maxBytes);
  // Accessed after the check: the adapter of node:http discards an unread body only if its stream was never accessed.
  return readBody(request.body, maxBytes);
}
