import { withCheckedClient } from '../outgoing/checked-client.ts';
import type { OutgoingSettings } from '../outgoing/settings.ts';

/** Bytes of a response body to read before closing, so that the receiver can finish writing. The content is discarded. */
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface WebhookResponse {
  status: number;
  retryAfter: string | undefined;
}

interface PostRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  /** Checked when the connection is open, just before the request is written: throws if it must not be sent any more. */
  assertMaySend(): void;
}

/**
 * Sends one notification over a new connection, to an address that was checked for this attempt. Redirects are not
 * followed: a 3xx is a response like any other.
 */
export async function post(
  { url, headers, body, signal, assertMaySend }: PostRequest,
  settings: OutgoingSettings,
): Promise<WebhookResponse> {
  return withCheckedClient({ url, signal, assertMaySend }, settings, async (client) => {
    const response = await client.request({ method: 'POST', path: url.pathname + url.search, headers, body, signal });
    const { 'retry-after': retryAfter } = response.headers;
    await drain(response.body);
    return { status: response.statusCode, retryAfter: retryAfter === undefined ? undefined : String(retryAfter) };
  });
}

/** Reads and discards the body. Errors are ignored, because the status alone decides the outcome. */
async function drain(body: AsyncIterable<Buffer>): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // The receiver closed the connection early, or took too long.
  }
}
