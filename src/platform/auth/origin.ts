import { forbidden } from '../http/errors.ts';

/**
 * Throws 403 if another website made a signed-in browser send the request. Together with SameSite cookies and the JSON
 * content type, which a form cannot send, this is the protection against cross-site request forgery (CSRF).
 */
export function requireSameOrigin(request: Request): void {
  const origin = request.headers.get('origin');
  if (origin === null) return;
  const host = request.headers.get('host') ?? new URL(request.url).host;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw forbidden();
}
