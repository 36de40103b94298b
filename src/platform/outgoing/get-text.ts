import { BodyTooLargeError, readBody } from '../../lib/http/read-body.ts';
import type { CheckedClient } from './checked-client.ts';

export interface TextRequest {
  url: URL;
  headers: Record<string, string>;
  signal: AbortSignal;
  maxBytes: number;
}

interface TextResponse {
  status: number;
  /** Returns the first value of a header; undefined if there is none. */
  header(name: string): string | undefined;
  /** The body (UTF-8); undefined unless the status is 200. */
  text: string | undefined;
}

/**
 * Sends a GET request. Redirects are not followed.
 * @throws BodyTooLargeError, and the errors of the connection
 */
export async function getText(client: CheckedClient, request: TextRequest): Promise<TextResponse> {
  const { url, headers, signal, maxBytes } = request;
  const path = url.pathname + url.search;
  const {
    statusCode: status,
    headers: received,
    body,
  } = await client.request({ method: 'GET', path, headers, signal });
  const header = (name: string) => [received[name] ?? []].flat()[0];
  const isRead = status === 200 && !(Number(header('content-length')) > maxBytes);
  // The rest of another response is not read: its connection is closed.
  if (!isRead) body.on('error', () => {}).destroy();
  if (status === 200 && !isRead) throw new BodyTooLargeError(maxBytes);
  const text = isRead ? Buffer.from(await readBody(body, maxBytes)).toString('utf8') : undefined;
  return { status, header, text };
}
