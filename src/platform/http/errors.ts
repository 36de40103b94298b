import { type ErrorBody, FORBIDDEN, UNAUTHORIZED } from '../../contract/index.ts';

/** The statuses that the specification documents for every endpoint, and one for the dashboard's sign-in alone. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 429 | 500;

/** Ends a request with an `Error` object. Its message is for whoever sent the request. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: ErrorStatus;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(status: ErrorStatus, body: ErrorBody, headers: Record<string, string> = {}) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** The key (or session) is missing, unknown, revoked, expired or malformed: always the same answer. */
export const unauthorized = () => new HttpError(401, UNAUTHORIZED);

/** The key lacks the scope, or its user lost the team: always the same answer. */
export const forbidden = () => new HttpError(403, FORBIDDEN);

/** There is no such record in the caller's team. `kind` is singular: `booking`. */
export const notFound = (kind: string) =>
  new HttpError(404, { error: 'not_found', message: `There is no such ${kind.replaceAll('_', ' ')}` });

/** The request itself cannot be understood: its body or its query. */
export const badRequest = (message: string) => new HttpError(400, { error: 'bad_request', message });

/** A field has a value that it cannot have; the message names the field and says why. */
export const invalid = (message: string) => new HttpError(400, { error: 'validation_error', message });
