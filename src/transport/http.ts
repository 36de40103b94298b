import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServerFactory,
  originValidationResponse,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import type { FetchHandler } from '../lib/handler.ts';
import type { Logger } from '../lib/logger.ts';
import { tellAbout } from '../lib/request.ts';
import { listen, type NodeSide } from '../lib/serve.ts';
import type { Updates } from '../lib/updates.ts';
import { type AdmissionOptions, createAdmission } from './admission/index.ts';
import { directHttp } from './direct/http.ts';
import type { DirectTools } from './direct/tools.ts';

export interface HttpOptions extends AdmissionOptions {
  factory: McpServerFactory;
  /** Answers plain tool calls without the SDK. Absent: the SDK answers everything, and the same. */
  direct?: DirectTools | undefined;
  logger: Logger;
  /** A loopback address: there is no authentication of callers yet. */
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Throws when requests cannot be served: the platform or its database is away. */
  ready(): Promise<void>;
  /** What clients can listen to; absent where nothing ever changes by itself. */
  updates?: Updates | undefined;
  /** Takes the platform's notifications at `/webhooks`, and says itself which are genuine. Absent: there are none. */
  webhooks?: FetchHandler | undefined;
  /** What is measured, as Prometheus reads it, at `/metrics`. Absent: there is no such address. */
  metrics?: (() => string) | undefined;
  /** The largest request body, in bytes. Default 1 MiB. */
  maxBodyBytes?: number;
}

export interface HttpServer {
  /** Where MCP is served, ending in `/mcp`. */
  url: string;
  /** Takes no new connections, lets calls under way end (bounded), ends subscriptions, then closes. */
  close(): Promise<void>;
}

/** A request that lasts as long as its client wants: nobody waits for its end. */
const ENDLESS = 'subscriptions/listen';

/** How long calls under way may take at shutdown, in milliseconds. */
const DRAIN_MS = 10_000;

/** Prometheus's text format. */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves MCP over Streamable HTTP at `/mcp`, with `/healthz`, `/readyz` and `/metrics` beside it. */
export async function serveOverHttp(options: HttpOptions): Promise<HttpServer> {
  const { factory, logger, host, port, ready } = options;
  const handler = createMcpHandler(factory, {
    ...(options.updates ? { bus: busOf(options.updates) } : {}),
    maxRequestBodySize: options.maxBodyBytes ?? 1024 * 1024,
    onerror: (error) => logger.warn('protocol error', { error: error.message }),
  });
  const underWay = new Set<Promise<void>>();
  const admission = createAdmission(options);

  const app = new Hono<{ Bindings: NodeSide }>();
  const { webhooks } = options;
  // Before the guard: deliveries come through a proxy, under its name. No page can make a genuine one.
  if (webhooks) {
    for (const path of ['/webhooks', '/webhooks/:secret']) app.all(path, (c) => webhooks(c.req.raw));
  }
  // A page elsewhere must not reach this server through the browser, by rebinding DNS or by asking directly.
  app.use(async (c, next) => {
    const refused =
      hostHeaderValidationResponse(c.req.raw, localhostAllowedHostnames()) ??
      originValidationResponse(c.req.raw, localhostAllowedOrigins());
    return refused ?? next();
  });
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    try {
      await ready();
      return c.json({ status: 'ready' });
    } catch (error) {
      logger.warn('not ready', { error });
      return c.json({ status: 'not ready' }, 503);
    }
  });
  const { metrics } = options;
  if (metrics) app.get('/metrics', (c) => c.body(metrics(), 200, { 'content-type': METRICS_TYPE }));
  app.all('/mcp', async (c) => {
    const about = admission.about(c.env.incoming);
    if (about) tellAbout(c.req.raw, about);
    if (c.req.header('mcp-method') !== ENDLESS) track(underWay, c.env.outgoing);
    const answer = await handler.fetch(c.req.raw);
    // The rest of a body that was too large is not read: the connection is of no further use.
    if (answer.status === 413) answer.headers.set('connection', 'close');
    return answer;
  });
  app.notFound((c) => c.json({ error: 'not_found', message: 'MCP is served at /mcp.' }, 404));
  app.onError((error, c) => {
    logger.error('request failed', { error });
    return c.json({ error: 'internal_error', message: 'Internal server error' }, 500);
  });

  const onError = (error: Error) => logger.error('the HTTP server failed', { error });
  const direct =
    options.direct &&
    directHttp({
      tools: options.direct,
      onAnswer: (outgoing) => track(underWay, outgoing),
      onError: (error) => logger.error('request failed', { error }),
      about: admission.about,
    });
  const server = await listen({
    fetch: app.fetch,
    host,
    port,
    onError,
    drainMs: DRAIN_MS,
    first(incoming, outgoing, otherwise) {
      if (!admission.admit(incoming, outgoing)) return;
      if (direct) direct(incoming, outgoing, otherwise);
      else otherwise(incoming, outgoing);
    },
  });
  return {
    url: `${server.url}/mcp`,
    async close() {
      const closed = server.close();
      await Promise.race([Promise.all(underWay), pause(DRAIN_MS)]);
      await handler.close();
      await closed;
    },
  };
}

/** What the SDK's handler takes its notifications from; each listening client subscribes to it. */
function busOf(updates: Updates): ServerEventBus {
  return {
    publish: () => {},
    subscribe: (listener) => updates.subscribe((uri) => listener({ kind: 'resource_updated', uri })),
  };
}

/** Remembers an answer until it is written or its client has gone. */
function track(underWay: Set<Promise<void>>, outgoing: NodeSide['outgoing']): void {
  const ended = new Promise<void>((resolve) => void outgoing.once('close', resolve));
  underWay.add(ended);
  void ended.then(() => underWay.delete(ended));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
