import type { JsonObject } from '../json.ts';

/** What an authenticated request states about the person on the telephone. Values have not been checked. */
export interface StatedCaller {
  /** The vendor's id of the call, as each source states it. */
  callIds: readonly unknown[];
  /** The caller's number, as each source states it. */
  numbers: readonly unknown[];
}

/** The HTTP request that a call came with. Absent over stdio. */
export interface RequestContext {
  /** Request id for logs: from a trusted proxy, or generated. */
  readonly id: string;
  /** The client's IP address. A trusted proxy's `X-Forwarded-For` is applied. */
  readonly client: string;
  /** The caller's name as the operator configured it. Absent without authentication. */
  readonly principal?: string | undefined;
  /** The `traceparent` of its headers. */
  readonly traceparent?: string | undefined;
  /** Only in the voice profile. */
  readonly statedCaller?: StatedCaller | undefined;
}

/** The client that sent an HTTP request, and how the request reached this server. */
export interface RequestPeer {
  /** The client's IP address. A trusted proxy's `X-Forwarded-For` is applied. */
  client: string;
  /** The protocol that the client used, if a trusted proxy states it. */
  protocol?: 'http:' | 'https:' | undefined;
  /** Request id for logs. */
  id?: string | undefined;
  /** The `traceparent` of its headers. */
  traceparent?: string | undefined;
}

/** Answers one HTTP request that was received from a socket. */
export type PeerFetchHandler = (request: Request, peer: RequestPeer) => Promise<Response>;

/** Where a call comes from. */
export interface CallOrigin {
  requestContext?: RequestContext | undefined;
  /** The `traceparent` in the `_meta` of the call. It takes precedence over the one of the HTTP request. */
  traceparent?: string | undefined;
  /** The `_meta` of the call. */
  meta?: JsonObject | undefined;
}

/** The part of the SDK's `AuthInfo` that carries the context to tools. */
interface AuthExtra {
  extra?: Record<string, unknown> | undefined;
}

/** Returns the member of `AuthInfo.extra` that `contextOf` reads. */
export function withContext(context: RequestContext): { requestContext: RequestContext } {
  return { requestContext: context };
}

export function contextOf(auth: AuthExtra | undefined): RequestContext | undefined {
  return auth?.extra?.requestContext as RequestContext | undefined;
}
