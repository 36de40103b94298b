import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLIENTS, type ClientKind, connect, type TestClient } from '../support/clients.ts';
import { post } from '../support/guarded.ts';
import { exportTracesTo, type ReceivedSpan, type Receiver, startReceiver } from '../support/otlp.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, KNOWN_BUSINESS, runProgram } from '../support/program.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** Spans of MCP requests and of requests to the platform, as the built program exports them. */
let upstream: Upstream;
let receiver: Receiver;
const remote = (more: Record<string, string> = {}) => ({
  ...KNOWN_BUSINESS,
  RCPT_BASE_URL: upstream.url,
  RCPT_API_KEY: 'sk_live_x',
  RCPT_LOG_LEVEL: 'info',
  ...exportTracesTo(receiver, more),
});
const found = json(200, { data: { id: 'bk_1' } });

beforeAll(async () => {
  upstream = await startUpstream(found);
  receiver = await startReceiver();
});
beforeEach(() => {
  upstream.behave(found);
  upstream.received.length = 0;
  receiver.spans.length = 0;
});
afterAll(() => Promise.all([upstream?.close(), receiver?.close()]));

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const OF_META = `00-${TRACE}-00f067aa0ba902b7-01`;
const OTHER = '0af7651916cd43dd8448eb211c80319c';
const OF_HEADER = `00-${OTHER}-b7ad6b7169203331-01`;
const UNSAMPLED = `00-${TRACE}-00f067aa0ba902b7-00`;
const booking = { name: 'get_booking', arguments: { booking_id: 'bk_1' } };
const sent = () => upstream.received.map(({ headers }) => headers.traceparent);

const isServer = ({ kind }: ReceivedSpan) => kind === 2;
const named = (name: string) => (span: ReceivedSpan) => span.name === name;
const ids = ({ traceId, spanId }: ReceivedSpan, flags = '03') => `00-${traceId}-${spanId}-${flags}`;

/** The span of the platform's request, and that of the call which it was made for. */
async function pairOf(name = 'tools/call get_booking') {
  const [server] = await receiver.until(named(name));
  const [client] = await receiver.until(({ kind, parentSpanId }) => kind === 3 && parentSpanId === server?.spanId);
  if (!server || !client) throw new Error('unreachable');
  return { server, client };
}

const VERSIONS: Record<ClientKind, string> = {
  'v2 2026-07-28': '2026-07-28',
  'v2 2025-11-25': '2025-11-25',
  v1: '2025-11-25',
};

