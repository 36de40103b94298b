import type { IncomingMessage } from 'node:http';
import { CALLER_HEADERS } from '../auth/principal.ts';
import type { Middleware } from './exchange.ts';

/** Request headers of MCP clients, in addition to those that CORS always allows (Fetch standard, CORS protocol). */
const ALLOWED_HEADERS = [
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
/** Response headers for the session, the login and retries. */
const EXPOSED_HEADERS = ['Mcp-Session-Id', 'MCP-Protocol-Version', 'WWW-Authenticate', 'Retry-After'].join(', ');
const METHODS = 'GET, POST, DELETE';
/** How long a browser may cache a preflight answer, in seconds. */
const MAX_AGE_S = '3600';

interface Cors {
  /** Allows a page to read the response. It is the first step, so that pages can read refusals too. */
  headers: Middleware;
  /** Answers preflight requests of allowed pages. */
  preflight: Middleware;
}

/**
 * CORS for web pages as clients: pages of the configured origins may send requests to these paths and read the responses.
 * Pages on this machine may not unless they are configured: any program can serve one. Credentials mode is not allowed;
 * there are no cookies.
 */
export function createCors(allowedOrigins: readonly string[], allowedPaths: readonly string[]): Cors {
  const origins = new Set(allowedOrigins);
  const paths = new Set(allowedPaths);
  const hasPath = ({ url = '' }: IncomingMessage) => paths.has(url.split('?', 1)[0] as string);
  const hasOrigin = ({ headers: { origin } }: IncomingMessage) => origin !== undefined && origins.has(origin);
  return {
    headers({ incoming, outgoing }, next) {
      if (origins.size > 0 && hasPath(incoming)) {
        // A cache must not return the response for one origin to another.
        outgoing.setHeader('vary', 'Origin');
        if (hasOrigin(incoming)) {
          outgoing.setHeader('access-control-allow-origin', incoming.headers.origin as string);
          outgoing.setHeader('access-control-expose-headers', EXPOSED_HEADERS);
        }
      }
      next();
    },
    preflight({ incoming, outgoing }, next) {
      const isPreflight =
        incoming.method === 'OPTIONS' && incoming.headers['access-control-request-method'] !== undefined;
      if (!isPreflight || !hasPath(incoming) || !hasOrigin(incoming)) return next();
      outgoing
        .writeHead(204, {
          'access-control-allow-methods': METHODS,
          'access-control-allow-headers': ALLOWED_HEADERS,
          'access-control-max-age': MAX_AGE_S,
        })
        .end();
    },
  };
}
