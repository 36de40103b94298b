import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, field, type TestClient } from '../support/clients.ts';
import { bearerHeader, startGuarded } from '../support/guarded.ts';
import { beginSession, initialize, responseIn } from '../support/mcp-session.ts';
import { runProgram } from '../support/program.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** `--sessions`: clients of MCP 2025 over HTTP with a long-lived session. */
const OLD_CLIENTS = ['v2 2025-11-25', 'v1'] as const;
const RECENT = 'rcpt://events/recent';
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

type Reader = ReadableStreamDefaultReader<Uint8Array>;
/** The next message of a stream, which brings each in a piece of its own. */
async function nextMessage(reader: Reader): Promise<unknown> {
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error('the stream has ended');
    const [, data] = /^data: (.+)$/m.exec(new TextDecoder().decode(value)) ?? [];
    if (data) return JSON.parse(data);
  }
}

let upstream: Upstream;
let server: HttpSession;
const clients: TestClient[] = [];

beforeAll(async () => {
  upstream = await startUpstream(json(200, { data: { id: 'bk_1' } }));
  const env = { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' };
  server = await startHttp(env, ['--sessions', '20', '--log-level', 'info']);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await Promise.all([server?.close(), upstream?.close()]);
});

const join = async (kind: (typeof OLD_CLIENTS)[number], url: string) => {
  const client = await connect(kind, { url });
  clients.push(client);
  return client;
};
const metrics = async (url: string) => (await fetch(new URL('/metrics', url))).text();
const open = async (url: string) => Number(/^rcpt_mcp_sessions (\d+)$/m.exec(await metrics(url))?.[1]);

describe.each(OLD_CLIENTS)('%s client in an HTTP session', (kind) => {
  it('lists and calls tools', async () => {
    const client = await join(kind, server.url);
    expect((await client.tools()).length).toBeGreaterThan(10);
    for (let round = 0; round < 3; round++) {
      const answer = await client.call('get_booking', { booking_id: 'bk_1' });
      expect(field(answer.data, 'booking', 'id')).toBe('bk_1');
    }
    expect((await client.call('get_booking')).isError).toBe(true);
  });

  it('receives progress notifications and cancels a call', async () => {
    const client = await join(kind, server.url);
    upstream.behave(({ path }, response) => {
      const page = Number(new URL(path, 'http://x').searchParams.get('page') ?? 1);
      const data = Array.from({ length: 100 }, (_none, index) => ({ id: `bk_${page}_${index}` }));
      json(200, { data, pagination: { page, per_page: 100, total: 300, total_pages: 3 } })({} as never, response);
    });
    const steps: number[] = [];
    await client.call('list_bookings', { order: 'asc' }, { onprogress: ({ progress }) => void steps.push(progress) });
    expect(steps.length).toBeGreaterThan(0);

    let gone = false;
    const arrived = new Promise<void>((resolve) => {
      upstream.behave((_request, response) => {
        response.on('close', () => {
          gone = true;
        });
        resolve();
      });
    });
    const stop = new AbortController();
    const answer = client.call('get_booking', { booking_id: 'x' }, { signal: stop.signal });
    await arrived;
    stop.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => gone).toBe(true);
    upstream.behave(json(200, { data: { id: 'bk_1' } }));
  });

  it('receives notifications of the resources it subscribed to', async () => {
    const own = await startHttp({}, ['--sessions', '5']);
    const client = await join(kind, own.url);
    expect(field(client.capabilities, 'resources', 'subscribe')).toBe(true);
    const heard: string[] = [];
    const end = await client.watch([RECENT], (uri) => void heard.push(uri));
    expect((await runProgram(['calls', 'simulate'], own.environment)).code).toBe(0);
    await expect.poll(() => heard, { timeout: 20_000 }).toContain(RECENT);
    await end();
    await client.close();
    await own.close();
  });
});

it('gives clients of MCP 2026 no session', async () => {
  const before = await open(server.url);
  const client = await connect('v2 2026-07-28', { url: server.url });
  await client.tools();
  expect((await client.call('get_booking', { booking_id: 'bk_1' })).isError).toBe(false);
  expect(await open(server.url)).toBe(before);
  await client.close();
});

it('keeps a session until DELETE ends it', async () => {
  const before = await open(server.url);
  const session = await beginSession(server.url);
  expect(session.id).toMatch(/^[\x21-\x7e]{22,}$/);
  expect(await open(server.url)).toBe(before + 1);
  expect(field(await responseIn(await session.send('tools/list')), 'result', 'tools')).toBeInstanceOf(Array);
  const stream = await session.stream();
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  // One stream, as in the SDK; missed messages are not sent again.
  expect((await session.stream()).status).toBe(409);
  expect((await session.end()).status).toBe(200);
  expect(await stream.text()).not.toContain('data:');
  expect(await open(server.url)).toBe(before);
  for (const answer of [await session.send('tools/list'), await session.stream(), await session.end()]) {
    expect(answer.status).toBe(404);
    expect(field(await answer.json(), 'error', 'message')).toContain('initialize');
  }
});

