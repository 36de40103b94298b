import type { Middleware } from './exchange.ts';

/** Receives HTTP requests and refusals, for metrics. It must not throw. */
export interface HttpObserver {
  requestStarted(): void;
  /**
   * @param route one of those that are served, or `other`.
   * @param status of the answer; `aborted`: the client went away before its end.
   */
  requestEnded(route: string, status: string): void;
  /** A request was refused by a limit. */
  requestRefused(limit: 'rate' | 'concurrency' | 'sessions'): void;
  /** How many sessions are open. */
  sessionsChanged(open: number): void;
}

/** The routes that are served. Anything else is counted together, because clients choose its paths. */
const ROUTES = ['/mcp', '/webhooks', '/healthz', '/readyz', '/metrics'];

/** Reports each request and its outcome. */
export function observeRequests(observer: HttpObserver | undefined): Middleware {
  return ({ incoming, outgoing }, next) => {
    if (observer) {
      observer.requestStarted();
      outgoing.once('close', () => {
        const status = outgoing.writableFinished ? String(outgoing.statusCode) : 'aborted';
        observer.requestEnded(routeOf(incoming.url ?? ''), status);
      });
    }
    next();
  };
}

function routeOf(url: string): string {
  const path = url.split('?', 1)[0] as string;
  // The rest of the path is a secret.
  if (path.startsWith('/webhooks/')) return '/webhooks';
  return ROUTES.includes(path) ? path : 'other';
}
