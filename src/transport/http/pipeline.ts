import type { Authorize } from '../auth/authorize.ts';
import type { RateLimit } from '../limits/rate-limiter.ts';
import { authenticate, refuseUnauthorized } from './authenticate.ts';
import { createCors } from './cors.ts';
import type { createDrain } from './drain.ts';
import { callerView, composeMiddleware, type Exchange, type Middleware } from './exchange.ts';
import type { createHandlerCache } from './handler-cache.ts';
import { limitConcurrency, limitRate, limitSubscriptionSize } from './limit-requests.ts';
import { type HttpObserver, observeRequests } from './observe.ts';
import { rejectBatches } from './reject-batches.ts';
import type { RouteOptions } from './routes.ts';
import { isForMcp } from './target.ts';
import { validateSource } from './validate-source.ts';

export interface PipelineOptions extends Pick<RouteOptions, 'metadata' | 'webhooks'> {
  /** Decides who may ask at `/mcp`, and what they are served. */
  authorize: Authorize;
  observer?: HttpObserver | undefined;
  /** Where clients reach this server, when not at its own address: behind a proxy. */
  publicUrl?: URL | undefined;
  /** Names that clients may ask for in `Host`, beside this machine's own and that of `publicUrl`. */
  allowedHosts?: readonly string[] | undefined;
  /**
   * Origins of pages that may ask, such as https://app.example.com, beside those on this machine and at `publicUrl`. Only
   * those named here may read the answers from elsewhere (CORS).
   */
  allowedOrigins?: readonly string[] | undefined;
  /** For each caller at `/mcp`. Default: none. */
  rateLimit?: RateLimit | undefined;
  /** Requests to `/mcp` at the same time; those that only listen are not counted. Default: no limit. */
  maxConcurrent?: number | undefined;
}

interface PipelineParts extends PipelineOptions {
  handlers: ReturnType<typeof createHandlerCache>;
  drain: ReturnType<typeof createDrain>;
  fail(exchange: Exchange, error: unknown): void;
}

/**
 * The way of each HTTP request, in order. A step answers the request or passes it to the next one. The last one, `next`,
 * turns it into a web `Request` for a session, the SDK's handler or a route beside `/mcp`.
 */
export function requestPipeline(
  parts: PipelineParts,
  next: (exchange: Exchange) => void,
): (exchange: Exchange) => void {
  const { authorize, metadata, webhooks, observer, publicUrl, handlers, drain, fail } = parts;
  const { allowedHosts = [], allowedOrigins = [], maxConcurrent = Number.POSITIVE_INFINITY, rateLimit } = parts;
  const cors = createCors(allowedOrigins, ['/mcp', ...(metadata?.paths ?? [])]);
  const forEach: Middleware[] = [
    cors.headers,
    observeRequests(observer),
    limitConcurrency(maxConcurrent, observer),
    limitSubscriptionSize,
    cors.preflight,
    validateSource({
      publicHostname: publicUrl?.hostname,
      allowedHosts,
      allowedOrigins,
      webhooks: webhooks !== undefined,
    }),
  ];
  const forMcp: Middleware[] = [
    authenticate(authorize, fail),
    limitRate(rateLimit, observer),
    refuseUnauthorized,
    drain.trackRequests,
    fastPathOf(handlers),
    rejectBatches,
  ];
  const mcp = composeMiddleware([...forEach, ...forMcp], next);
  const others = composeMiddleware(forEach, next);
  return (exchange) => (isForMcp(exchange.incoming) ? mcp : others)(exchange);
}

/** The fast path of the caller's tools, where there is one. */
function fastPathOf(handlers: ReturnType<typeof createHandlerCache>): Middleware {
  return (exchange, next) => {
    const view = callerView(exchange);
    const fastPath = view && handlers.of(view).fastPath;
    if (fastPath) fastPath(exchange, next);
    else next();
  };
}
