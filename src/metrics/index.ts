import type { Logger } from '../lib/logging/logger.ts';
import { countWebhookAttempt, type Measurements, platformMetrics } from './platform.ts';
import { processMetrics } from './process.ts';
import { createRegistries } from './registry.ts';

/** The limits that refuse requests. */
const REQUEST_LIMITS = ['rate', 'concurrency', 'sessions', 'streams', 'bodies'] as const;
/** Open circuit breakers that are counted. Only a failing platform, or many made-up credentials, have more. */
export const MAX_BREAKERS = 1_000;

/** Collects metrics and exposes them in the Prometheus format. One instance per process that serves HTTP. */
export function createMetrics({ version }: { version: string }) {
  const { server, platform, instruments } = createRegistries();
  const updateProcess = processMetrics(instruments);
  let platformText = async () => '';
  /** End of the open state of each circuit breaker, by the monotonic clock. There is one per credential. */
  const openUntil = new Map<object, number>();
  const inFlight = instruments.rcpt_http_requests_in_flight;
  const answered = instruments.rcpt_http_requests_total;
  const refused = instruments.rcpt_http_refused_total;
  const calls = instruments.rcpt_tool_calls_total;
  const callDuration = instruments.rcpt_tool_call_duration_seconds;
  const upstream = instruments.rcpt_upstream_requests_total;
  const upstreamDuration = instruments.rcpt_upstream_request_duration_seconds;
  instruments.rcpt_build_info.set({ version, node: process.version }, 1);
  for (const limit of REQUEST_LIMITS) refused.inc({ limit }, 0);

  const openBreakers = () => {
    const now = performance.now();
    for (const [breaker, until] of openUntil) if (until <= now) openUntil.delete(breaker);
    return openUntil.size;
  };
  return {
    http: {
      requestStarted: () => inFlight.inc(),
      requestEnded(route: string, status: string) {
        inFlight.dec();
        answered.inc({ route, status });
        if (route === '/webhooks') instruments.rcpt_event_deliveries_total.inc({ status });
      },
      requestRefused: (limit: (typeof REQUEST_LIMITS)[number]) => refused.inc({ limit }),
      sessionsChanged: (open: number) => instruments.rcpt_mcp_sessions.set(open),
    },
    tools: {
      recordCall(tool: string, outcome: string, seconds: number) {
        calls.inc({ tool, outcome });
        callDuration.observe({ tool }, seconds);
      },
    },
    api: {
      requested(endpoint: string, outcome: string, seconds: number) {
        upstream.inc({ endpoint, outcome });
        upstreamDuration.observe({ endpoint }, seconds);
      },
      retried: (endpoint: string) => instruments.rcpt_upstream_retries_total.inc({ endpoint }),
      breakerOpen(breaker: object, openMs: number) {
        const now = performance.now();
        const isOpen = (openUntil.get(breaker) ?? 0) > now;
        if (openMs > 0 && !isOpen) instruments.rcpt_upstream_breaker_opened_total.inc();
        if (openMs === 0) openUntil.delete(breaker);
        else if (openUntil.size < MAX_BREAKERS || openBreakers() < MAX_BREAKERS) openUntil.set(breaker, now + openMs);
      },
    },
    onWebhookAttempt: countWebhookAttempt(instruments),
    /** Exposes what `measure` reads of the embedded platform at each scrape. */
    addPlatform(measure: () => Promise<Measurements>, logger: Logger) {
      const update = platformMetrics(instruments, measure, logger);
      platformText = async () => {
        await update();
        return platform.metrics();
      };
    },
    /** The response of `/metrics`. */
    exposition: {
      contentType: server.contentType,
      async text() {
        const ofPlatform = await platformText();
        updateProcess();
        instruments.rcpt_upstream_breakers_open.set(openBreakers());
        return (await server.metrics()) + ofPlatform;
      },
    },
  };
}
