import { Hono } from 'hono';
import { routePath } from 'hono/route';
import type { ErrorBody } from '../contract/index.ts';
import type { Logger } from '../lib/logging/logger.ts';
import type { AdminWebhooks } from './admin/webhooks.ts';
import { mountDashboard } from './dashboard/index.ts';
import type { CalendarReading } from './dashboard/staff-calendars.ts';
import { mountFeeds } from './feeds/mount.ts';
import { createFeedServer } from './feeds/serve-feed.ts';
import { type Failures, unknownEndpoint } from './http/failures.ts';
import type { PlatformEnv, RequestOrigin } from './http/request-origin.ts';
import type { Route } from './http/router.ts';
import { mountIntake } from './intake/mount.ts';
import { createRefusals } from './intake/refusals.ts';
import type { RouteContext } from './routes/context.ts';
import { mountOpenApi } from './routes/openapi.ts';

interface AppParts {
  routes: readonly Route[];
  failures: Failures;
  logger: Logger;
  webhooks: AdminWebhooks;
  calendars: CalendarReading;
}

/** The whole API over HTTP: `/api/v1/…`, key creation, dashboard, reports of calls, calendar feeds and the OpenAPI document. */
interface App {
  fetch(request: Request, origin: RequestOrigin): Promise<Response>;
  /** Stores what is stored later than it is counted. */
  close(): Promise<void>;
}

export function createApp(context: RouteContext, { routes, failures, logger, ...managed }: AppParts): App {
  const { store, clock, publicUrl } = context;
  const app = new Hono<PlatformEnv>();
  app.use(async (request, next) => {
    const started = performance.now();
    await next();
    // Responses hold customers' data: they must not be cached, except that without any, nor their type be sniffed.
    if (!request.res.headers.has('Cache-Control')) request.header('Cache-Control', 'no-store');
    request.header('X-Content-Type-Options', 'nosniff');
    if (request.res.ok) failures.succeeded();
    const milliseconds = Math.round(performance.now() - started);
    // The route, not the path: paths have ids of records, and secrets of calendar feeds.
    const { method } = request.req;
    logger.debug('request', { method, route: routePath(request, -1), status: request.res.status, milliseconds });
  });
  const refusals = createRefusals(store, logger);
  const feeds = createFeedServer(store, clock, logger);
  mountDashboard(app, context, managed);
  mountOpenApi(app);
  mountIntake(app, { store, clock, logger, refusals, publicUrl });
  mountFeeds(app, feeds);
  mountRoutes(app, routes);
  app.notFound((request) => request.json<ErrorBody>(unknownEndpoint(request.req.method, request.req.path), 404));
  app.onError((error, answer) => {
    const { body, status, headers } = failures.failureOf(error);
    return answer.json(body, status, headers);
  });
  return {
    fetch: async (request, origin) => app.fetch(request, origin),
    close: async () => void (await Promise.all([feeds.flush(), refusals.close()])),
  };
}

/** Adds the endpoints of the contract. */
function mountRoutes(app: Hono<PlatformEnv>, routes: readonly Route[]): void {
  for (const { method, path, answer } of routes) {
    app.on(method, path, async ({ req, env }) => {
      const { status, headers, body } = await answer(req.raw, req.param(), env ?? {});
      return new Response(body, { status, headers });
    });
  }
}
