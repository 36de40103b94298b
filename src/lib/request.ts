/** What is known of the HTTP request in which something was asked. Over stdio nothing is. */
export interface RequestAbout {
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
  about?: RequestAbout | undefined;
  /** The `traceparent` of the call's own `_meta`, which goes before that of the request. */
  traceparent?: string | undefined;
}

/** Kept beside the web `Request`: the SDK gives a tool no more than that. */
const known = new WeakMap<Request, RequestAbout>();

/** Says what is known of a request, to whoever handles it further in. */
export function tellAbout(request: Request, about: RequestAbout): void {
  known.set(request, about);
  // The SDK reads a copy and goes on with the other.
  const { clone } = request;
  const value = () => {
    const copy = clone.call(request);
    known.set(copy, about);
    return copy;
  };
  Object.defineProperty(request, 'clone', { value });
}

export function aboutRequest(request: Request | undefined): RequestAbout | undefined {
  return request && known.get(request);
}