it('answers requests without a valid session with the reason', async () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const before = await open(server.url);
  const status = async (answer: Promise<Response>) => (await answer).status;
  // Twice: what was refused is not taken for known the next time.
  for (let round = 0; round < 2; round++) {
    expect(await status(post(list))).toBe(400);
    expect(await status(post(list, { 'mcp-session-id': 'x' }))).toBe(404);
  }
  expect(await status(fetch(server.url, { headers: { accept: 'text/event-stream' } }))).toBe(400);
  expect(await status(fetch(server.url, { method: 'DELETE' }))).toBe(400);
  const put = await fetch(server.url, { method: 'PUT', body: '{}' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE']);
  expect(await status(post('{"jsonrpc":'))).toBe(400);
  expect(await status(post(list, { 'content-type': 'text/plain' }))).toBe(415);
  expect(await status(post(`{"x":"${'y'.repeat(1024 * 1024)}"}`))).toBe(413);
  expect(await status(initialize(server.url, { accept: 'application/json' }))).toBe(406);
  expect(await status(initialize(server.url, { 'mcp-session-id': 'x' }))).toBe(404);
  const nothing = await post({ ...list, method: 'initialize' });
  expect(nothing.headers.get('mcp-session-id')).toBeNull();
  expect(field(await responseIn(nothing), 'error', 'code')).toBeLessThan(0);
  expect(await open(server.url)).toBe(before);
});

it('logs only the beginning of a session id and nothing that the client sent', async () => {
  const session = await beginSession(server.url);
  const wrong = await session.send('tools/list', {}, { 'mcp-protocol-version': 'sent by a client' });
  expect(wrong.status).toBe(400);
  await session.end();
  await expect.poll(() => server.program.output.stderr).toContain(`"session":"${session.id.slice(0, 8)}"`);
  expect(server.program.output.stderr).not.toContain(session.id);
  expect(server.program.output.stderr).toContain('"message":"protocol error"');
  expect(server.program.output.stderr).not.toContain('sent by a client');
});

it('refuses sessions over the limit and counts them; open streams hold no permit of calls', async () => {
  const env = { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' };
  const own = await startHttp(env, ['--sessions', '2', '--max-concurrent', '1']);
  const [first, second] = [await beginSession(own.url), await beginSession(own.url)];
  const streams = [await first.stream(), await second.stream()];
  const refused = await initialize(own.url);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(field(await refused.json(), 'error')).toBe('too_many_sessions');
  expect(await metrics(own.url)).toContain('rcpt_http_refused_total{limit="sessions"} 1');
  expect((await first.send('ping')).status).toBe(200);
  await first.end();
  const third = await beginSession(own.url);
  expect((await third.send('ping')).status).toBe(200);
  await Promise.all(streams.map((stream) => stream.body?.cancel()));
  await own.close();
});

it('a call releases its permit during elicitation, and a session has a limit of open calls', async () => {
  const env = { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x', RCPT_CONFIRM: 'writes' };
  const own = await startHttp(env, ['--sessions', '2', '--max-concurrent', '1']);
  const session = await beginSession(own.url);
  const update = { name: 'update_contact', arguments: { contact_id: 'ct_1', name: 'Eve' } };
  upstream.behave(json(200, { data: { id: 'ct_1', name: 'Ada', email: 'ada@example.com' } }));
  const asking = [];
  const questions: unknown[] = [];
  for (let index = 0; index < 16; index++) {
    const answer = await session.send('tools/call', update);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    asking.push(reader);
    questions.push(await nextMessage(reader));
  }
  expect(questions.every((question) => field(question, 'method') === 'elicitation/create')).toBe(true);
  const refused = await session.send('tools/call', update);
  expect(refused.status).toBe(503);
  // Another session has its own limit, and the users' answers are accepted.
  const other = await beginSession(own.url);
  expect((await other.send('ping')).status).toBe(200);
  const id = field(questions[0], 'id');
  expect((await session.reply(id, { action: 'decline' })).status).toBe(202);
  expect(field(await nextMessage(asking[0] as Reader), 'result', 'structuredContent', 'error', 'kind')).toBe(
    'declined',
  );
  await expect.poll(async () => (await session.send('ping')).status).toBe(200);
  await session.end();
  upstream.behave(json(200, { data: { id: 'bk_1' } }));
  await own.close();
});

it('ends its sessions at shutdown', async () => {
  const own = await startHttp({}, ['--sessions', '2']);
  const session = await beginSession(own.url);
  const stream = await session.stream();
  expect(await own.program.stop()).toBe(0);
  expect(await stream.text()).not.toContain('data:');
  await own.close();
});

it('a session of another process is answered 404, and the client starts a new one', async () => {
  const other = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' }, ['--sessions', '5']);
  const session = await beginSession(server.url);
  const elsewhere = { 'mcp-session-id': session.id };
  const moved = await fetch(other.url, { headers: { ...elsewhere, accept: 'text/event-stream' } });
  expect(moved.status).toBe(404);
  const replacement = await beginSession(other.url);
  expect(replacement.id).not.toBe(session.id);
  expect((await replacement.send('tools/list')).status).toBe(200);
  expect((await session.send('tools/list')).status).toBe(200);
  await other.close();
});

it('calls in a session of an authenticated caller write nothing to stderr', async () => {
  const env = { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' };
  const guarded = await startGuarded('token', ['--sessions', '10', '--rate-limit', '1000/second'], env);
  try {
    upstream.behave(json(200, { data: { id: 'bk_1' } }));
    const session = await beginSession(guarded.url, bearerHeader(await guarded.token('desk')));
    for (let round = 0; round < 3; round++) {
      const answer = await session.send('tools/call', { name: 'get_booking', arguments: { booking_id: 'bk_1' } });
      expect(await answer.text()).toContain('bk_1');
    }
  } finally {
    await guarded.close();
  }
  expect(guarded.program.output.stderr).toBe('');
});
