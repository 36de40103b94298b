import type { Endpoint } from '../contract/index.ts';

/** Creates a span for each request to the platform that belongs to a trace. Must not throw. */
export interface ApiTracer {
  /** Called before the request is sent. */
  startSpan(request: TracedApiRequest): ApiSpan;
}

export interface TracedApiRequest extends Pick<Endpoint, 'method'> {
  /** The path with its parameters in braces, because their values are customer data. */
  template: string;
  baseUrl: URL;
  /** The parent span. */
  traceparent: string;
  /** Number of earlier attempts. */
  resends: number;
}

export interface ApiSpan {
  /** Sent to the platform. */
  traceparent: string;
  /** @param outcome the status of the response, or why there is none. */
  end(outcome: number | string): void;
}
