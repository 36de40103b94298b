import { endedStatus, type HttpObserver } from '../../lib/http/http-observer.ts';
import { PROBE_PATHS } from '../../lib/http/probes.ts';
import { routeOf, type ServedRoutes } from '../../lib/http/route-of.ts';
import type { Middleware } from './exchange.ts';
import { VAPI_PATH } from './target.ts';

/** The served routes. All others are counted together, because clients choose their paths. */
const SERVED: ServedRoutes = {
  paths: ['/', '/mcp', VAPI_PATH, '/api/dashboard/login', '/webhooks', ...PROBE_PATHS],
  folders: ['/app', '/welcome', '/webhooks', '/api/dashboard', '/api/teams', '/api/calendars', '/api/intake'],
};

/** Returns the route of a request without what clients choose and without secrets. */
export const servedRoute = (url: string): string => routeOf(url, SERVED);

/** Reports each request and its outcome. */
export function observeRequests(observer: HttpObserver | undefined): Middleware {
  return ({ incoming, outgoing }, next) => {
    if (observer) {
      observer.requestStarted();
      outgoing.on('close', () => observer.requestEnded(servedRoute(incoming.url ?? ''), endedStatus(outgoing)));
    }
    next();
  };
}
