import type { EndpointName } from '../contract/index.ts';

/** What went wrong, by what a caller can do about it. */
export type ApiErrorKind =
  /** 401: the key is missing, unknown, revoked, expired or malformed. */
  | 'unauthorized'
  /** 403: the key lacks a scope, or its user lost access to the team. */
  | 'forbidden'
  /** 404: no such record in this team. */
  | 'not_found'
  /** 400 and other refusals of the request itself (409, 422 …). */
  | 'bad_request'
  /** 429. */
  | 'rate_limited'
  /** 5xx. */
  | 'server_error'
  /** No connection: refused, no such host, no route. */
  | 'unreachable'
  /** The connection is not private: its certificate cannot be trusted. */
  | 'untrusted_certificate'
  /** The connection broke before an answer was complete. */
  | 'connection_lost'
  /** No answer before the deadline. */
  | 'timeout'
  /** The caller cancelled. */
  | 'cancelled'
  /** 3xx: never followed, because the credential would travel along. */
  | 'redirected'
  /** More bytes than we are willing to read. */
  | 'response_too_large'
  /** An answer that is not what the specification describes. */
  | 'invalid_response';

export interface ApiErrorDetails {
  kind: ApiErrorKind;
  /** Absent when no request was made, because the credential for it could not be had. */
  endpoint?: EndpointName;
  /** HTTP status of the answer, if there was one. */
  status?: number;
  /** `error` of the platform's body. */
  code?: string;
  /** `message` of the platform's body: somebody else's words. */
  platformMessage?: string;
  /** A sentence of ours about why the platform cannot be reached, and how to mend it. */
  advice?: string;
  /** From the `Retry-After` header (RFC 9110, 10.2.3). */
  retryAfterSeconds?: number;
  /**
   * Whether the platform's data may have changed: `no` for reads, for refusals and for requests that never left;
   * `unknown` for writes without a usable answer.
   */
  changed: 'no' | 'unknown';
  /**
   * A request, this one or an earlier attempt of the same call, was not answered in time (or a gateway said so, 408 and
   * 504): the platform may yet carry it out, so that not finding its effect proves nothing.
   */
  mayStillBeProcessing?: boolean;
  /** `changed: 'no'` is known from the platform's own list, in which the record was looked for and not found. */
  verified?: boolean;
}

/** What is not known of a call's effect. */
export type Uncertainty = Pick<ApiErrorDetails, 'changed' | 'mayStillBeProcessing'>;

/** The one error that a call of the API client fails with. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly details: ApiErrorDetails,
    options?: ErrorOptions,
  ) {
    super(
      `${details.endpoint ?? 'credential'}: ${details.kind}${details.status ? ` (${details.status})` : ''}`,
      options,
    );
  }
}
