import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServerFactory,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import type { Logger } from '../lib/logger.ts';

export interface HttpOptions {
  factory: McpServerFactory;
  logger: Logger;
  /** A loopback address: there is no authentication of callers yet. */
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Throws when requests cannot be served: the platform or its database is away. */
  ready(): Promise<void>;
  /** The largest request body, in bytes. Default 1 MiB. */
  maxBodyBytes?: number;
}

export interface HttpServer {
  /** Where MCP is served, ending in `/mcp`. */
  url: string;
  /** Takes no new connections, lets requests under way end (bounded), then closes. */
  close(): Promise<void>;
}

/** How long requests under way may take at shutdown, in milliseconds. */
const DRAIN_MS = 10_000;

/** Serves MCP over Streamable HTTP at `/mcp`, with `/healthz` and `/readyz` beside it. */
export async function serveOverHttp(options: HttpOptions): Promise<HttpServer> {
  const { factory, logger, host, port, ready } = options;
  const handler = createMcpHandler(factory, {
    maxRequestBodySize: options.maxBodyBytes ?? 1024 * 1024,
    onerror: (error) => logger.warn('protocol error', { error: error.message }),
  });
  const inFlight = new Set<Promise<unknown>>();

  const app = new Hono();
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
  app.all('/mcp', async (c) => {
    const answer = handler.fetch(c.req.raw);
    inFlight.add(answer);
    try {
      return await answer;
    } finally {
      inFlight.delete(answer);
    }
  });
  app.notFound((c) => c.json({ error: 'not_found', message: 'MCP is served at /mcp.' }, 404));
  app.onError((error, c) => {
    logger.error('request failed', { error });
    return c.json({ error: 'internal_error', message: 'Internal server error' }, 500);
  });

  const server = await listen(app, host, port);
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/mcp`,
    async close() {
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.race([Promise.allSettled(inFlight), pause(DRAIN_MS)]);
      await handler.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await ended;
    },
  };
}

function listen(app: Hono, hostname: string, port: number): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname, port }, () => resolve(server));
    server.once('error', reject);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
