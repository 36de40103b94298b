import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { createProbes, type Exposition, exceptUnder, PROBE_PATHS } from '../../lib/http/probes.ts';
import type { FetchHandler } from '../../lib/http/serve.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { ResourceMetadata } from '../auth/metadata.ts';
import { isCallReport, isWebhook } from './target.ts';

export interface RouteOptions {
  logger: Logger;
  /** Throws if requests cannot be served: the platform or its database is unavailable. */
  ready(): Promise<void>;
  /** The OAuth metadata of this server (RFC 9728). Absent without OAuth. */
  metadata?: ResourceMetadata | undefined;
  /** Receives and verifies event deliveries of the platform. If absent, /webhooks is not served. */
  webhooks?: FetchHandler | undefined;
  /** Receives reports of calls, for the embedded platform. If absent, /api/intake is not served. */
  intake?: FetchHandler | undefined;
  /** If absent, /metrics is not served. */
  metrics?: Exposition | undefined;
  /** The address that clients use. Under its name there are no metrics, because they have no authentication. */
  publicUrl?: URL | undefined;
}

/** The routes other than `/mcp` and those of pages. */
export function createRoutes({ logger, ready, metadata, webhooks, intake, metrics, publicUrl }: RouteOptions) {
  const app = new Hono<{ Bindings: { incoming: IncomingMessage } }>();
  // Hono decodes paths: another spelling, such as `/%77ebhooks`, had none of the limits that the target chooses.
  if (webhooks) {
    for (const path of ['/webhooks', '/webhooks/:secret'])
      app.all(path, (c) => (isWebhook(c.env.incoming) ? webhooks(c.req.raw) : c.notFound()));
  }
  if (intake) app.all('/api/intake/:source', (c) => (isCallReport(c.env.incoming) ? intake(c.req.raw) : c.notFound()));
  const probes = createProbes({ logger, ready, waitsFor: WAITS_FOR, metrics, showsMetrics: exceptUnder(publicUrl) });
  for (const path of PROBE_PATHS) app.get(path, async (c) => (await probes[path](c.req.raw)) ?? c.notFound());
  for (const path of metadata?.paths ?? []) app.get(path, (c) => c.json(metadata?.document ?? {}));
  app.notFound((c) => c.json({ error: 'not_found', message: MCP_PLACE }, 404));
  // The server answers and logs errors, as for `/mcp`.
  app.onError((error) => {
    throw error;
  });
  return app;
}

const WAITS_FOR = 'the platform, its database, or the file of tokens or principals';

/** The answer for paths that are not served. */
export const MCP_PLACE = 'MCP is served at /mcp.';