describe.each(CLIENTS)('spans of a client of %s', (kind) => {
  let session: HttpSession;
  let client: TestClient | undefined;
  const home = temporaryFolder();
  beforeAll(async () => {
    session = await startHttp(remote(), [], kind);
  });
  afterEach(async () => {
    await client?.close();
    client = undefined;
  });
  afterAll(async () => {
    await session?.close();
    await rm(home, { recursive: true, force: true });
  });
  const overStdio = async () => {
    client = await connect(kind, { args: [], env: cleanEnvironment(home, remote()) });
    return client;
  };
  const transports = [
    ['HTTP', async () => session.client, { 'network.transport': 'tcp', 'network.protocol.name': 'http' }],
    ['stdio', overStdio, { 'network.transport': 'pipe' }],
  ] as const;

  // The first call of a kind is the SDK's, the others are answered without it.
  it.each(transports)(
    'over %s each tool call has a span, with a child span for its request to the platform',
    async (_, open, network) => {
      const connected = await open();
      for (const _call of [1, 2, 3]) {
        receiver.spans.length = 0;
        upstream.received.length = 0;
        expect((await connected.call('get_booking', { booking_id: 'bk_1' })).isError).toBe(false);
        const { server, client: request } = await pairOf();
        expect(server).toMatchObject({ kind: 2, status: {} });
        expect(server.attributes).toEqual({
          'mcp.method.name': 'tools/call',
          'mcp.protocol.version': VERSIONS[kind],
          'jsonrpc.request.id': expect.stringMatching(/^[\w-]+$/),
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'get_booking',
          ...network,
        });
        expect(request).toMatchObject({ name: 'GET /api/v1/bookings/{id}', traceId: server.traceId, status: {} });
        expect(request.attributes).toEqual({
          'http.request.method': 'GET',
          'url.template': '/api/v1/bookings/{id}',
          'http.response.status_code': 200,
          'server.address': '127.0.0.1',
          'server.port': Number(new URL(upstream.url).port),
        });
        expect(sent()).toEqual([ids(request)]);
        expect(BigInt(request.startTimeUnixNano) >= BigInt(server.startTimeUnixNano)).toBe(true);
        expect(BigInt(request.endTimeUnixNano) <= BigInt(server.endTimeUnixNano)).toBe(true);
      }
    },
  );

  it.each(transports)('over %s every other MCP request has a span', async (_, open, network) => {
    const connected = await open();
    const asked = receiver.spans.length;
    await connected.tools();
    await connected.prompts();
    await connected.resources();
    await connected.templates();
    await connected.read('rcpt://bookings/bk_1');
    await connected.prompt('morning_briefing');
    const spans = () => receiver.spans.slice(asked).filter(isServer);
    const names = [
      ...['prompts/get morning_briefing', 'prompts/list', 'resources/list', 'resources/read'],
      ...['resources/templates/list', 'tools/list'],
    ];
    await receiver.until(named('prompts/get morning_briefing'));
    expect([...new Set(spans().map(({ name }) => name))].sort()).toEqual(expect.arrayContaining(names));
    for (const { attributes } of spans()) {
      expect(attributes).toMatchObject({ 'mcp.protocol.version': VERSIONS[kind], ...network });
    }
    const { server, client: request } = await pairOf('resources/read');
    expect(server.attributes['mcp.resource.uri']).toBe('rcpt://bookings/{id}');
    expect(request.name).toBe('GET /api/v1/bookings/{id}');
    const [prompt] = await receiver.until(named('prompts/get morning_briefing'));
    expect(prompt?.attributes['gen_ai.prompt.name']).toBe('morning_briefing');
  });

  it.each(transports)('over %s spans of failed requests hold the error type', async (_, open) => {
    const connected = await open();
    const failure = json(404, { error: 'not_found' });
    for (const _call of [1, 2]) {
      receiver.spans.length = 0;
      upstream.behave(failure);
      expect((await connected.call('get_booking', { booking_id: 'bk_1' })).isError).toBe(true);
      const { server, client: request } = await pairOf();
      expect(server.status.code).toBe(2);
      expect(server.attributes).toMatchObject({ 'error.type': 'tool_error' });
      expect(request.status.code).toBe(2);
      expect(request.attributes).toMatchObject({ 'http.response.status_code': 404, 'error.type': '404' });
    }
    // A mistake of the caller is none of the server.
    await connected.prompt('no_such_prompt').catch(() => {});
    const [unknown] = await receiver.until(named('prompts/get'));
    expect(unknown?.status).toEqual({});
    expect(unknown?.attributes).toMatchObject({ 'rpc.response.status_code': '-32602' });
    expect(unknown?.attributes).not.toHaveProperty(['gen_ai.prompt.name']);
    expect(unknown?.attributes).not.toHaveProperty(['error.type']);
    // One of the platform is.
    upstream.behave(json(403, {}));
    await connected.read('rcpt://bookings/bk_2').catch(() => {});
    const [read] = await receiver.until(({ name, status }) => name === 'resources/read' && status.code === 2);
    expect(read?.attributes).toMatchObject({ 'rpc.response.status_code': '-32603', 'error.type': '-32603' });
  });

  it.each(transports)('over %s each retry has a span with its resend count', async (_, open) => {
    const connected = await open();
    let times = 0;
    upstream.behave((request, response) =>
      (++times === 1 ? json(503, {}) : times === 2 ? (_: unknown, gone: typeof response) => gone.destroy() : found)(
        request,
        response,
      ),
    );
    expect((await connected.call('get_booking', { booking_id: 'bk_1' })).isError).toBe(false);
    const [server] = await receiver.until(named('tools/call get_booking'));
    const requests = await receiver.until(({ parentSpanId }) => parentSpanId === server?.spanId, 3);
    const outcomes = requests.map(({ attributes }) => [
      attributes['http.request.resend_count'],
      attributes['http.response.status_code'],
      attributes['error.type'],
    ]);
    expect(outcomes).toEqual([
      [undefined, 503, '503'],
      [1, undefined, 'connection_lost'],
      [2, 200, undefined],
    ]);
    expect(sent()).toEqual(requests.map((request) => ids(request)));
    expect(server?.status).toEqual({});
  });
});

