import type { IncomingMessage } from 'node:http';
import { createAttachedProperty } from '../../lib/attached-property.ts';
import { MAX_BODY_BYTES } from '../../lib/http/body-sizes.ts';
import { MAX_CONNECTIONS } from '../../lib/http/connection-limit.ts';
import { IncomingContext } from '../../lib/http/incoming-context.ts';
import { INTERNAL_ERROR } from '../../lib/http/internal-error.ts';
import { logRefusal, noteResponse } from '../../lib/http/refusal.ts';
import { RequestLifetime } from '../../lib/http/request-lifetime.ts';
import { listen } from '../../lib/http/serve.ts';
import { trustedProxies } from '../../lib/http/trusted-proxies.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { createSessions } from '../sessions/index.ts';
import type { RequestTracer } from '../tracing/tracer.ts';
import { answerMcp } from './answer-mcp.ts';
import { createDrain } from './drain.ts';
import { callerView, type Exchange } from './exchange.ts';
import { createHandlerCache } from './handler-cache.ts';
import { servedRoute } from './observe.ts';
import { type PipelineOptions, requestPipeline } from './pipeline.ts';
import { createRoutes, type RouteOptions } from './routes.ts';
import { sendJson } from './send-json.ts';
import { isForWeb } from './target.ts';

interface HttpOptions extends RouteOptions, PipelineOptions {
  /** The address to listen on. */
  host: string;
  /** 0: a free port. */
  port: number;
  /** Addresses and networks of proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Request-Id` are trusted. Default: none. */
  trustedProxies?: readonly string[] | undefined;
  /** Maximum number of open sessions of MCP 2025. Default 0: requests are served without sessions. */
  maxSessions?: number | undefined;
  /** Measures the idle time of sessions. */
  clock?: Clock | undefined;
  tracer?: RequestTracer | undefined;
}

export interface HttpServer {
  /** The URL of the MCP endpoint, ending in `/mcp`. */
  url: string;
  /** Accepts no new connections, waits for open calls (bounded), ends subscriptions, then closes. */
  close(): Promise<void>;
}

/** How long open calls may take at shutdown. */
const DRAIN_MS = 10_000;
/** Listeners of the end of one response, those of Node's streams included. */
const MAX_CLOSE_LISTENERS = 30;

/** The id by which the log has a request that failed. */
const requestId = ({ context }: Exchange) => ({ 'x-request-id': context.id });

/** Serves MCP over Streamable HTTP at `/mcp`, and `/healthz`, `/readyz` and `/metrics`. */
export async function serveOverHttp(options: HttpOptions): Promise<HttpServer> {
  const {
    authorize,
    logger,
    metadata,
    observer,
    tracer,
    maxBodyBytes = MAX_BODY_BYTES,
    maxConcurrent = 0,
    maxSessions = 0,
    web,
  } = options;
  const logFailure = (error: unknown, { context }: Exchange) =>
    logger.error('request failed', { error, request_id: context.id });
  const fail = (exchange: Exchange, error: unknown) => {
    logFailure(error, exchange);
    if (exchange.outgoing.headersSent) exchange.outgoing.destroy();
    else sendJson(exchange.outgoing, 500, INTERNAL_ERROR, requestId(exchange));
  };
  const handlers = createHandlerCache({ logger, maxBodyBytes, tracer, fail });
  const sessions =
    maxSessions > 0
      ? createSessions({
          max: maxSessions,
          clock: options.clock,
          logger,
          maxBodyBytes,
          tracer,
          onChange: (open) => observer?.sessionsChanged(open),
          onRefused: (limit) => observer?.requestRefused(limit),
        })
      : undefined;
  const answer = answerMcp({ authorize, metadata, handlers, sessions });
  const routes = createRoutes(options);
  const drain = createDrain();
  const proxies = trustedProxies(options.trustedProxies ?? []);
  const exchanges = createAttachedProperty<IncomingMessage, Exchange>('exchange');

  const server = await listen({
    host: options.host,
    port: options.port,
    drainMs: DRAIN_MS,
    // Each of these may need a connection of its own.
    maxConnections: MAX_CONNECTIONS + maxConcurrent + 2 * maxSessions,
    onError: (error) => logger.error('the HTTP server failed', { error }),
    middleware(next) {
      const run = requestPipeline({ ...options, handlers, drain, fail }, ({ incoming, outgoing }) =>
        next(incoming, outgoing),
      );
      return (incoming, outgoing) => {
        // Node keeps the last request of an idle connection, which would keep everything that answered it.
        // Each step adds one listener at most: more than Node's limit of ten, which finds leaks, in a session.
        outgoing.setMaxListeners(MAX_CLOSE_LISTENERS);
        const lifetime = new RequestLifetime(outgoing);
        const exchange: Exchange = { incoming, outgoing, lifetime, context: new IncomingContext(incoming, proxies) };
        exchanges.set(incoming, exchange);
        // Here and in the steps `on`, not `once`: a response closes once, and to remove a listener costs more than to call it.
        outgoing.on('close', () => {
          exchanges.delete(incoming);
          logRefusal(logger, outgoing, servedRoute(incoming.url ?? ''), exchange.context);
        });
        try {
          run(exchange);
        } catch (error) {
          fail(exchange, error);
        }
      };
    },
    // Called by the pipeline for authorized requests to `/mcp`, and for all other routes.
    async fetch(request, { incoming }) {
      const exchange = exchanges.get(incoming) as Exchange;
      const view = callerView(exchange);
      try {
        if (view) return await noteResponse(exchange.outgoing, await answer(request, exchange, view));
        // By the target that the limits were chosen by: another spelling of it, such as `/x/../app`, has none of them.
        const others = web && isForWeb(incoming) ? web(request, exchange.context) : routes.fetch(request, { incoming });
        return await noteResponse(exchange.outgoing, await others);
      } catch (error) {
        logFailure(error, exchange);
        return Response.json(INTERNAL_ERROR, { status: 500, headers: requestId(exchange) });
      }
    },
  });
  return {
    url: `${server.url}/mcp`,
    async close() {
      const closed = server.close();
      await drain.wait(DRAIN_MS, server.expectsRequest);
      await Promise.all([handlers.close(), sessions?.close()]);
      await closed;
    },
  };
}
