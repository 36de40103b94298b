/** Receives the requests of clients, each when it begins and when it ends. It must not throw. */
export interface RequestTracer {
  startSpan(request: TracedRequest): RequestSpan;
}

/** A request of MCP, with the client's values unchanged: the tracer decides what of it may be exported. */
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
  /** The parent of all requests that are made for this one. */
  traceparent: string;
  /** @param version where only the answer has it. */
  end(outcome: RequestOutcome, version?: string): void;
}

/** The outcome of a request: a number is the code of a JSON-RPC error. */
export type RequestOutcome = 'ok' | 'tool_error' | 'cancelled' | number;
