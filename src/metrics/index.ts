import { processMetrics } from './process.ts';
import { createRegistry } from './registry.ts';

export { METRICS } from './table.ts';

/** What the parts of the program report to. Each has an interface of its own that this fits. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Counts what is observed, and writes it for Prometheus. One for each process that serves HTTP. */
export function createMetrics({ version }: { version: string }) {
  const { registry, instruments } = createRegistry();
  const updateProcess = processMetrics(instruments);
  /** Until when each credential's circuit breaker is open, in milliseconds since the epoch. */
  const openUntil = new Map<object, number>();
  const inFlight = instruments.rcpt_http_requests_in_flight;
  const answered = instruments.rcpt_http_requests_total;
  const refused = instruments.rcpt_http_refused_total;
  const calls = instruments.rcpt_tool_calls_total;
  const callDuration = instruments.rcpt_tool_call_duration_seconds;
  const upstream = instruments.rcpt_upstream_requests_total;
  const upstreamDuration = instruments.rcpt_upstream_request_duration_seconds;
  instruments.rcpt_build_info.set({ version, node: process.version }, 1);
  for (const limit of ['rate', 'concurrency', 'sessions']) refused.inc({ limit }, 0);

  const openBreakers = () => {
    const now = Date.now();
    for (const [breaker, until] of openUntil) if (until <= now) openUntil.delete(breaker);
    return openUntil.size;
  };
  return {
    http: {
      began: () => inFlight.inc(),
      ended(route: string, status: string) {
        inFlight.dec();
        answered.inc({ route, status });
        if (route === '/webhooks') instruments.rcpt_event_deliveries_total.inc({ status });
      },
      refused: (limit: 'rate' | 'concurrency' | 'sessions') => refused.inc({ limit }),
      sessions: (open: number) => instruments.rcpt_mcp_sessions.set(open),
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
      breakerOpen(breaker: object, until: number) {
        const already = (openUntil.get(breaker) ?? 0) > Date.now();
        if (until > 0 && !already) instruments.rcpt_upstream_breaker_opened_total.inc();
        if (until > 0) openUntil.set(breaker, until);
        else openUntil.delete(breaker);
      },
    },
    /** What `/metrics` answers. */
    exposition: {
      contentType: registry.contentType,
      text() {
        updateProcess();
        instruments.rcpt_upstream_breakers_open.set(openBreakers());
        return registry.metrics();
      },
    },
  };
}
