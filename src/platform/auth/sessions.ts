import { randomText } from '../../lib/ids.ts';
import type { SessionRow } from '../store/schema.ts';
import { sha256 } from './hash.ts';

export const SESSION_COOKIE = 'rcpt_session';
/** Lifetime of a session, in seconds. */
export const SESSION_SECONDS = 12 * 60 * 60;
/** Random characters of a session token: 200 bits. */
const TOKEN_CHARACTERS = 40;

/** Creates a session: the token for the cookie, and the row with its hash. */
export function makeSession(userId: string, now: number): { token: string; row: SessionRow } {
  const token = randomText(TOKEN_CHARACTERS);
  const row = { token_hash: sha256(token), user_id: userId, created_at: now, expires_at: now + SESSION_SECONDS * 1000 };
  return { token, row };
}

/** The session token from a request's cookies. */
export function sessionToken(request: Request): string | undefined {
  for (const cookie of (request.headers.get('cookie') ?? '').split(';')) {
    const [name, value] = cookie.trim().split('=');
    if (name === SESSION_COOKIE && value) return value;
  }
  return undefined;
}

/** The `Set-Cookie` value for a token. An empty token deletes the cookie. */
export function sessionCookie(token: string, request: Request): string {
  const parts = [
    `${SESSION_COOKIE}=${token}`,
    'Path=/',
    `Max-Age=${token === '' ? 0 : SESSION_SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
  ];
  // Browsers ignore Secure cookies over plain HTTP, and not all of them make an exception for loopback.
  if (!isLoopbackHttp(new URL(request.url))) parts.push('Secure');
  return parts.join('; ');
}

function isLoopbackHttp({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
