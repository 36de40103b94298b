import { routeOf, type ServedRoutes } from '../../lib/http/route-of.ts';
import type { Middleware } from './exchange.ts';
import { VAPI_PATH } from './target.ts';

/** The limits that refuse requests. */
export type RequestLimit = 'rate' | 'concurrency' | 'sessions' | 'streams' | 'bodies';

/** Receives HTTP requests and refusals, for metrics. It must not throw. */
export interface HttpObserver {
  requestStarted(): void;
  /**
   * @param route a served route, or `other`.
   * @param status of the response; `aborted`: the client disconnected before its end.
   */
  requestEnded(route: string, status: string): void;
  /** A limit refused a request. */
  requestRefused(limit: RequestLimit): void;
  /** The number of open sessions has changed. */
  sessionsChanged(open: number): void;
}

/** The served routes. All others are counted together, because clients choose their paths. */
const SERVED: ServedRoutes = {
  paths: ['/', '/mcp', VAPI_PATH, '/api/dashboard/login', '/webhooks', '/healthz', '/readyz', '/metrics'],
  folders: ['/app', '/welcome', '/webhooks', '/api/dashboard', '/api/teams', '/api/calendars', '/api/intake'],
};

/** Returns the route of a request without what clients choose and without secrets. */
export const servedRoute = (url: string): string => routeOf(url, SERVED);

/** Reports each request and its outcome. */
export function observeRequests(observer: HttpObserver | undefined): Middleware {
  return ({ incoming, outgoing }, next) => {
    if (observer) {
      observer.requestStarted();
      outgoing.on('close', () => {
        const status = outgoing.writableFinished ? String(outgoing.statusCode) : 'aborted';
        observer.requestEnded(servedRoute(incoming.url ?? ''), status);
      });
    }
    next();
  };
}
