import type { ServerResponse } from 'node:http';
import type { ReceivedMessage } from '../../lib/http/body-receiver.ts';
import type { Permit } from '../../lib/http/permit-pool.ts';
import type { RequestContext, RequestPeer, StatedCaller } from '../../lib/http/request-context.ts';
import type { RequestLifetime } from '../../lib/http/request-lifetime.ts';
import type { CallerView } from '../auth/authorize.ts';
import type { Refusal } from '../auth/principal.ts';
import type { AnswerForm } from '../fast-path/sender.ts';

/** A body that was parsed. */
export interface ParsedBody {
  value: unknown;
  /** False if the body may not be UTF-8, or has a byte order mark. */
  isExact: boolean;
}

/** One HTTP request and its response, with the results of the steps so far. */
export interface Exchange {
  readonly incoming: ReceivedMessage;
  readonly outgoing: ServerResponse;
  /** For how long it counts for limits and for shutdown. */
  readonly lifetime: RequestLifetime;
  /** Id, client address and, after authentication, the principal. */
  readonly context: RequestContext &
    Pick<RequestPeer, 'protocol'> & { principal: string | undefined; statedCaller: StatedCaller | undefined };
  /** Its permit, if a concurrency limit applies. */
  permit?: Permit;
  /** The body of a request to `/mcp`, if it is JSON. */
  message?: ParsedBody;
  /** The form of the answer, where the client cannot read that of the SDK. */
  answerForm?: AnswerForm | undefined;
  /** Set by `authenticate`. */
  caller?: { view: CallerView } | { refusal: Refusal };
  /**
   * True if a signature of the body has authenticated the caller: then the headers prove nothing about who calls. False
   * while something like a signature is not verified, and if no known secret has made it.
   */
  isSigned?: boolean;
}

/** A step of request handling: it answers the request, or calls `next`. */
export type Middleware = (exchange: Exchange, next: () => void) => void;

type Handler = (exchange: Exchange) => void;

/** Runs the steps in the order of the list, then `last`. The rest is omitted once the client has disconnected. */
export function composeMiddleware(steps: readonly Middleware[], last: Handler): Handler {
  return (exchange) => {
    let index = 0;
    // One function for all steps of a request, because each step calls it at most once.
    const next = () => {
      // It has emitted `close`: what a later step acquires would never be released.
      if (exchange.outgoing.destroyed) return;
      const step = steps[index++];
      if (step) step(exchange, next);
      else last(exchange);
    };
    next();
  };
}

/** Returns the view of an authorized request; undefined for the routes other than `/mcp`. */
export function callerView({ caller }: Exchange): CallerView | undefined {
  return caller && 'view' in caller ? caller.view : undefined;
}
