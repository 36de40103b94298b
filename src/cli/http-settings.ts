import { isLoopback } from '../api/url.ts';
import type { RateLimit } from '../transport/limits/rate-limiter.ts';
import { parseNetwork } from '../transport/limits/trusted-proxies.ts';
import type { Given } from './parse.ts';
import { UsageError } from './usage-error.ts';

/** How the HTTP server is run. */
export interface HttpSettings {
  /** Whether `/metrics` is served. */
  metrics: boolean;
  rateLimit: RateLimit | undefined;
  maxConcurrent: number;
  maxSessions: number;
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
  trustedProxies: readonly string[];
}

const DEFAULT_MAX_CONCURRENT = 256;
const UNITS = { second: 1_000, minute: 60_000, hour: 3_600_000 } as const;

export function readHttpSettings(given: Given, host: string): HttpSettings {
  return {
    // Who may connect to this machine's own address may look at it anyway; elsewhere it is asked for.
    metrics: (given.metrics as boolean | undefined) ?? isLoopback(new URL(`http://${bracketed(host)}`)),
    rateLimit: readRate(given['rate-limit'] as string | undefined),
    maxConcurrent: (given['max-concurrent'] as number | undefined) ?? DEFAULT_MAX_CONCURRENT,
    maxSessions: (given.sessions as number | undefined) ?? 0,
    allowedHosts: list(given, 'allowed-hosts', isHost, 'names without port, such as mcp.internal,10.0.0.7'),
    allowedOrigins: list(given, 'allowed-origins', isOrigin, 'origins without path, such as https://app.example.com'),
    trustedProxies: list(
      given,
      'trusted-proxies',
      (text) => parseNetwork(text) !== undefined,
      'addresses and networks, such as 127.0.0.1,10.0.0.0/8',
    ),
  };
}

function readRate(text: string | undefined): RateLimit | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = /^([1-9]\d{0,5})\/(second|minute|hour)$/.exec(text) ?? [];
  if (!count || !unit) {
    throw new UsageError('--rate-limit (RCPT_RATE_LIMIT) must be N/second, N/minute or N/hour, such as 120/minute.');
  }
  return { count: Number(count), windowMs: UNITS[unit as keyof typeof UNITS] };
}

type ListName = 'allowed-hosts' | 'allowed-origins' | 'trusted-proxies';

function list(given: Given, name: ListName, isRight: (text: string) => boolean, must: string): string[] {
  const texts = ((given[name] as string | undefined) ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean);
  const wrong = texts.find((text) => !isRight(text));
  if (wrong === undefined) return texts;
  const env = `RCPT_${name.toUpperCase().replace('-', '_')}`;
  throw new UsageError(`--${name} (${env}) must be a comma list of ${must}; "${wrong}" is none.`);
}

function isHost(text: string): boolean {
  const address = `http://${text}`;
  return URL.canParse(address) && new URL(address).hostname === text && new URL(address).href === `${address}/`;
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);
