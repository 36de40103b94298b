import type { FetchHandler } from '../lib/handler.ts';
import type { Logger } from '../lib/logger.ts';
import { type Listening, listen } from '../lib/serve.ts';

export interface ServeOptions {
  /** The address to listen on, such as 127.0.0.1. */
  host: string;
  /** 0 takes any that is free. */
  port: number;
  logger: Logger;
}

/** How long requests under way may take after closing has begun, in milliseconds. */
const DRAIN_MS = 5_000;

/** Serves the platform over HTTP. Rejects when it cannot listen. Closing leaves the platform itself open. */
export function servePlatform(
  platform: { fetch: FetchHandler },
  { host, port, logger }: ServeOptions,
): Promise<Listening> {
  const onError = (error: Error) => logger.error("the platform's server failed", { error });
  return listen({ fetch: platform.fetch, host, port, onError, drainMs: DRAIN_MS });
}
