import { AddressRefusedError } from '../outgoing/address.ts';
import { type CheckedClient, withCheckedClient } from '../outgoing/checked-client.ts';
import { hostKind } from '../outgoing/host-kind.ts';
import { readResponseText } from '../outgoing/response-text.ts';
import type { OutgoingSettings } from '../outgoing/settings.ts';

/** A response whose body is a calendar, or 304 if it has not changed, or another status. */
export interface CalendarResponse {
  status: number;
  etag: string | undefined;
  lastModified: string | undefined;
  retryAfter: string | undefined;
  /** Absent unless the status is 200. */
  body: string | undefined;
}

/** The server redirects more often than calendars do. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
}

export interface GetRequest {
  url: URL;
  headers: Record<string, string>;
  signal: AbortSignal;
  maxBytes: number;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Requests a calendar. Each address on the way is checked before anything is sent to it, and none of them leads from another
 * computer to this one. @throws TooLargeError, RedirectError, and the errors of a checked connection.
 */
export async function getCalendar(request: GetRequest, settings: OutgoingSettings): Promise<CalendarResponse> {
  let { url } = request;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await withCheckedClient({ url, signal: request.signal }, settings, (client) =>
      getOnce(client, url, request),
    );
    if (typeof response !== 'string') return response;
    const next = URL.canParse(response, url.href) ? new URL(response, url) : undefined;
    if (!next || next.username || next.password) throw new RedirectError();
    if (hostKind(next.hostname) === 'loopback' && hostKind(url.hostname) !== 'loopback')
      throw new AddressRefusedError();
    url = next;
  }
  throw new RedirectError();
}

/** Returns the response, or the `Location` of a redirect. */
async function getOnce(
  client: CheckedClient,
  { pathname, search }: URL,
  { headers, signal, maxBytes }: GetRequest,
): Promise<CalendarResponse | string> {
  const path = pathname + search;
  const { statusCode, headers: received, body } = await client.request({ method: 'GET', path, headers, signal });
  const header = (name: string) => {
    const value = received[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const location = header('location');
  const isText = statusCode === 200;
  // The rest of another response is not read: its connection is closed.
  if (!isText) body.on('error', () => {}).destroy();
  if (REDIRECTS.includes(statusCode) && location !== undefined) return location;
  return {
    status: statusCode,
    etag: header('etag'),
    lastModified: header('last-modified'),
    retryAfter: header('retry-after'),
    body: isText ? await readResponseText(body, maxBytes, header('content-length')) : undefined,
  };
}
