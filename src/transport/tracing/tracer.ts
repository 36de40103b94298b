/** Starts spans for the requests of clients. It must not throw. */
export interface RequestTracer {
  startSpan(request: TracedRequest): RequestSpan;
}

/** A request of MCP with the client's unchanged values: the tracer decides which of them may be exported. */
export interface TracedRequest {
  method: string;
  id: string | number;
  over: 'stdio' | 'http';
  /** The name of a tool or prompt, or the URI of a resource. */
  target?: string | undefined;
  /** The revision of the protocol. */
  version?: string | undefined;
  /** The `traceparent` of its `_meta`. It takes precedence over the one of the HTTP request. */
  traceparent?: string | undefined;
  /** The `traceparent` of the HTTP request. */
  header?: string | undefined;
}

export interface RequestSpan {
  /** The `traceparent` of all requests to the platform that this request causes. */
  traceparent: string;
  /** @param version the protocol revision, if only the answer has it. */
  end(outcome: RequestOutcome, version?: string): void;
}

/** The outcome of a request: a number is the code of a JSON-RPC error. */
export type RequestOutcome = 'ok' | 'tool_error' | 'cancelled' | number;
