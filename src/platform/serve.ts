import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorBody } from '../contract/index.ts';
import { createAttachedProperty } from '../lib/attached-property.ts';
import { createBodyReceiver, type ReceivedMessage } from '../lib/http/body-receiver.ts';
import { MAX_BODY_BYTES, MAX_REPORT_BYTES } from '../lib/http/body-sizes.ts';
import { endedStatus, type HttpObserver, type RequestLimit } from '../lib/http/http-observer.ts';
import { IncomingContext } from '../lib/http/incoming-context.ts';
import { networkOf } from '../lib/http/network.ts';
import { createPermitPool } from '../lib/http/permit-pool.ts';
import { isProbe, PROBE_PATHS } from '../lib/http/probes.ts';
import { logRefusal, noteAnswer, noteResponse } from '../lib/http/refusal.ts';
import type { PeerFetchHandler } from '../lib/http/request-context.ts';
import { routeOf, type ServedRoutes } from '../lib/http/route-of.ts';
import type { NodeHandler } from '../lib/http/serve.ts';
import { listen, type RunningServer } from '../lib/http/serve.ts';
import { trustedProxies } from '../lib/http/trusted-proxies.ts';
import type { Logger } from '../lib/logging/logger.ts';
import { isIntake } from './intake/mount.ts';

interface ServeOptions {
  /** The address to listen on, such as 127.0.0.1. */
  host: string;
  /** 0 selects a free port. */
  port: number;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. Default: none. */
  trustedProxies?: readonly string[];
  logger: Logger;
  observer?: HttpObserver | undefined;
}

/** Time that requests in flight have to finish after closing starts. */
const DRAIN_MS = 5_000;
/** Requests that are processed concurrently, and their bodies in bytes. */
export const MAX_CONCURRENT = 1_024;
export const MAX_CONCURRENT_BYTES = 16 * 1024 * 1024;
/** The bodies of reports of calls that are processed concurrently, in bytes: to read one takes many times its size. */
export const MAX_CONCURRENT_REPORT_BYTES = 8 * 1024 * 1024;

/** Serves the platform over HTTP. Rejects if it cannot listen. Closing the server leaves the platform open. */
export function servePlatform(
  platform: { fetch: PeerFetchHandler },
  { host, port, logger, observer, ...options }: ServeOptions,
): Promise<RunningServer> {
  const onError = (error: Error) => logger.error("the platform's server failed", { error });
  const proxies = trustedProxies(options.trustedProxies ?? []);
  const contexts = createAttachedProperty<IncomingMessage, IncomingContext>('context');
  const contextOf = (incoming: IncomingMessage) => contexts.get(incoming) as IncomingContext;
  const limited = limitRequests((incoming) => contextOf(incoming).client, observer);
  return listen({
    fetch: async (request, { incoming, outgoing }) => {
      const { client, protocol } = contextOf(incoming);
      return noteResponse(outgoing, await platform.fetch(request, { client, protocol }));
    },
    host,
    port,
    onError,
    drainMs: DRAIN_MS,
    middleware(next) {
      const handle = limited(next);
      return (incoming, outgoing) => {
        const context = new IncomingContext(incoming, proxies);
        contexts.set(incoming, context);
        observer?.requestStarted();
        outgoing.on('close', () => {
          // An idle connection keeps its last request.
          contexts.delete(incoming);
          const route = routeOf(incoming.url ?? '', SERVED);
          observer?.requestEnded(route, endedStatus(outgoing));
          logRefusal(logger, outgoing, route, context);
        });
        handle(incoming, outgoing);
      };
    },
  });
}

/** The served routes, for the log and the metrics. */
const SERVED: ServedRoutes = {
  paths: ['/', '/api/dashboard/login', ...PROBE_PATHS],
  folders: ['/app', '/welcome', '/api/v1', '/api/dashboard', '/api/teams', '/api/calendars', '/api/intake'],
};

/** Receives the body of each request before anything else, then limits the requests that are processed. */
function limitRequests(
  clientOf: (incoming: IncomingMessage) => string,
  observer: HttpObserver | undefined,
): (next: NodeHandler) => NodeHandler {
  const requests = createPermitPool({ permits: MAX_CONCURRENT, bytes: MAX_CONCURRENT_BYTES });
  const reports = createPermitPool({ permits: MAX_CONCURRENT, bytes: MAX_CONCURRENT_REPORT_BYTES });
  const refuse = (outgoing: ServerResponse, limit: RequestLimit) => {
    observer?.requestRefused(limit);
    refuseOverload(outgoing);
  };
  const bodies = createBodyReceiver((outgoing) => refuse(outgoing, 'bodies'));
  return (next) => (incoming, outgoing) => {
    // Monitoring must see a server that is overloaded. Its answers need no memory, and the database once at a time.
    if (isProbe(incoming.url)) return next(incoming, outgoing);
    // Keys are checked later, with the database. The server listens on loopback: only a trusted proxy distinguishes clients.
    const client = clientOf(incoming);
    const caller = networkOf(client);
    const limited = { key: caller, standing: client === incoming.socket.remoteAddress ? 'local' : 'verified' } as const;
    const isReport = isIntake(incoming.url);
    const pool = isReport ? reports : requests;
    const isAdmissible = (bytes: number) => pool.hasRoom(limited, bytes);
    const maxBytes = isReport ? MAX_REPORT_BYTES : MAX_BODY_BYTES;
    bodies.receive({ incoming, outgoing, caller, maxBytes, isAdmissible }, () => {
      const bytes = (incoming as ReceivedMessage).rawBody?.length ?? 0;
      if (pool.acquire(outgoing, limited, bytes)) next(incoming, outgoing);
      else refuse(outgoing, 'concurrency');
    });
  };
}

export const OVERLOADED: ErrorBody = {
  error: 'overloaded',
  message: 'Too many requests at the same time: nothing was done. Try again in a second.',
};

/** The connection is closed, because the rest of the request is not read. */
function refuseOverload(outgoing: ServerResponse): void {
  noteAnswer(outgoing, 503, OVERLOADED);
  const headers = { 'content-type': 'application/json', 'retry-after': '1', connection: 'close' };
  outgoing.writeHead(503, headers).end(JSON.stringify(OVERLOADED));
}
