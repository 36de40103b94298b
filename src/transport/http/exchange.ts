import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestContext } from '../../lib/http/request-context.ts';
import type { CallerView } from '../auth/authorize.ts';
import type { Refusal } from '../auth/principal.ts';
import type { Permit } from '../limits/concurrency-limit.ts';

/** One HTTP request and its response, with the results of the steps so far. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Id, client address and, after authentication, the principal. */
  readonly context: RequestContext & { principal: string | undefined };
  /** Its permit, if a concurrency limit applies. */
  permit?: Permit;
  /** Set by `authenticate`. */
  caller?: { view: CallerView } | { refusal: Refusal };
}

/** A step of request handling: it answers the request, or calls `next`. */
export type Middleware = (exchange: Exchange, next: () => void) => void;

type Handler = (exchange: Exchange) => void;

/** Runs the steps in the order of the list, then `last`. */
export function composeMiddleware(steps: readonly Middleware[], last: Handler): Handler {
  return steps.reduceRight<Handler>((next, step) => (exchange) => step(exchange, () => next(exchange)), last);
}

/** Returns the view of an authorized request; undefined for the routes other than `/mcp`. */
export function callerView({ caller }: Exchange): CallerView | undefined {
  return caller && 'view' in caller ? caller.view : undefined;
}
