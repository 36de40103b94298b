import type { RateLimit } from '../lib/concurrency/rate-limiter.ts';
import { isLoopbackHost } from '../lib/http/loopback.ts';
import type { OptionValues } from './options/index.ts';
import { bracketed } from './options/listen.ts';
import { inHostHeader } from './options/operation.ts';
import { UsageError } from './usage-error.ts';

/** The settings of the HTTP server. */
interface HttpSettings {
  /** True if `/metrics` is served. */
  metrics: boolean;
  rateLimit: RateLimit | undefined;
  maxConcurrent: number;
  maxSessions: number;
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
  trustedProxies: readonly string[];
}

const isLocal = (host: string) => isLoopbackHost(new URL(`http://${bracketed(host)}`).hostname);

/** True if other machines reach the server neither by its address nor, through a proxy, by its public name. */
const isForThisMachine = (host: string, publicUrl: URL | undefined) =>
  isLocal(host) && (publicUrl === undefined || isLoopbackHost(publicUrl.hostname));

/** Local users may read the metrics of their own machine; for other machines the operator must enable them. */
export const readMetrics = ({ metrics, host, 'public-url': publicUrl }: OptionValues): boolean =>
  metrics ?? isForThisMachine(host, publicUrl);

export function readHttpSettings(options: OptionValues): HttpSettings {
  return {
    metrics: readMetrics(options),
    rateLimit: options['rate-limit'],
    maxConcurrent: options['max-concurrent'],
    maxSessions: options.sessions,
    allowedHosts: options['allowed-hosts'].map(inHostHeader),
    allowedOrigins: options['allowed-origins'],
    trustedProxies: options['trusted-proxies'],
  };
}

/** Reads the address to listen on. `checkPublic` throws if it may not be one that other machines can reach. */
export function readListenAddress(
  { host, port }: OptionValues,
  defaultPort: number,
  checkPublic: () => void = requireLoopback,
): { host: string; port: number } {
  if (!isLocal(host)) checkPublic();
  return { host, port: port ?? defaultPort };
}

function requireLoopback(): never {
  throw new UsageError(
    '--host (RCPT_HOST) must be a loopback address, such as 127.0.0.1: for other machines, put a proxy with TLS in front.',
  );
}

/**
 * Returns the sentence that says why this server has no dashboard; undefined if it has one. A password form must not appear
 * on the internet with an update: where other machines reach `http`, the operator switches it on.
 * @throws UsageError
 */
export function readDashboardOff(
  { dashboard, host, 'public-url': publicUrl }: OptionValues,
  { isRemote, isPublicByDefault }: { isRemote: boolean; isPublicByDefault: boolean },
): string | undefined {
  if (isRemote && dashboard) {
    throw new UsageError(
      '--dashboard (RCPT_DASHBOARD) is for the embedded platform, and RCPT_BASE_URL names a remote one: remove one of them.',
    );
  }
  if (isRemote) return 'This server has no dashboard, because its platform is a remote one.';
  const isPrivate = isLocal(host) && publicUrl === undefined;
  if (dashboard ?? (isPrivate || isPublicByDefault)) return undefined;
  return 'The dashboard is off on this server. Its operator can switch it on with --dashboard (RCPT_DASHBOARD).';
}
