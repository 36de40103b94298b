import { AddressRefusedError } from '../outgoing/address.ts';
import { type CheckedClient, withCheckedClient } from '../outgoing/checked-client.ts';
import { getText, type TextRequest } from '../outgoing/get-text.ts';
import { hostKind } from '../outgoing/host-kind.ts';
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

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Requests a calendar. Each address on the way is checked before anything is sent to it, and none of them leads from another
 * computer to this one. @throws BodyTooLargeError, RedirectError, and the errors of a checked connection.
 */
export async function getCalendar(request: TextRequest, settings: OutgoingSettings): Promise<CalendarResponse> {
  let { url } = request;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await withCheckedClient({ url, signal: request.signal }, settings, (client) =>
      getOnce(client, { ...request, url }),
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
async function getOnce(client: CheckedClient, request: TextRequest): Promise<CalendarResponse | string> {
  const { status, header, text } = await getText(client, request);
  const location = header('location');
  if (REDIRECTS.includes(status) && location !== undefined) return location;
  return {
    status,
    etag: header('etag'),
    lastModified: header('last-modified'),
    retryAfter: header('retry-after'),
    body: text,
  };
}