describe('a traceparent of the client', () => {
  let session: HttpSession;
  beforeAll(async () => {
    session = await startHttp(remote());
  });
  afterAll(() => session?.close());
  const call = async (headers: Record<string, string>, params: object) =>
    (await post(session.url, headers, 'tools/call', params)).text();
  const own = { ...booking, _meta: { traceparent: OF_META } };

  it.each([1, 2, 3])(
    'becomes the parent span: that of _meta, linked to that of the header, or that of the header (%s)',
    async () => {
      await call({ traceparent: OF_HEADER }, own);
      await call({ traceparent: OF_HEADER }, booking);
      const [first] = await receiver.until((span) => isServer(span) && span.traceId === TRACE);
      const [second] = await receiver.until((span) => isServer(span) && span.traceId === OTHER);
      expect(first).toMatchObject({ parentSpanId: '00f067aa0ba902b7', flags: 0x301 });
      expect(first?.links).toEqual([{ traceId: OTHER, spanId: 'b7ad6b7169203331', flags: 0x301 }]);
      expect(second).toMatchObject({ parentSpanId: 'b7ad6b7169203331', flags: 0x301 });
      expect(second).not.toHaveProperty('links');
      const requests = await receiver.until(({ kind }) => kind === 3, 2);
      expect(requests.map(({ parentSpanId, flags }) => [parentSpanId, flags])).toEqual([
        [first?.spanId, 0x101],
        [second?.spanId, 0x101],
      ]);
      expect(sent()).toEqual(requests.map((request) => ids(request, '01')));
    },
  );

  it.each([1, 2])('creates no spans and is forwarded if it is not sampled (%s)', async () => {
    await call({}, { ...booking, _meta: { traceparent: UNSAMPLED } });
    await call({}, own);
    await receiver.until(isServer);
    await receiver.until(({ kind }) => kind === 3);
    expect(receiver.spans).toHaveLength(2);
    expect(sent()[0]).toBe(UNSAMPLED);
  });

  it('becomes the parent span over stdio, and its trace id is logged', async () => {
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
    const messages = [
      { id: 1, method: 'initialize', params: hello },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: own },
    ];
    const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
    const home = temporaryFolder();
    const { code, stderr } = await runProgram([], cleanEnvironment(home, remote()), input);
    await rm(home, { recursive: true, force: true });
    expect(code).toBe(0);
    expect(stderr).toMatch(new RegExp(`tool call .*"trace_id":"${TRACE}"`));
    // The program has ended: all of it is there.
    expect(receiver.spans.map(({ name }) => name).sort()).toEqual([
      'GET /api/v1/bookings/{id}',
      'initialize',
      'tools/call get_booking',
    ]);
    const server = receiver.spans.find(named('tools/call get_booking'));
    expect(server).toMatchObject({ traceId: TRACE, parentSpanId: '00f067aa0ba902b7' });
  });
});

describe('sampling', () => {
  const meta = { traceparent: OF_META };
  it.each([
    ['always_on', undefined, 3],
    ['always_off', undefined, 0],
    ['parentbased_always_off', undefined, 1],
    ['traceidratio', '0', 0],
    ['traceidratio', '1', 3],
    ['parentbased_traceidratio', '0', 1],
    ['nonsense', undefined, 2],
  ])('follows OTEL_TRACES_SAMPLER=%s with argument %s', async (name, argument, calls) => {
    const sampler = { OTEL_TRACES_SAMPLER: name, ...(argument ? { OTEL_TRACES_SAMPLER_ARG: argument } : {}) };
    const session = await startHttp(remote(sampler));
    receiver.spans.length = 0;
    for (const _meta of [meta, { traceparent: UNSAMPLED }, {}]) {
      await (await post(session.url, {}, 'tools/call', { ...booking, _meta })).text();
    }
    await session.close();
    const recorded = receiver.spans.filter(named('tools/call get_booking'));
    expect(recorded).toHaveLength(calls);
    const flags = sent().map((traceparent) => traceparent?.at(-1));
    expect(flags.filter((flag) => Number(flag) % 2 === 1)).toHaveLength(calls);
    expect(/nonsense/.test(session.program.output.stderr)).toBe(false);
    expect(/OTEL_TRACES_SAMPLER is not understood/.test(session.program.output.stderr)).toBe(name === 'nonsense');
  });
});

