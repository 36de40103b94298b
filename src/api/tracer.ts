import type { Endpoint } from '../contract/index.ts';

/** Told of each request to the platform that is part of a trace. It must not throw. */
export interface ApiTracer {
  /** It is about to be sent. */
  sending(request: TracedApiRequest): ApiSpan;
}

export interface TracedApiRequest extends Pick<Endpoint, 'method'> {
  /** The path with its parameters in braces: what stands in their place is the customer's. */
  template: string;
  baseUrl: URL;
  /** What it is a part of. */
  traceparent: string;
  /** How many times it was sent before. */
  resends: number;
}

export interface ApiSpan {
  /** What the platform is told. */
  traceparent: string;
  /** @param outcome the status of the answer, or why there is none. */
  ended(outcome: number | string): void;
}
