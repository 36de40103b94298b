import type { PlainRequest } from '../../lib/http/plain-message.ts';
import { forbidden } from '../http/errors.ts';

/** What is known about the address at which browsers reach this server. */
interface OwnAddress {
  /** The protocol that the client used, if a trusted proxy states it. */
  protocol?: 'http:' | 'https:' | undefined;
  /** The address that the operator configured, for proxies that replace `Host`. */
  publicUrl?: URL | undefined;
}

/**
 * Throws 403 if another website made a signed-in browser send the request: its `Origin` must be this server, and a browser
 * that states the relation of both sites (`Sec-Fetch-Site`) must state that they are the same origin. Together with SameSite
 * cookies and the JSON content type, which a form cannot send, this is the protection against cross-site request forgery
 * (CSRF), also of the sign-in.
 */
export function requireSameOrigin(request: PlainRequest, { protocol, publicUrl }: OwnAddress = {}): void {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') throw forbidden();
  const origin = request.headers.get('origin');
  if (origin === null || origin === publicUrl?.origin) return;
  if (!URL.canParse(origin)) throw forbidden();
  const { protocol: scheme, host } = new URL(origin);
  const isOwnScheme = protocol === undefined || scheme === protocol;
  // Parsed like the origin, which never has the default port.
  const own = `${scheme}//${request.headers.get('host') ?? new URL(request.url).host}`;
  if (!isOwnScheme || !URL.canParse(own) || new URL(own).host !== host) throw forbidden();
}
