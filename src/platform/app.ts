import { Hono } from 'hono';
import { routePath } from 'hono/route';
import type { ErrorBody } from '../contract/index.ts';
import { DatabaseError, NothingChangedError } from '../lib/database-error.ts';
import { createFailureLog } from '../lib/failure-log.ts';
import { randomText } from '../lib/ids.ts';
import type { Logger } from '../lib/logger.ts';
import type { AdminWebhooks } from './admin/webhooks.ts';
import { mountDashboard } from './dashboard/index.ts';
import { mountFeeds } from './feeds/mount.ts';
import type { FeedServer } from './feeds/serve-feed.ts';
import { HttpError } from './http/errors.ts';
import type { PlatformEnv } from './http/request-origin.ts';
import { type Authorize, mountEndpoints } from './http/router.ts';
import { mountIntake } from './intake/mount.ts';
import type { IntakeContext } from './intake/receive.ts';
import type { RouteContext } from './routes/context.ts';
import { createHandlers } from './routes/index.ts';
import { mountOpenApi } from './routes/openapi.ts';

interface AppParts {
  authorize: Authorize;
  intake: IntakeContext;
  feeds: FeedServer;
  logger: Logger;
  webhooks: AdminWebhooks;
}

/** The whole API as one Hono app: `/api/v1/…`, key creation, dashboard, reports of calls, calendar feeds and the OpenAPI document. */
export function createApp(context: RouteContext, parts: AppParts): Hono<PlatformEnv> {
  const { authorize, intake, feeds, logger, webhooks } = parts;
  const app = new Hono<PlatformEnv>();
  // A client repeats a request that failed, and each of them would be a line.
  const storage = createFailureLog(logger, {
    failure: 'requests fail: the database cannot be used',
    recovery: 'requests are answered again',
    // While nothing can be written, reads are answered between the failures.
    settleMs: 5_000,
  });
  app.use(async (request, next) => {
    const started = performance.now();
    await next();
    // Responses hold customers' data: they must not be cached, except that without any, nor their type be sniffed.
    if (!request.res.headers.has('Cache-Control')) request.header('Cache-Control', 'no-store');
    request.header('X-Content-Type-Options', 'nosniff');
    if (request.res.ok) storage.succeeded();
    const milliseconds = Math.round(performance.now() - started);
    // The route, not the path: paths have ids of records, and secrets of calendar feeds.
    const { method } = request.req;
    logger.debug('request', { method, route: routePath(request, -1), status: request.res.status, milliseconds });
  });
  mountDashboard(app, context, webhooks);
  mountOpenApi(app);
  mountIntake(app, intake);
  mountFeeds(app, feeds);
  mountEndpoints(app, createHandlers(context), authorize);
  app.notFound((request) => request.json<ErrorBody>(unknownEndpoint(request.req.method, request.req.path), 404));
  app.onError((error, answer) => {
    if (error instanceof HttpError) return answer.json(error.body, error.status, error.headers);
    // The error may contain private data, so only the log gets it. The id links the response to the log entry.
    const id = randomText(12);
    if (error instanceof DatabaseError) storage.failed(error, { request: id });
    else logger.error('request failed', { request: id, error });
    return answer.json<ErrorBody>(publicMessage(error), 500, { 'X-Request-Id': id });
  });
  return app;
}

export const INTERNAL_ERROR: ErrorBody = { error: 'internal_error', message: 'Internal server error' };

/** Returns the reason of a database failure, such as a full disk, to the caller; hides every other error. */
function publicMessage(error: unknown): ErrorBody {
  if (!(error instanceof DatabaseError)) return INTERNAL_ERROR;
  const outcome = error instanceof NothingChangedError ? { changed: false as const } : {};
  return { error: 'storage_failed', message: error.publicMessage, ...outcome };
}

function unknownEndpoint(method: string, path: string): ErrorBody {
  return { error: 'not_found', message: `There is no endpoint ${method} ${path.slice(0, 200)}` };
}
