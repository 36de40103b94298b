import type { Deadline } from '../lib/deadline.ts';

/** One HTTP request, ready to go out. */
export interface WireRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | null;
  /** Over when its time is, or when the caller gave up. */
  deadline: Deadline;
  /** The largest answer to read, in bytes. */
  maxBytes: number;
}

/** One HTTP answer, read whole. */
export interface WireResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/**
 * The seam between the client and whatever answers: the network, or the embedded platform in this process.
 * Fails with a `SendError`, or with the reason of the limit that is over.
 */
export type Sender = (request: WireRequest) => Promise<WireResponse>;

/** Why no answer was had. */
export type SendFailure =
  | 'unreachable'
  | 'untrusted_certificate'
  | 'connection_lost'
  | 'timeout'
  | 'response_too_large'
  | 'invalid_response';

/** A request that got no usable answer. */
export class SendError extends Error {
  override readonly name = 'SendError';
  /** A sentence of ours for the user: what is wrong, and how to mend it. */
  readonly advice?: string;

  constructor(
    readonly failure: SendFailure,
    /** False when the request certainly never reached the platform, so that repeating it cannot do harm. */
    readonly sent: boolean,
    options?: ErrorOptions & { advice?: string },
  ) {
    super(failure, options);
    if (options?.advice !== undefined) this.advice = options.advice;
  }
}
