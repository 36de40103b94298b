import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

export interface ServeOptions {
  /** The address to listen on, such as 127.0.0.1. */
  host: string;
  /** 0 takes any that is free. */
  port: number;
  /** Answers one request. The second argument is Node's side of it. */
  fetch: (request: Request, node: NodeSide) => Response | Promise<Response>;
  /** How long requests under way may take after closing has begun, in milliseconds. Default 10 s. */
  drainMs?: number;
  onError(error: Error): void;
}

export interface NodeSide {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

export interface Listening {
  /** `http://host:port`, without a slash at its end. */
  url: string;
  /** Takes no new connections, lets requests under way end (bounded), then closes. */
  close(): Promise<void>;
}

/** Serves a fetch-style handler over HTTP. Rejects when it cannot listen. */
export async function listen(options: ServeOptions): Promise<Listening> {
  const { host, port, drainMs = 10_000 } = options;
  const server = createAdaptorServer({
    fetch: (request, node) => options.fetch(request, node as NodeSide),
    // The adapter would otherwise replace Request and Response for the whole process.
    overrideGlobalObjects: false,
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', options.onError);
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection that becomes idle after closing has begun would otherwise be kept for its keep-alive time.
      const idle = setInterval(() => server.closeIdleConnections(), 20);
      const late = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearInterval(idle);
      clearTimeout(late);
    },
  };
}
