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
const ROUTES = ['/', '/mcp', VAPI_PATH, '/api/dashboard/login', '/webhooks', '/healthz', '/readyz', '/metrics'];
/** Beginnings of paths whose rest is chosen by clients, or has an id or a secret. */
const FOLDERS = ['/app', '/welcome', '/webhooks', '/api/dashboard', '/api/teams', '/api/calendars', '/api/intake'];

/** Reports each request and its outcome. */
export function observeRequests(observer: HttpObserver | undefined): Middleware {
  return ({ incoming, outgoing }, next) => {
    if (observer) {
      observer.requestStarted();
      outgoing.on('close', () => {
        const status = outgoing.writableFinished ? String(outgoing.statusCode) : 'aborted';
        observer.requestEnded(routeOf(incoming.url ?? ''), status);
      });
    }
    next();
  };
}

/** Returns the route of a request without what clients choose and without secrets. */
export function routeOf(url: string): string {
  const path = url.split('?', 1)[0] as string;
  if (ROUTES.includes(path)) return path;
  return FOLDERS.find((name) => path === name || path.startsWith(`${name}/`)) ?? 'other';
}
