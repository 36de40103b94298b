import type { FetchHandler } from '../lib/http/serve.ts';
import { listen, type RunningServer } from '../lib/http/serve.ts';
import type { Logger } from '../lib/logger.ts';

export interface ServeOptions {
  /** The address to listen on, such as 127.0.0.1. */
  host: string;
  /** 0 selects a free port. */
  port: number;
  logger: Logger;
}

/** Time that requests in flight have to finish after closing starts. */
const DRAIN_MS = 5_000;

/** Serves the platform over HTTP. Rejects if it cannot listen. Closing the server leaves the platform open. */
export function servePlatform(
  platform: { fetch: FetchHandler },
  { host, port, logger }: ServeOptions,
): Promise<RunningServer> {
  const onError = (error: Error) => logger.error("the platform's server failed", { error });
  return listen({ fetch: platform.fetch, host, port, onError, drainMs: DRAIN_MS });
}
