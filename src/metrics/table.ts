/** What is measured. Labels have few values: none holds anything that a caller made up. */
export const METRICS = {
  rcpt_http_requests_total: {
    type: 'counter',
    labels: ['route', 'status'],
    help: 'HTTP requests answered; status is "aborted" where the client went away before the end.',
  },
  rcpt_http_requests_in_flight: { type: 'gauge', labels: [], help: 'HTTP requests not answered yet.' },
  rcpt_http_refused_total: {
    type: 'counter',
    labels: ['limit'],
    help: 'Requests refused by --rate-limit (rate), --max-concurrent (concurrency) or --sessions (sessions).',
  },
  rcpt_mcp_sessions: { type: 'gauge', labels: [], help: 'Sessions that are open, where --sessions keeps any.' },
  rcpt_tool_calls_total: {
    type: 'counter',
    labels: ['tool', 'outcome'],
    help: 'Tool calls: ok, question (the user is asked first), or the kind of error.',
  },
  rcpt_tool_call_duration_seconds: {
    type: 'histogram',
    labels: ['tool'],
    help: 'Time from call to answer.',
  },
  rcpt_upstream_requests_total: {
    type: 'counter',
    labels: ['endpoint', 'outcome'],
    help: 'Requests to the platform, repetitions included: ok, or the kind of error.',
  },
  rcpt_upstream_request_duration_seconds: {
    type: 'histogram',
    labels: ['endpoint'],
    help: 'Time of one request to the platform.',
  },
  rcpt_upstream_retries_total: { type: 'counter', labels: ['endpoint'], help: 'Requests that were repeated.' },
  rcpt_upstream_breakers_open: {
    type: 'gauge',
    labels: [],
    help: 'Credentials for which the platform is left alone after failing repeatedly.',
  },
  rcpt_upstream_breaker_opened_total: {
    type: 'counter',
    labels: [],
    help: 'Times that the platform was left alone after failing repeatedly.',
  },
  rcpt_event_deliveries_total: {
    type: 'counter',
    labels: ['status'],
    help: "The platform's notifications received at /webhooks, by the status they were answered with.",
  },
  process_start_time_seconds: { type: 'gauge', labels: [], help: 'When the process began, since the epoch.' },
  process_cpu_seconds_total: { type: 'counter', labels: [], help: 'Processor time, of user and system.' },
  process_resident_memory_bytes: { type: 'gauge', labels: [], help: 'Memory of the process.' },
  nodejs_heap_size_used_bytes: { type: 'gauge', labels: [], help: 'Memory in use for JavaScript.' },
  nodejs_eventloop_lag_seconds: {
    type: 'gauge',
    labels: ['quantile'],
    help: 'How late the event loop was, since the last reading: 0.5, 0.99 and 1 (the worst).',
  },
  rcpt_build_info: { type: 'gauge', labels: ['version', 'node'], help: 'Always 1.' },
} as const satisfies Record<string, Metric>;

export interface Metric {
  type: 'counter' | 'gauge' | 'histogram';
  labels: readonly string[];
  help: string;
}

export type MetricName = keyof typeof METRICS;
