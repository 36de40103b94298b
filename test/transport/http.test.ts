import { connect as connectTcp } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, connect, field } from '../support/clients.ts';
import { KNOWN_BUSINESS } from '../support/program.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** The built program over Streamable HTTP. */
let upstream: Upstream;
let session: HttpSession;

beforeAll(async () => {
  upstream = await startUpstream(json(200, { data: { id: 'bk_1' } }));
  session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
});
afterAll(async () => {
  await Promise.all([session?.close(), upstream?.close()]);
});

describe.each(CLIENTS)('%s client over HTTP', (kind) => {
  it('lists and calls tools', async () => {
    const client = await connect(kind, { url: session.url });
    expect((await client.tools()).length).toBeGreaterThan(10);
    expect(field((await client.call('get_booking', { booking_id: 'bk_1' })).data, 'booking', 'id')).toBe('bk_1');
    expect((await client.call('get_booking')).isError).toBe(true);
    if (kind === 'v2 2026-07-28') expect(client.protocolVersion).toBe('2026-07-28');
    await client.close();
  });
});

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

function post(body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(session.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body,
  });
}

/** fetch does not allow to set a Host header. */
function rawHost(host: string): Promise<string> {
  const { port } = new URL(session.url);
  return new Promise((resolve, reject) => {
    const socket = connectTcp(Number(port), '127.0.0.1', () =>
      socket.end(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    );
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text.split('\r\n')[0] ?? ''));
    socket.on('error', reject);
  });
}

describe('HTTP guards', () => {
  it.each(['evil.example.com', '10.0.0.1:8787', 'localhost.evil.example.com'])('refuses the Host %s', async (host) => {
    expect(await rawHost(host)).toContain(' 403 ');
  });

  it.each(['127.0.0.1:1', 'localhost', '[::1]:5'])('accepts the Host %s', async (host) => {
    expect(await rawHost(host)).toContain(' 200 ');
  });

  it('sends a refusal that a client can read while it is still sending its body', async () => {
    const { port } = new URL(session.url);
    const text = await new Promise<string>((resolve, reject) => {
      const head = 'POST /mcp HTTP/1.1\r\nHost: evil.example.com\r\nConnection: close\r\nContent-Length: 2\r\n\r\n';
      const socket = connectTcp(Number(port), '127.0.0.1', () => socket.write(head));
      let read = '';
      socket.on('data', (chunk) => {
        read += chunk;
        socket.end('{}');
      });
      socket.on('end', () => resolve(read));
      socket.on('error', reject);
    });
    expect(text).toContain(' 403 ');
  });

  it('refuses a foreign Origin and accepts a local one', async () => {
    for (const origin of ['https://evil.example.com', 'null']) {
      expect((await post(JSON.stringify(list), { origin })).status).toBe(403);
    }
    expect((await post(JSON.stringify(list), { origin: 'http://localhost:3000' })).status).toBe(200);
  });

  it('caps the body, and answers malformed JSON as JSON-RPC does', async () => {
    expect((await post(`{"x":"${'y'.repeat(1024 * 1024)}"}`)).status).toBe(413);
    const malformed = await post('{"jsonrpc":');
    expect(malformed.status).toBe(400);
    expect(field(await malformed.json(), 'error', 'code')).toBe(-32700);
  });

  it('answers 405 to methods other than POST at /mcp', async () => {
    expect((await fetch(session.url)).status).toBe(405);
    expect((await fetch(session.url, { method: 'DELETE' })).status).toBe(405);
    expect((await fetch(new URL('/other', session.url))).status).toBe(404);
    expect((await post(JSON.stringify(list), { 'content-type': 'text/plain' })).status).toBe(415);
  });
});

it('answers /healthz and /readyz with liveness and readiness', async () => {
  expect(await (await fetch(new URL('/healthz', session.url))).json()).toEqual({ status: 'ok' });
  upstream.behave(json(500, {}));
  expect((await fetch(new URL('/readyz', session.url))).status).toBe(503);
  upstream.behave(json(200, { data: [] }));
  expect((await fetch(new URL('/readyz', session.url))).status).toBe(200);
});

it('cancels the upstream request when its client goes away', async () => {
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
  const answer = session.client.call('get_booking', { booking_id: 'x' }, { signal: stop.signal });
  await arrived;
  stop.abort();
  await expect(answer).rejects.toThrow();
  await expect.poll(() => gone).toBe(true);
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  'finishes open requests at %s, accepts no new ones, and exits with 0',
  async (signal) => {
    const own = await startHttp({ ...KNOWN_BUSINESS, RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
    upstream.behave((request, response) => {
      own.program.child.kill(signal);
      setTimeout(() => json(200, { data: { id: 'late' } })(request, response), 300);
    });
    const answer = await own.client.call('get_booking', { booking_id: 'late' });
    expect(field(answer.data, 'booking', 'id')).toBe('late');
    expect(await own.program.ended).toBe(0);
    await expect(fetch(own.url)).rejects.toThrow();
    await own.close();
  },
);
