import type { ErrorBody } from '../../contract/index.ts';
import { entityTagOf, isCurrentTag } from '../../lib/http/entity-tag.ts';

/** Headers of every answer at the address of a feed: it leads nowhere, and no index has it. */
const PRIVATE = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

const refusal = (status: number, body: ErrorBody, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers: { ...PRIVATE, ...headers } });

/** The token is unknown, revoked, replaced or malformed: always the same answer. */
export const noSuchFeed = (): Response =>
  refusal(404, { error: 'not_found', message: 'There is no calendar at this address.' });

export const tooManyFetches = (retryAfterSeconds: number): Response =>
  refusal(
    429,
    { error: 'rate_limited', message: 'Too many requests for calendars. Try again later.' },
    { 'Retry-After': String(retryAfterSeconds) },
  );

export const onlyReadable = (): Response =>
  refusal(405, { error: 'method_not_allowed', message: 'A calendar can only be read.' }, { Allow: 'GET, HEAD' });

/** A feed; without its text if the client has it (304), or if it does not want it (HEAD). */
export function feedAnswer(text: string, request: Request): Response {
  const entityTag = entityTagOf(text);
  const headers = {
    ...PRIVATE,
    ETag: entityTag,
    // May be stored by the client only, and asked for again each time.
    'Cache-Control': 'private, no-cache',
  };
  if (isCurrentTag(request.headers.get('if-none-match'), entityTag))
    return new Response(null, { status: 304, headers });
  const body = request.method === 'HEAD' ? null : text;
  return new Response(body, { headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' } });
}
