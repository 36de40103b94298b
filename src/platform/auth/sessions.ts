import { isLoopbackHost } from '../../lib/http/loopback.ts';
import type { PlainRequest } from '../../lib/http/plain-message.ts';
import { randomText } from '../../lib/ids.ts';
import type { SessionRow } from '../store/schema/schema.ts';
import { sha256 } from './hash.ts';

export const SESSION_COOKIE = 'rcpt_session';
/**
 * The name of the cookie over HTTPS. Browsers accept it from this very host alone, so that a site of the same domain cannot
 * put a session of its own in its place (RFC 6265bis, 4.1.3.2).
 */
export const HOST_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;
/** Lifetime of a session, in seconds. */
const SESSION_SECONDS = 12 * 60 * 60;
/** Random characters of a session token: 200 bits. */
const TOKEN_CHARACTERS = 40;

/** The protocol of the client, if a trusted proxy states it; otherwise that of the request counts. */
type ClientProtocol = 'http:' | 'https:' | undefined;

/** Creates a session: the token for the cookie, and the row with its hash. */
export function makeSession(userId: string, now: number): { token: string; row: SessionRow } {
  const token = randomText(TOKEN_CHARACTERS);
  const row = { token_hash: sha256(token), user_id: userId, created_at: now, expires_at: now + SESSION_SECONDS * 1000 };
  return { token, row };
}

/**
 * The session token from a request's cookies; undefined if there is none, or two different ones: then one of them was set by
 * another site of the domain. Over HTTPS a browser, which identifies itself by `Sec-Fetch-Site`, is known only by the
 * protected name.
 */
export function sessionToken(request: PlainRequest, protocol?: ClientProtocol): string | undefined {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim().split('='));
  const tokensOf = (wanted: string) => cookies.flatMap(([name, value]) => (name === wanted && value ? [value] : []));
  const isBrowser = request.headers.get('sec-fetch-site') !== null;
  const plain = isSecure(request, protocol) && isBrowser ? [] : tokensOf(SESSION_COOKIE);
  const hosts = tokensOf(HOST_SESSION_COOKIE);
  const found = hosts.length > 0 ? hosts : plain;
  return new Set(found).size === 1 ? found[0] : undefined;
}

/** The `Set-Cookie` value for a token. An empty token deletes the cookie. */
export function sessionCookie(token: string, request: PlainRequest, protocol?: ClientProtocol): string {
  const secure = isSecure(request, protocol);
  return [
    `${secure ? HOST_SESSION_COOKIE : SESSION_COOKIE}=${token}`,
    'Path=/',
    `Max-Age=${token === '' ? 0 : SESSION_SECONDS}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}

/** Browsers ignore Secure cookies over plain HTTP, and not all of them make an exception for loopback. */
function isSecure({ url }: PlainRequest, protocol: ClientProtocol): boolean {
  const { protocol: own, hostname } = new URL(url);
  return protocol === 'https:' || own === 'https:' || !isLoopbackHost(hostname);
}
