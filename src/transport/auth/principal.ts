import type { Secret } from '../../lib/secret.ts';

/** Who makes a request, and what the operator lets them do. */
export interface Principal {
  /** What is kept for callers is kept under this: no two credentials have the same. */
  id: string;
  /** For logs: given by the operator or derived, never chosen by whoever calls. */
  name: string;
  /** The platform's key for this caller; undefined: the one that the operator configured. */
  platformKey?: (() => Promise<Secret>) | undefined;
  /** What mends it when the platform refuses that key, as a sentence. */
  keyAdvice?: string;
  /** Whether anybody can make up such a credential, so that only the platform can say what it is worth. */
  unproven?: boolean;
  /** Toolsets of this caller; undefined: all that are configured. */
  toolsets?: readonly string[] | undefined;
  readOnly: boolean;
  /** The scopes that tools which write need, where the caller's token lacks one of them (RFC 6750, 3.1). */
  writingNeeds?: Scopes | undefined;
}

/** Whoever can reach a server that asks nobody who they are. */
export const EVERYONE: Principal = { id: '', name: '', readOnly: false };

export type Scopes = readonly [string, ...string[]];

/** What a caller is told instead of being served. */
export interface Refusal {
  status: 400 | 401 | 403 | 503;
  /** A word for programs: `invalid_token`, `bad_request`. */
  error: string;
  /** What is wrong and what would be right, for people. Repeats nothing of what was sent. */
  message: string;
  /** `WWW-Authenticate` (RFC 9110, 11.6.1). */
  challenge?: string;
}

export type Identified = { principal: Principal } | { refusal: Refusal };

/** Finds out who makes a request, from its headers alone. Asked for each request. */
export type Authenticate = (headers: CallerHeaders) => Identified | Promise<Identified>;

/** The headers that say who calls and what of their rights they want to use; each is there once or not at all. */
export type CallerHeaders = Partial<Record<CallerHeader, string>>;

export const CALLER_HEADERS = ['authorization', 'x-api-key', 'x-rcpt-read-only', 'x-rcpt-toolsets'] as const;
export type CallerHeader = (typeof CALLER_HEADERS)[number];
