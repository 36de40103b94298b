/** Told of the requests of clients, each when it begins and when it ends. It must not throw. */
export interface RequestTracer {
  began(request: TracedRequest): RequestSpan;
}

/** A request of MCP. What the client wrote stands in it as it was: what of it may be shown, the tracer decides. */
export interface TracedRequest {
  method: string;
  id: string | number;
  over: 'stdio' | 'http';
  /** The name of a tool or prompt, or the address of a resource. */
  target?: string | undefined;
  /** The revision of the protocol. */
  version?: string | undefined;
  /** The `traceparent` of its `_meta`, which goes before that of the HTTP request. */
  traceparent?: string | undefined;
  /** The `traceparent` of the HTTP request. */
  header?: string | undefined;
}

export interface RequestSpan {
  /** What all that is asked for this request's sake belongs to. */
  traceparent: string;
  /** @param version where only the answer tells it. */
  ended(outcome: RequestOutcome, version?: string): void;
}

/** What became of a request: a number is the code of a JSON-RPC error. */
export type RequestOutcome = 'ok' | 'tool_error' | 'cancelled' | number;
