/** What is known of the HTTP request in which something was asked. Over stdio nothing is. */
export interface RequestContext {
  /** For logs: the trusted proxy's, or made here. */
  readonly id: string;
  /** The client's address; of a client behind a trusted proxy as that says. */
  readonly client: string;
  /** Who is calling, by the name that the operator knows. Absent without authentication. */
  readonly principal?: string | undefined;
  /** The `traceparent` of its headers. */
  readonly traceparent?: string | undefined;
}

/** Where a call comes from. */
export interface CallOrigin {
  requestContext?: RequestContext | undefined;
  /** The `traceparent` of the call's own `_meta`, which goes before that of the request. */
  traceparent?: string | undefined;
}

/** The place of the context among what the SDK hands to a tool: `extra` of its `AuthInfo`. */
interface WithContext {
  extra?: Record<string, unknown> | undefined;
}

/** Puts the context of a request where `contextOf` finds it. */
export function withContext(context: RequestContext): { requestContext: RequestContext } {
  return { requestContext: context };
}

export function contextOf(auth: WithContext | undefined): RequestContext | undefined {
  return auth?.extra?.requestContext as RequestContext | undefined;
}