it('spans of requests to the embedded platform have no server address', async () => {
  const session = await startHttp({ ...exportTracesTo(receiver), RCPT_DATABASE: ':memory:' });
  await session.client.call('list_services');
  const { traceId } = (await pairOf('tools/call list_services')).server;
  const [client] = await receiver.until(named('GET /api/v1/services'));
  await session.close();
  expect(client).toMatchObject({ kind: 3, traceId });
  expect(client?.attributes).toEqual({
    'http.request.method': 'GET',
    'url.template': '/api/v1/services',
    'http.response.status_code': 200,
  });
});

it('tracing changes no answer, also to malformed requests', async () => {
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  const odd = [
    { method: 'tools/list' },
    { method: 'tools/list', params: [] },
    { method: 'tools/list', params: { _meta: null } },
    { method: 'tools/list', params: { _meta: 'x' } },
    { method: 'tools/list', params: { _meta: [] } },
    { method: 'tools/list', params: { _meta: { traceparent: 7 } } },
    { method: 'tools/call', params: { ...booking, _meta: 'x' } },
    { method: 'tools/call', params: { ...booking, _meta: { traceparent: OF_META, progressToken: {} } } },
    { method: 'tools/call', params: { ...booking, _meta: { traceparent: OF_META, progressToken: 1 } } },
    { method: 'tools/call', params: booking },
    { method: 'tools/call' },
    { method: 'ping' },
    { method: 'nonsense', params: null },
  ].map((message, index) => ({ id: index + 1, ...message }));
  const messages = [{ id: 0, method: 'initialize', params: hello }, { method: 'notifications/initialized' }, ...odd];
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const home = temporaryFolder();
  const said = async (env: Record<string, string>) =>
    (await runProgram([], cleanEnvironment(home, env), input)).stdout.trim().split('\n').sort();
  const traced = await said(remote());
  expect(traced).toHaveLength(messages.length - 1);
  expect(traced).toEqual(await said(remote({ OTEL_SDK_DISABLED: 'true' })));
  await rm(home, { recursive: true, force: true });
});

it('requests of an HTTP session have spans without the session id', async () => {
  const session = await startHttp(remote(), ['--sessions', '5'], 'v1');
  try {
    for (const calls of [1, 2]) {
      await session.client.call('get_booking', { booking_id: 'bk_1' });
      const servers = await receiver.until(named('tools/call get_booking'), calls);
      expect(servers.at(-1)?.attributes).toMatchObject({
        'mcp.protocol.version': '2025-11-25',
        'network.transport': 'tcp',
      });
      await receiver.until(({ parentSpanId }) => parentSpanId === servers.at(-1)?.spanId);
    }
    expect(receiver.posts.map(({ text }) => text).join()).not.toMatch(/session/);
  } finally {
    await session.close();
  }
});

it('a call cancelled by the client ends its spans with error type cancelled', async () => {
  const session = await startHttp(remote());
  const params = { booking_id: 'bk_1' };
  try {
    // The first is the SDK's, the second, after one that was accepted, is not.
    for (const calls of [1, 2]) {
      const gone = new AbortController();
      upstream.behave(() => gone.abort());
      await session.client.call('get_booking', params, { signal: gone.signal }).catch(() => {});
      upstream.behave(found);
      await session.client.call('get_booking', params);
      const spans = await receiver.until(named('tools/call get_booking'), 2 * calls);
      const requests = await receiver.until(({ kind }) => kind === 3, 2 * calls);
      for (const all of [spans, requests]) {
        expect(all.filter(({ attributes }) => attributes['error.type'] === 'cancelled')).toHaveLength(calls);
      }
    }
  } finally {
    await session.close();
  }
});
