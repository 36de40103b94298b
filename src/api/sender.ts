import type { Deadline } from '../lib/concurrency/deadline.ts';

/** One HTTP request. */
export interface WireRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | null;
  /** Ends with the time limit or the caller's cancellation. */
  deadline: Deadline;
  /** Maximum size of the response, in bytes. */
  maxBytes: number;
}

/** One HTTP response with its whole body. */
export interface WireResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends a request: over the network, or to the embedded platform in this process. Rejects with a `SendError`, or with
 * the reason of the deadline.
 */
export type Sender = (request: WireRequest) => Promise<WireResponse>;

/** Why there is no response. */
export type SendFailure =
  | 'unreachable'
  | 'untrusted_certificate'
  | 'connection_lost'
  | 'timeout'
  | 'response_too_large'
  | 'invalid_response';

/** A request without a usable response. */
export class SendError extends Error {
  override readonly name = 'SendError';
  /** Our explanation for the user: what is wrong, and how to fix it. */
  readonly advice?: string;

  constructor(
    readonly failure: SendFailure,
    /** False if the request certainly never reached the platform, so that a retry is safe. */
    readonly sent: boolean,
    options?: ErrorOptions & { advice?: string },
  ) {
    super(failure, options);
    if (options?.advice !== undefined) this.advice = options.advice;
  }
}
