import { type ErrorBody, FORBIDDEN, type Scope, UNAUTHORIZED } from '../../contract/index.ts';

/**
 * The statuses that the specification documents for every endpoint, 412 for requests that name a state, 429 for the dashboard's
 * sign-in, and 503 for its imports.
 */
export type ErrorStatus = 400 | 401 | 403 | 404 | 412 | 429 | 500 | 503;

/** Throw it to end a request with an error response. The message is sent to the client. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: ErrorStatus;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;
  /** True for a request that was refused after a part of it was done. */
  readonly isPartlyDone: boolean;

  constructor(status: ErrorStatus, body: ErrorBody, headers: Record<string, string> = {}, isPartlyDone = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.isPartlyDone = isPartlyDone;
  }
}

/** The session is missing or has ended, at the endpoint of sessions that the specification has: it documents this body. */
export const unauthorized = () => new HttpError(401, UNAUTHORIZED);

/** The same at all other endpoints of the dashboard, whose users have no key. */
export const sessionRequired = () =>
  new HttpError(401, {
    error: 'unauthorized',
    message: 'There is no session, or it has ended. Nothing was changed. Sign in.',
  });

/**
 * The key is missing, or unknown, revoked, expired or malformed: always the same body. The challenge has an error code
 * only if the request has a key (RFC 6750, 3.1).
 */
export const keyRequired = (hasKey: boolean) =>
  new HttpError(401, UNAUTHORIZED, {
    'WWW-Authenticate': `Bearer realm="receptionist"${hasKey ? ', error="invalid_token"' : ''}`,
  });

/**
 * The key lacks scopes, or its user is no longer in the team: always the same body. The challenge names all of them (RFC 6750,
 * 3), which are not always those of the endpoint.
 */
export const forbidden = (...scopes: Scope[]) =>
  new HttpError(
    403,
    FORBIDDEN,
    scopes.length > 0
      ? { 'WWW-Authenticate': `Bearer realm="receptionist", error="insufficient_scope", scope="${scopes.join(' ')}"` }
      : {},
  );

/** The caller's team has no such record. `kind` is a singular such as `booking`. */
export const notFound = (kind: string) =>
  new HttpError(404, { error: 'not_found', message: `There is no such ${kind.replaceAll('_', ' ')}` });

/** The body or the query of the request cannot be parsed. */
export const badRequest = (message: string) => new HttpError(400, { error: 'bad_request', message });

/** A field has an invalid value. The message names the field and the reason. */
export const invalid = (message: string) => new HttpError(400, { error: 'validation_error', message });
