import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpObserver } from './observer.ts';

/** All that is served. Anything else is counted together: addresses are the clients' to make up. */
const ROUTES = ['/mcp', '/webhooks', '/healthz', '/readyz', '/metrics'];

/** Reports a request and what becomes of it. */
export function observeRequest(observer: HttpObserver, incoming: IncomingMessage, outgoing: ServerResponse): void {
  observer.began();
  outgoing.once('close', () => {
    observer.ended(routeOf(incoming.url ?? ''), outgoing.writableFinished ? String(outgoing.statusCode) : 'aborted');
  });
}

function routeOf(url: string): string {
  const path = url.split('?', 1)[0] as string;
  // The rest of it is a secret.
  if (path.startsWith('/webhooks/')) return '/webhooks';
  return ROUTES.includes(path) ? path : 'other';
}
