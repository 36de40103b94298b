/** All metrics. Labels have few values, and never text that a caller chose. */
export const METRICS = {
  rcpt_http_requests_total: {
    type: 'counter',
    labels: ['route', 'status'],
    help: 'HTTP requests answered; status is "aborted" if the client disconnected first.',
  },
  rcpt_http_requests_in_flight: { type: 'gauge', labels: [], help: 'HTTP requests in progress.' },
  rcpt_http_refused_total: {
    type: 'counter',
    labels: ['limit'],
    help: 'Requests refused by --rate-limit (rate), --max-concurrent (concurrency), --sessions (sessions), or because too many streams (streams) or half-sent bodies (bodies) were open.',
  },
  rcpt_mcp_sessions: { type: 'gauge', labels: [], help: 'Open sessions, if --sessions allows them.' },
  rcpt_tool_calls_total: {
    type: 'counter',
    labels: ['tool', 'outcome'],
    help: 'Tool calls; outcome is ok, question (the user must confirm first) or the kind of error.',
  },
  rcpt_tool_call_duration_seconds: {
    type: 'histogram',
    labels: ['tool'],
    help: 'Duration of a tool call.',
  },
  rcpt_upstream_requests_total: {
    type: 'counter',
    labels: ['endpoint', 'outcome'],
    help: 'Requests to the platform, retries included; outcome is ok or the kind of error.',
  },
  rcpt_upstream_request_duration_seconds: {
    type: 'histogram',
    labels: ['endpoint'],
    help: 'Duration of one request to the platform.',
  },
  rcpt_upstream_retries_total: { type: 'counter', labels: ['endpoint'], help: 'Retried requests to the platform.' },
  rcpt_upstream_breakers_open: {
    type: 'gauge',
    labels: [],
    help: 'Credentials whose circuit breaker is open.',
  },
  rcpt_upstream_breaker_opened_total: {
    type: 'counter',
    labels: [],
    help: 'How often a circuit breaker opened, after repeated failures of the platform.',
  },
  rcpt_event_deliveries_total: {
    type: 'counter',
    labels: ['status'],
    help: 'Webhook deliveries from the platform at /webhooks, by the status of the answer.',
  },
  rcpt_webhook_attempts_total: {
    type: 'counter',
    labels: ['outcome'],
    help: 'Attempts of this process to deliver an event to a webhook; outcome is accepted or failed.',
    isOfPlatform: true,
  },
  rcpt_webhook_deliveries_pending: {
    type: 'gauge',
    labels: [],
    help: 'Deliveries to webhooks that wait for their first or next attempt.',
    isOfPlatform: true,
  },
  rcpt_webhooks: {
    type: 'gauge',
    labels: ['state'],
    help: 'Webhooks; state is active, failing (their latest deliveries failed) or disabled (because their receivers failed).',
    isOfPlatform: true,
  },
  rcpt_staff_calendars: {
    type: 'gauge',
    labels: ['state'],
    help: 'Private calendars of staff; state is known, or unknown: they could not be read, so that appointments may be offered in busy times.',
    isOfPlatform: true,
  },
  rcpt_call_reports: {
    type: 'gauge',
    labels: ['state'],
    help: 'Reports of calls that became no call; state is failed (their turns could not be fetched), and of the last day not_understood or refused.',
    isOfPlatform: true,
  },
  rcpt_api_keys_ending: {
    type: 'gauge',
    labels: [],
    help: 'API keys in use that end within two weeks.',
    isOfPlatform: true,
  },
  rcpt_database_size_bytes: {
    type: 'gauge',
    labels: ['part'],
    help: 'Size of the database; part is data, or journal: the WAL or rollback journal of SQLite.',
    isOfPlatform: true,
  },
  process_start_time_seconds: {
    type: 'gauge',
    labels: [],
    help: 'Start time of the process, in seconds since the epoch.',
  },
  process_cpu_seconds_total: { type: 'counter', labels: [], help: 'User and system CPU time of the process.' },
  process_resident_memory_bytes: { type: 'gauge', labels: [], help: 'Resident memory of the process.' },
  nodejs_heap_size_used_bytes: { type: 'gauge', labels: [], help: 'Heap memory in use by JavaScript.' },
  nodejs_eventloop_lag_seconds: {
    type: 'gauge',
    labels: ['quantile'],
    help: 'Event loop delay since the previous scrape: quantiles 0.5, 0.99 and 1 (maximum).',
  },
  rcpt_build_info: { type: 'gauge', labels: ['version', 'node'], help: 'Version of rcpt-mcp and of Node; always 1.' },
} as const satisfies Record<string, Metric>;

export interface Metric {
  type: 'counter' | 'gauge' | 'histogram';
  labels: readonly string[];
  help: string;
  /** True: only a server with the embedded platform has it. */
  isOfPlatform?: true;
}

export type MetricName = keyof typeof METRICS;
