import { Hono } from 'hono';
import type { FetchHandler } from '../../lib/http/serve.ts';
import type { Logger } from '../../lib/logger.ts';
import type { ResourceMetadata } from '../auth/metadata.ts';

export interface RouteOptions {
  logger: Logger;
  /** Throws when requests cannot be served: the platform or its database is unavailable. */
  ready(): Promise<void>;
  /** The OAuth metadata of this server (RFC 9728); absent where no tokens are issued. */
  metadata?: ResourceMetadata | undefined;
  /** Receives and verifies event deliveries of the platform at `/webhooks`. Absent: there are none. */
  webhooks?: FetchHandler | undefined;
  /** The metrics in Prometheus's text format, at `/metrics`. Absent: there is no such route. */
  metrics?: { contentType: string; text(): Promise<string> } | undefined;
}

/** The routes beside `/mcp`. */
export function createRoutes({ logger, ready, metadata, webhooks, metrics }: RouteOptions): Hono {
  const app = new Hono();
  if (webhooks) {
    for (const path of ['/webhooks', '/webhooks/:secret']) app.all(path, (c) => webhooks(c.req.raw));
  }
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  const isReady = coalesce(ready);
  app.get('/readyz', async (c) => {
    try {
      await isReady();
      return c.json({ status: 'ready' });
    } catch (error) {
      logger.warn('not ready', { error });
      return c.json({ status: 'not ready' }, 503);
    }
  });
  if (metrics) {
    app.get('/metrics', async (c) => c.body(await metrics.text(), 200, { 'content-type': metrics.contentType }));
  }
  for (const path of metadata?.paths ?? []) app.get(path, (c) => c.json(metadata?.document ?? {}));
  app.notFound((c) => c.json({ error: 'not_found', message: 'MCP is served at /mcp.' }, 404));
  // Answered and logged where the errors of `/mcp` are.
  app.onError((error) => {
    throw error;
  });
  return app;
}

/** Concurrent checks share one: anybody may ask, and each check asks the platform. */
function coalesce(check: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return () => {
    underWay ??= check().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
