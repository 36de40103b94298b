import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { raceAbort } from '../../lib/concurrency/abort.ts';
import { Deadline } from '../../lib/concurrency/deadline.ts';
import { isLoopbackHost } from '../../lib/http/loopback.ts';
import type { FetchHandler } from '../../lib/http/serve.ts';
import { createFailureLog } from '../../lib/logging/failure-log.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { SECOND_MS } from '../../lib/time/units.ts';
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
  /** The metrics in Prometheus's text format. If absent, /metrics is not served. */
  metrics?: { contentType: string; text(): Promise<string> } | undefined;
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
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  const check = coalesce(ready);
  const readiness = createFailureLog(logger, { failure: 'not ready', recovery: 'ready again' });
  app.get('/readyz', async (c) => {
    const deadline = new Deadline(READY_MS);
    try {
      await raceAbort(check(), deadline.signal);
      readiness.succeeded();
      return c.json({ status: 'ready' });
    } catch (error) {
      readiness.failed(deadline.expired ? new Error(NO_ANSWER) : error);
      return c.json({ status: 'not ready' }, 503);
    } finally {
      deadline.end();
    }
  });
  if (metrics) {
    const publicName = publicUrl && !isLoopbackHost(publicUrl.hostname) ? publicUrl.hostname : undefined;
    app.get('/metrics', async (c) =>
      new URL(c.req.url).hostname === publicName
        ? c.notFound()
        : c.body(await metrics.text(), 200, { 'content-type': metrics.contentType }),
    );
  }
  for (const path of metadata?.paths ?? []) app.get(path, (c) => c.json(metadata?.document ?? {}));
  app.notFound((c) => c.json({ error: 'not_found', message: MCP_PLACE }, 404));
  // The server answers and logs errors, as for `/mcp`.
  app.onError((error) => {
    throw error;
  });
  return app;
}

/** Time for one answer of `/readyz`, in milliseconds: probes with a usual timeout of 5 s get it from a platform that hangs. */
const READY_MS = 4_000;
const NO_ANSWER = `the platform, its database, or the file of tokens or principals did not answer within ${READY_MS / SECOND_MS} s`;

/** The answer for paths that are not served. */
export const MCP_PLACE = 'MCP is served at /mcp.';

/** Coalesces concurrent checks: the route needs no authentication, and each check sends a request to the platform. */
function coalesce(check: () => Promise<void>): () => Promise<void> {
  let pending: Promise<void> | undefined;
  return () => {
    pending ??= check().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}
