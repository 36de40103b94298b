import { createBodyReceiver, type ReceivedMessage } from '../lib/http/body-receiver.ts';
import { createPermitPool } from '../lib/http/permit-pool.ts';
import type { FetchHandler, NodeHandler } from '../lib/http/serve.ts';
import { listen, type RunningServer } from '../lib/http/serve.ts';
import type { Logger } from '../lib/logger.ts';
import { MAX_BODY_BYTES } from './http/body.ts';

export interface ServeOptions {
  /** The address to listen on, such as 127.0.0.1. */
  host: string;
  /** 0 selects a free port. */
  port: number;
  logger: Logger;
}

/** Time that requests in flight have to finish after closing starts. */
const DRAIN_MS = 5_000;
/** Requests that are processed concurrently, and their bodies in bytes. */
export const MAX_CONCURRENT = 1_024;
export const MAX_CONCURRENT_BYTES = 16 * 1024 * 1024;

/** Serves the platform over HTTP. Rejects if it cannot listen. Closing the server leaves the platform open. */
export function servePlatform(
  platform: { fetch: FetchHandler },
  { host, port, logger }: ServeOptions,
): Promise<RunningServer> {
  const onError = (error: Error) => logger.error("the platform's server failed", { error });
  return listen({ fetch: platform.fetch, host, port, onError, drainMs: DRAIN_MS, middleware: limitRequests });
}

/** Receives the body of each request before anything else, then limits the requests that are processed. */
function limitRequests(next: NodeHandler): NodeHandler {
  const pool = createPermitPool({ permits: MAX_CONCURRENT, bytes: MAX_CONCURRENT_BYTES });
  const bodies = createBodyReceiver(refuse);
  return (incoming, outgoing) => {
    // The server listens on loopback, where addresses do not distinguish callers; keys are checked with the database.
    const caller = incoming.socket.remoteAddress ?? '';
    bodies.receive({ incoming, outgoing, caller, maxBytes: MAX_BODY_BYTES }, () => {
      const bytes = (incoming as ReceivedMessage).rawBody?.length ?? 0;
      if (pool.acquire(outgoing, { key: caller, standing: 'local' }, bytes)) next(incoming, outgoing);
      else refuse(outgoing);
    });
  };
}

const OVERLOADED = JSON.stringify({
  error: 'overloaded',
  message: 'Too many requests at the same time: nothing was done. Try again in a second.',
});

/** The connection is closed, because the rest of the request is not read. */
function refuse(outgoing: Parameters<NodeHandler>[1]): void {
  const headers = { 'content-type': 'application/json', 'retry-after': '1', connection: 'close' };
  outgoing.writeHead(503, headers).end(OVERLOADED);
}
