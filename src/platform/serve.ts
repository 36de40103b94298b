import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { FetchHandler } from '../lib/handler.ts';
import type { Logger } from '../lib/logger.ts';

export interface ServeOptions {
  /** The address to listen on, such as 127.0.0.1. */
  host: string;
  /** 0 takes any that is free. */
  port: number;
  logger: Logger;
}

export interface RunningPlatform {
  /** The base address, without `/api` and without a slash at its end. */
  url: string;
  /** Stops taking requests, finishes those under way, and leaves the platform itself open. */
  close(): Promise<void>;
}

/** How long requests under way may take after closing has begun, in milliseconds. */
const GRACE = 5_000;

/** Serves the platform over HTTP. Rejects when it cannot listen. */
export async function servePlatform(
  platform: { fetch: FetchHandler },
  { host, port, logger }: ServeOptions,
): Promise<RunningPlatform> {
  // The adapter would otherwise replace Request and Response for the whole process.
  const server = createAdaptorServer({ fetch: platform.fetch, overrideGlobalObjects: false }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', (error) => logger.error('The platform’s server failed', { error }));
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const late = setTimeout(() => server.closeAllConnections(), GRACE);
      await closed.finally(() => clearTimeout(late));
    },
  };
}
