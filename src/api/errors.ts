import type { EndpointName, Scope } from '../contract/index.ts';

/** Kinds of failures, separated by what a caller can do about them. */
export type ApiErrorKind =
  /** 401: the key is missing, unknown, revoked, expired or malformed. */
  | 'unauthorized'
  /** 403: the key lacks a scope, or its user lost access to the team. */
  | 'forbidden'
  /** 404: no such record in this team. */
  | 'not_found'
  /** 400 and other refusals of the request itself (409, 422 …). */
  | 'bad_request'
  /** 412: the record was changed since the state that the request's `If-Match` names. */
  | 'precondition_failed'
  /** 429. */
  | 'rate_limited'
  /** 5xx. */
  | 'server_error'
  /** No connection: refused, no such host, no route. */
  | 'unreachable'
  /** The connection is not private: its certificate cannot be trusted. */
  | 'untrusted_certificate'
  /** The connection was lost before the response was complete. */
  | 'connection_lost'
  /** No response before the deadline. */
  | 'timeout'
  /** The caller cancelled. */
  | 'cancelled'
  /** 3xx: never followed, because the credential would be sent to the target. */
  | 'redirected'
  /** The response exceeds the maximum size. */
  | 'response_too_large'
  /** A response that does not have the form of the specification. */
  | 'invalid_response'
  /** A write was answered with success, but the response does not show its effect. */
  | 'unconfirmed';

export interface ApiErrorDetails {
  kind: ApiErrorKind;
  /** Absent if no request was made because its credential was unavailable. */
  endpoint?: EndpointName;
  /** HTTP status of the response, if there was one. */
  status?: number;
  /** `error` in the platform's response. */
  code?: string;
  /** `next_start_time` in the platform's refusal of a booking, an instant: extension `booking_rules`. */
  nextStartTime?: string;
  /** `message` in the platform's response: untrusted text. */
  platformMessage?: string;
  /** The scope that the refusal (403) names as missing (RFC 6750, 3). */
  scope?: Scope;
  /** Our explanation of why no request was possible, and how to fix it. */
  advice?: string;
  /** From the `Retry-After` header (RFC 9110, 10.2.3). */
  retryAfterSeconds?: number;
  /**
   * Whether the platform's data may have changed: `no` for reads, for refusals and for requests that never left;
   * `unknown` for writes without a usable answer. The platform may still carry these out, so the absence of their effect
   * proves nothing.
   */
  changed: 'no' | 'unknown';
  /** Fields of the record in a successful response that differ from the request. */
  differing?: readonly string[];
  /** True if the call can be made again with the same arguments without doing anything twice. */
  repeatable?: boolean;
}

/** The error of every failed call of the API client. */
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
