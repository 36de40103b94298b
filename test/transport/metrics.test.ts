import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendRaw } from '../attacks/support/raw.ts';
import { connect } from '../support/clients.ts';
import { metricNames, scrape as scrapeServer } from '../support/scrape.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** The built program's /metrics, parsed as Prometheus does. */
let upstream: Upstream;
let session: HttpSession;

beforeAll(async () => {
  upstream = await startUpstream(json(200, { data: { id: 'bk_1' } }));
  session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
});
afterAll(async () => {
  await Promise.all([session?.close(), upstream?.close()]);
});

async function scrape(): Promise<Map<string, number>> {
  const { series, names } = await scrapeServer(session.url);
  expect(names).toEqual(metricNames({ hasPlatform: false }));
  return series;
}

/** How much a series grew while something was done. */
async function growth(work: () => Promise<unknown>): Promise<(key: string) => number> {
  const before = await scrape();
  await work();
  const after = await scrape();
  return (key) => (after.get(key) ?? 0) - (before.get(key) ?? 0);
}

it('counts tool calls and requests to the platform by outcome, with and without the fast path', async () => {
  // The first of each kind is answered by the SDK, the others without it.
  const grown = await growth(async () => {
    for (let call = 0; call < 5; call++) await session.client.call('get_booking', { booking_id: 'bk_1' });
    await session.client.call('get_booking', {});
    upstream.behave(json(404, { error: 'not_found' }));
    await session.client.call('get_booking', { booking_id: 'bk_2' });
    upstream.behave(json(200, { data: { id: 'bk_1' } }));
  });
  expect(grown('rcpt_tool_calls_total{tool="get_booking",outcome="ok"}')).toBe(5);
  expect(grown('rcpt_tool_calls_total{tool="get_booking",outcome="invalid_input"}')).toBe(1);
  expect(grown('rcpt_tool_calls_total{tool="get_booking",outcome="not_found"}')).toBe(1);
  expect(grown('rcpt_tool_call_duration_seconds_count{tool="get_booking"}')).toBe(7);
  expect(grown('rcpt_tool_call_duration_seconds_bucket{le="+Inf",tool="get_booking"}')).toBe(7);
  expect(grown('rcpt_tool_call_duration_seconds_sum{tool="get_booking"}')).toBeGreaterThan(0);
  expect(grown('rcpt_upstream_requests_total{endpoint="getBooking",outcome="ok"}')).toBe(5);
  expect(grown('rcpt_upstream_requests_total{endpoint="getBooking",outcome="not_found"}')).toBe(1);
  expect(grown('rcpt_upstream_request_duration_seconds_count{endpoint="getBooking"}')).toBe(6);
  expect(grown('rcpt_http_requests_total{route="/mcp",status="200"}')).toBe(7);
});

it('counts retried requests to the platform', async () => {
  let asked = 0;
  upstream.behave((...exchange) => json(asked++ === 0 ? 503 : 200, { data: { id: 'bk_1' } })(...exchange));
  const grown = await growth(() => session.client.call('get_booking', { booking_id: 'bk_1' }));
  expect(grown('rcpt_upstream_retries_total{endpoint="getBooking"}')).toBe(1);
  expect(grown('rcpt_upstream_requests_total{endpoint="getBooking",outcome="server_error"}')).toBe(1);
  expect(grown('rcpt_tool_calls_total{tool="get_booking",outcome="ok"}')).toBe(1);
});

it('puts no text of a client into a label', async () => {
  const grown = await growth(async () => {
    await fetch(new URL('/wp-admin?name=mallory', session.url));
    const args = { booking_id: 'mallory' };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'mallory', arguments: args } };
    await fetch(session.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(message),
    });
  });
  expect(grown('rcpt_http_requests_total{route="other",status="404"}')).toBe(1);
  expect([...(await scrape()).keys()].join('\n')).not.toContain('mallory');
});

it('reports memory, CPU time and event loop delay of the process', async () => {
  await scrape();
  await expect.poll(async () => (await scrape()).get('nodejs_eventloop_lag_seconds{quantile="0.99"}')).toBeDefined();
  const series = await scrape();
  expect(series.get('process_resident_memory_bytes')).toBeGreaterThan(10e6);
  expect(series.get('process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(series.get('rcpt_http_requests_in_flight')).toBe(1);
  expect(series.get('rcpt_upstream_breakers_open')).toBe(0);
});

it('/metrics answers 404 when RCPT_METRICS is false', async () => {
  const own = await startHttp({ RCPT_METRICS: 'false', RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
  expect((await fetch(new URL('/metrics', own.url))).status).toBe(404);
  await own.close();
});

it('/metrics of a server with a public URL is served only with --metrics, and not under its public name', async () => {
  const env = { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' };
  const status = async (...args: string[]) => {
    const own = await startHttp(env, args);
    const request = (host: string) => `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    const answers = [];
    for (const host of ['mcp.example.com', 'localhost'])
      answers.push(...(await sendRaw(own.url, '', request(host))).statuses);
    await own.close();
    return answers;
  };
  const isPublic = ['--public-url', 'https://mcp.example.com'];
  expect(await status(...isPublic)).toEqual(['404', '404']);
  // Clients use this name: a proxy that passes all paths does not publish the metrics.
  expect(await status(...isPublic, '--metrics')).toEqual(['404', '200']);
  // An address of this machine: other machines do not reach it by that name.
  expect(await status('--public-url', 'http://localhost:8787')).toEqual(['403', '200']);
}, 30_000);

it('logs each tool call with its request id, and never an argument', async () => {
  upstream.behave(json(200, { data: { id: 'argument-of-a-call' } }));
  const own = await startHttp({ RCPT_LOG_LEVEL: 'info', RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
  const old = await connect('v1', { url: own.url });
  for (let call = 0; call < 3; call++) {
    await own.client.call('get_booking', { booking_id: 'argument-of-a-call' });
    await old.call('get_booking', { booking_id: 'argument-of-a-call' });
  }
  await old.close();
  await own.close();
  const lines = own.program.output.stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const calls = lines.filter(({ message }) => message === 'tool call');
  expect(calls).toHaveLength(6);
  for (const call of calls) expect(call).toMatchObject({ tool: 'get_booking', outcome: 'ok', ms: expect.any(Number) });
  const ids = calls.map((call) => call.request_id);
  expect(new Set(ids).size).toBe(6);
  expect(ids.every((id) => typeof id === 'string')).toBe(true);
  expect(own.program.output.stderr).not.toContain('argument-of-a-call');
});
