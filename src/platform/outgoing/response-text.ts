/** A response has more bytes than were accepted. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/**
 * Reads the text of a response.
 * @param length its `Content-Length`, if it has one.
 * @throws TooLargeError
 */
export async function readResponseText(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  length: string | undefined,
): Promise<string> {
  if (Number(length) > maxBytes) throw new TooLargeError();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new TooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
