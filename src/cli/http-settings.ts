import { isLoopback } from '../api/url.ts';
import type { Given } from './parse.ts';

/** How the HTTP server is run. */
export interface HttpSettings {
  /** Whether `/metrics` is served. */
  metrics: boolean;
}

export function readHttpSettings(given: Given, host: string): HttpSettings {
  return {
    // Who may connect to this machine's own address may look at it anyway; elsewhere it is asked for.
    metrics: (given.metrics as boolean | undefined) ?? isLoopback(new URL(`http://${bracketed(host)}`)),
  };
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);
