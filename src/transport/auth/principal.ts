import type { Secret } from '../../lib/secrets/secret.ts';

/** The caller of a request, and what the operator allows it. */
export interface Principal {
  /** The key of the caller's state: no two credentials have the same. */
  id: string;
  /** For logs: given by the operator or derived, never chosen by the caller. */
  name: string;
  /** The platform's key for this caller; undefined: the one that the operator configured. */
  platformKey?: (() => Promise<Secret>) | undefined;
  /** Advice for the case that the platform refuses that key, as a sentence. */
  keyAdvice?: string;
  /** True if clients can invent such a credential, so that only the platform can verify it. */
  unverified?: boolean;
  /** Toolsets of this caller; undefined: all that are configured. */
  toolsets?: readonly string[] | undefined;
  readOnly: boolean;
  /** The profile that this caller is limited to; undefined: that of the server. */
  profile?: 'voice' | undefined;
  /** The scopes that writing tools require, if the caller's token lacks one of them (RFC 6750, 3.1). */
  missingScopes?: Scopes | undefined;
}

/** Any client of a server without authentication. */
export const ANONYMOUS: Principal = { id: '', name: '', readOnly: false };

export type Scopes = readonly [string, ...string[]];

/** The answer to a request that is not authorized. */
export interface Refusal {
  status: 400 | 401 | 403 | 503;
  /** Error code, such as `invalid_token` or `bad_request`. */
  error: string;
  /** The problem and the correction. Does not contain data of the request. */
  message: string;
  /** What is wrong with this credential, for the log and not for the client. Does not contain data of the request. */
  detail?: string;
  /** `WWW-Authenticate` (RFC 9110, 11.6.1). */
  challenge?: string;
}

export type Identified = { principal: Principal } | { refusal: Refusal };

/** Identifies the caller by the headers of the request; called for each request. */
export type Authenticate = (headers: CallerHeaders) => Identified | Promise<Identified>;

/** The headers that identify the caller and restrict its rights. No header occurs twice. */
export type CallerHeaders = Partial<Record<CallerHeader, string>>;

export const CALLER_HEADERS = ['authorization', 'x-api-key', 'x-rcpt-read-only', 'x-rcpt-toolsets'] as const;
export type CallerHeader = (typeof CALLER_HEADERS)[number];
