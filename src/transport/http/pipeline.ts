import type { RateLimit } from '../../lib/concurrency/rate-limiter.ts';
import { MAX_BODY_BYTES } from '../../lib/http/body-sizes.ts';
import type { HttpObserver } from '../../lib/http/http-observer.ts';
import type { PeerFetchHandler } from '../../lib/http/request-context.ts';
import type { Authorize } from '../auth/authorize.ts';
import type { AuthorizeSigned } from '../auth/authorize-signed.ts';
import { acceptLeniently } from '../voice/accept.ts';
import { authenticateSigned } from '../voice/authenticate-signed.ts';
import { identifyCaller } from '../voice/stated-caller.ts';
import { answerVapi, requirePost } from '../voice/vapi.ts';
import { authenticate, refuseUnauthorized } from './authenticate.ts';
import { createCors } from './cors.ts';
import type { createDrain } from './drain.ts';
import { callerView, composeMiddleware, type Exchange, type Middleware } from './exchange.ts';
import type { createHandlerCache } from './handler-cache.ts';
import { createRequestLimits, limitRate, limitSubscriptionSize } from './limit-requests.ts';
import { observeRequests } from './observe.ts';
import { parseBody } from './parse-body.ts';
import type { RouteOptions } from './routes.ts';
import { isForMcp, isForVapi, isForWeb } from './target.ts';
import { validateSource } from './validate-source.ts';

export interface PipelineOptions extends Pick<RouteOptions, 'metadata' | 'webhooks' | 'intake'> {
  /** Authorizes requests to `/mcp`, and selects the caller's view. */
  authorize: Authorize;
  /** Authorizes messages of Vapi by their signature. Absent: they need what requests to `/mcp` need. */
  authorizeVapi?: AuthorizeSigned | undefined;
  /** Answers requests for pages for people, and what these request (`isForWeb`). If absent, they are not served. */
  web?: PeerFetchHandler | undefined;
  observer?: HttpObserver | undefined;
  /** The URL at which clients reach this server behind a proxy. Default: its own address. */
  publicUrl?: URL | undefined;
  /** Names that are valid in `Host`, in addition to those of this machine and of `publicUrl`. */
  allowedHosts?: readonly string[] | undefined;
  /**
   * Origins of pages that may send requests, such as https://app.example.com, in addition to those on this machine and of
   * `publicUrl`. Only the origins in this list may read responses across origins (CORS).
   */
  allowedOrigins?: readonly string[] | undefined;
  /** For each caller at `/mcp`, and for each client of pages. Default: no limit. */
  rateLimit?: RateLimit | undefined;
  /** Concurrent requests to `/mcp`; long-lived ones are not counted. Default: no limit. */
  maxConcurrent?: number | undefined;
  /** Maximum size of a request body. Default 1 MiB. */
  maxBodyBytes?: number | undefined;
  /** True if callers may have the voice profile: then Vapi's messages are answered. Default false. */
  voice?: boolean | undefined;
}

interface PipelineParts extends PipelineOptions {
  handlers: ReturnType<typeof createHandlerCache>;
  drain: ReturnType<typeof createDrain>;
  fail(exchange: Exchange, error: unknown): void;
}

/**
 * The steps of each HTTP request, in order. A step answers the request or calls the next one. The last one, `next`,
 * converts it to a web `Request` for a session, the SDK's handler or a route other than `/mcp`.
 */
export function requestPipeline(
  parts: PipelineParts,
  next: (exchange: Exchange) => void,
): (exchange: Exchange) => void {
  const { authorize, authorizeVapi, metadata, webhooks, intake, web, observer, publicUrl, handlers, drain, fail } =
    parts;
  const { allowedHosts = [], allowedOrigins = [], rateLimit } = parts;
  const { maxConcurrent = Number.POSITIVE_INFINITY, maxBodyBytes = MAX_BODY_BYTES } = parts;
  const { receiveBody, acquirePermit } = createRequestLimits({ maxConcurrent, maxBodyBytes, observer });
  const cors = createCors(allowedOrigins, ['/mcp', ...(metadata?.paths ?? [])]);
  const allSteps: Middleware[] = [
    cors.headers,
    observeRequests(observer),
    limitSubscriptionSize,
    cors.preflight,
    validateSource({
      publicHostname: publicUrl?.hostname,
      allowedHosts,
      allowedOrigins,
      webhooks: webhooks !== undefined,
      intake: intake !== undefined,
      web: web !== undefined,
    }),
  ];
  const limit = limitRate(rateLimit, observer);
  const admitCaller: Middleware[] = [authenticate(authorize, fail), limit, refuseUnauthorized, identifyCaller];
  const admitBody: Middleware[] = [drain.trackRequests, receiveBody, acquirePermit];
  const mcpSteps = [...admitCaller, acceptLeniently, ...admitBody, parseBody(maxBodyBytes), fastPathOf(handlers)];
  const admitSigned = authenticateSigned(authorizeVapi, receiveBody, fail);
  const vapiSteps = [requirePost, admitSigned, ...admitCaller, ...admitBody, answerVapi(maxBodyBytes, fail)];
  const mcp = composeMiddleware([...allSteps, ...mcpSteps], next);
  const vapi = composeMiddleware([...allSteps, ...vapiSteps], next);
  // Signed-in users have limits of their own: those of MCP count its callers.
  const webSteps = [limitRate(rateLimit, observer), ...admitBody];
  const pages = composeMiddleware([...allSteps, ...webSteps], next);
  const others = composeMiddleware([...allSteps, receiveBody, acquirePermit], next);
  return (exchange) => {
    if (isForMcp(exchange.incoming)) mcp(exchange);
    else if (parts.voice && isForVapi(exchange.incoming)) vapi(exchange);
    else if (web && isForWeb(exchange.incoming)) pages(exchange);
    else others(exchange);
  };
}

/** Runs the fast path of the caller's tools, if there is one. */
function fastPathOf(handlers: ReturnType<typeof createHandlerCache>): Middleware {
  return (exchange, next) => {
    const view = callerView(exchange);
    const fastPath = view && handlers.of(view).fastPath;
    if (fastPath) fastPath(exchange, next);
    else next();
  };
}
