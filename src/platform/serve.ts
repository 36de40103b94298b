import { listen, type RunningServer } from '../lib/http/serve.ts';
import { trustedProxies } from '../lib/http/trusted-proxies.ts';
import type { Logger } from '../lib/logger.ts';
import type { Platform } from './index.ts';

export interface ServeOptions {
  /** The address to listen on, such as 127.0.0.1. */
  host: string;
  /** 0 selects a free port. */
  port: number;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. Default: none. */
  trustedProxies?: readonly string[];
  logger: Logger;
}

/** Time that requests in flight have to finish after closing starts. */
const DRAIN_MS = 5_000;

/** Serves the platform over HTTP. Rejects if it cannot listen. Closing the server leaves the platform open. */
export function servePlatform(
  platform: Pick<Platform, 'fetch'>,
  { host, port, logger, ...options }: ServeOptions,
): Promise<RunningServer> {
  const onError = (error: Error) => logger.error("the platform's server failed", { error });
  const proxies = trustedProxies(options.trustedProxies ?? []);
  return listen({
    fetch: (request, { incoming }) => {
      const address = incoming.socket.remoteAddress ?? '';
      return platform.fetch(request, { client: proxies.client(address, incoming.headers['x-forwarded-for']) });
    },
    host,
    port,
    onError,
    drainMs: DRAIN_MS,
  });
}
