import type { IncomingMessage, ServerResponse } from 'node:http';
import { CALLER_HEADERS } from '../auth/principal.ts';

/** What clients of MCP send, beside what browsers let every page send (Fetch standard, CORS protocol). */
const SENT = [
  ...CALLER_HEADERS,
  'accept',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'traceparent',
  'tracestate',
].join(', ');
/** What they need of an answer's headers: the session, where to log in, when to ask again. */
const READ = ['Mcp-Session-Id', 'MCP-Protocol-Version', 'WWW-Authenticate', 'Retry-After'].join(', ');
const METHODS = 'GET, POST, DELETE';
/** How long a browser may remember what it was allowed, in seconds. */
const REMEMBERED_S = '3600';

export interface Cors {
  /** Lets the page that asks read the answer, where that is one that may. Before anything answers. */
  allow(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** Answers a browser that asks what such a page may send. False: it was another request. */
  preflight(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
}

/**
 * Web pages as clients (CORS): those that the operator named may ask and read at these paths. Pages on this machine may
 * not unless they are named: any program can serve one. No page is allowed cookies; there are none.
 */
export function corsFor(origins: readonly string[], paths: readonly string[]): Cors | undefined {
  if (origins.length === 0) return undefined;
  const pages = new Set(origins);
  const at = new Set(paths);
  const isHere = ({ url = '' }: IncomingMessage) => at.has(url.split('?', 1)[0] as string);
  const isPage = ({ headers: { origin } }: IncomingMessage) => origin !== undefined && pages.has(origin);
  return {
    allow(incoming, outgoing) {
      if (!isHere(incoming)) return;
      // The answer to one page is not for another, whatever keeps it in between.
      outgoing.setHeader('vary', 'Origin');
      if (!isPage(incoming)) return;
      outgoing.setHeader('access-control-allow-origin', incoming.headers.origin as string);
      outgoing.setHeader('access-control-expose-headers', READ);
    },
    preflight(incoming, outgoing) {
      const { method, headers } = incoming;
      if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
      if (!isHere(incoming) || !isPage(incoming)) return false;
      outgoing
        .writeHead(204, {
          'access-control-allow-methods': METHODS,
          'access-control-allow-headers': SENT,
          'access-control-max-age': REMEMBERED_S,
        })
        .end();
      return true;
    },
  };
}
