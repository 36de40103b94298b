import { processMetrics } from './process.ts';
import { createRegistry } from './registry.ts';

export { METRICS } from './table.ts';

/** What the parts of the program report to. Each has an interface of its own that this fits. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Counts what is observed, and writes it for Prometheus. One per process that serves HTTP. */
export function createMetrics({ version }: { version: string }) {
  const registry = createRegistry();
  const { add, set, time } = registry;
  const updateProcess = processMetrics(registry);
  /** Until when each credential's platform is left alone, in milliseconds since the epoch. */
  const resting = new Map<object, number>();
  set('rcpt_build_info', [version, process.version], 1);
  set('rcpt_http_requests_in_flight', [], 0);
  for (const limit of ['rate', 'concurrency', 'sessions']) add('rcpt_http_refused_total', [limit], 0);

  const openBreakers = () => {
    const now = Date.now();
    for (const [breaker, until] of resting) if (until <= now) resting.delete(breaker);
    return resting.size;
  };
  return {
    http: {
      began: () => add('rcpt_http_requests_in_flight', []),
      ended(route: string, status: string) {
        add('rcpt_http_requests_in_flight', [], -1);
        add('rcpt_http_requests_total', [route, status]);
        if (route === '/webhooks') add('rcpt_event_deliveries_total', [status]);
      },
      refused: (limit: 'rate' | 'concurrency' | 'sessions') => add('rcpt_http_refused_total', [limit]),
      sessions: (open: number) => set('rcpt_mcp_sessions', [], open),
    },
    tools: {
      called(tool: string, outcome: string, seconds: number) {
        add('rcpt_tool_calls_total', [tool, outcome]);
        time('rcpt_tool_call_duration_seconds', [tool], seconds);
      },
    },
    api: {
      requested(endpoint: string, outcome: string, seconds: number) {
        add('rcpt_upstream_requests_total', [endpoint, outcome]);
        time('rcpt_upstream_request_duration_seconds', [endpoint], seconds);
      },
      repeated: (endpoint: string) => add('rcpt_upstream_retries_total', [endpoint]),
      resting(breaker: object, until: number) {
        const already = (resting.get(breaker) ?? 0) > Date.now();
        if (until > 0 && !already) add('rcpt_upstream_breaker_opened_total', []);
        if (until > 0) resting.set(breaker, until);
        else resting.delete(breaker);
      },
    },
    /** Prometheus's text format. */
    text(): string {
      updateProcess();
      set('rcpt_upstream_breakers_open', [], openBreakers());
      return registry.text();
    },
  };
}
