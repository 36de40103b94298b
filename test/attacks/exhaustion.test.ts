import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ENVELOPE } from '../fuzz/messages.ts';
import { json } from '../support/upstream.ts';
import { type Front, legacyCall, modernCall, startFront } from './support/front.ts';
import { contentLength, rawPost, sendRaw } from './support/raw.ts';

/** The attacker tries to exhaust the server's CPU, memory or upstream requests. */
let front: Front;
beforeAll(async () => {
  front = await startFront('none', ['--max-concurrent', '2', '--webhooks'], {
    RCPT_WEBHOOK_PATH_SECRET: 'p4th'.repeat(6),
  });
});
afterAll(() => front?.close());

const call = legacyCall('get_booking', { booking_id: 'bk_1' });
type RequestOptions = { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer>; path?: string };
async function send({ headers = call.headers, body = call.body, path = '/mcp' }: RequestOptions) {
  const answer = await fetch(new URL(path, front.url), { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

describe('a JSON-RPC batch over HTTP', () => {
  const many = (count: number) => Array.from({ length: count }, () => call.body).join(',');

  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['a thousand calls', `[${many(1_000)}]`],
    ['one call', `[${many(1)}]`],
    ['leading whitespace', `\r\n\t ${' '.repeat(100_000)}[${many(2)}]`],
    ['a byte order mark', `\ufeff[${many(2)}]`],
    ['no calls', '[]'],
  ])('400 for a batch with %s', async (_name, body) => {
    for (const revision of ['2024-11-05', '2025-03-26', '2025-11-25']) {
      const headers = { ...call.headers, 'mcp-protocol-version': revision };
      const { result, requests } = await front.recordRequests(() => send({ headers, body }));
      expect(result.status).toBe(400);
      expect(JSON.parse(result.text)).toMatchObject({ id: null, error: { code: -32600, message: /batches/ } });
      expect(requests).toEqual([]);
    }
  });

  it('the server rejects a batch in chunks at any chunk boundary', async () => {
    const pieces = [' ', '\n', '[', many(2), ']'].map((text) => `${text.length.toString(16)}\r\n${text}\r\n`).join('');
    const { result, requests } = await front.recordRequests(() =>
      sendRaw(front.url, rawPost('Transfer-Encoding: chunked\r\n', `${pieces}0\r\n\r\n`)),
    );
    expect(result.statuses).toEqual(['400', '200']);
    expect(result.text).toContain('batches are not supported');
    expect(requests).toEqual([]);
  });

  it('the server executes a single call in chunks', async () => {
    const pieces = ['  ', call.body.slice(0, 9), call.body.slice(9)]
      .map((text) => `${text.length.toString(16)}\r\n${text}\r\n`)
      .join('');
    const { result, requests } = await front.recordRequests(() =>
      sendRaw(front.url, rawPost('Transfer-Encoding: chunked\r\n', `${pieces}0\r\n\r\n`)),
    );
    expect(result.statuses).toEqual(['200', '200']);
    expect(requests).toEqual(['GET /api/v1/bookings/bk_1']);
  });
});

describe('a compressed request body', () => {
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')));
  const valid = new Uint8Array(gzipSync(call.body));

  it.each(['gzip', 'GZIP', 'deflate', 'br', 'x-gzip', 'zstd', 'gzip, gzip', 'identity, gzip'])(
    'Content-Encoding %s: rejected without decompression',
    async (coding) => {
      for (const body of [valid, bomb.slice(0, 60_000), call.body]) {
        for (const path of ['/mcp', '/webhooks', `/webhooks/${'p4th'.repeat(6)}`]) {
          const headers = { ...call.headers, 'content-encoding': coding };
          const { result, requests } = await front.recordRequests(() => send({ headers, body, path }));
          expect(result).toEqual({ status: 400, text: expect.stringContaining('Content-Encoding') });
          expect(requests).toEqual([]);
        }
      }
    },
  );
});

describe('oversized input', () => {
  it.each<[string, () => RequestOptions, number]>([
    ['a body', () => ({ body: call.body.padEnd(1024 * 1024 + 1) }), 413],
    ['a body of spaces', () => ({ body: ' '.repeat(2 * 1024 * 1024) }), 413],
    ['a webhook delivery', () => ({ path: '/webhooks', body: ' '.repeat(256 * 1024 + 1) }), 413],
    ['a header', () => ({ headers: { ...call.headers, 'x-a': 'x'.repeat(20_000) } }), 400],
    ['a booking id', () => ({ body: legacyCall('get_booking', { booking_id: 'x'.repeat(900_000) }).body }), 200],
    ['a tool name', () => ({ body: legacyCall('x'.repeat(900_000), {}).body }), 200],
    [
      'arguments',
      () => ({
        body: legacyCall('get_booking', Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 1])))
          .body,
      }),
      413,
    ],
    [
      'a token',
      () => ({ headers: { ...call.headers, authorization: `Bearer ${'x'.repeat(15_000)}` }, body: '{}' }),
      400,
    ],
  ])('%s beyond its limit is rejected without an upstream request', async (_name, make, status) => {
    const { result, requests } = await front.recordRequests(() => send(make()));
    expect(result.status, result.text.slice(0, 200)).toBe(status);
    if (status === 200) expect(result.text).toMatch(/"isError":true|"error":\{"code":-32602/);
    expect(requests).toEqual([]);
  });

  it('commas and brackets in a text are no values of the message', async () => {
    const { status, text } = await send({ body: legacyCall('get_booking', { booking_id: ',['.repeat(10_500) }).body });
    expect(status, text.slice(0, 200)).toBe(200);
    expect(text).toContain('booking_id');
  });

  it('an error message lists only some of 9,000 unknown arguments', async () => {
    const args = Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`argument_${at}`, 1]));
    const { text } = await send({ body: legacyCall('get_booking', args).body });
    expect(text.length).toBeLessThan(3_000);
    expect(text).toContain('and 8995 more');
  });
});

describe('--max-concurrent', () => {
  /** Occupies all permits, runs the attempt, then releases the permits. */
  async function whileAllPermitsTaken(attempt: () => Promise<{ status: number; text: string }>) {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let arrived = 0;
    front.platform.behave((request, response) => {
      arrived++;
      void released.then(() => json(200, { data: { id: 'bk_1' } })(request, response));
    });
    const slow = [send({}), send({})];
    await expect.poll(() => arrived, { timeout: 20_000 }).toBe(2);
    const outcome = await attempt();
    expect(arrived).toBe(2);
    release();
    for (const { status } of await Promise.all(slow)) expect(status).toBe(200);
    front.platform.behave(json(200, { data: { id: 'bk_1' } }));
    return outcome;
  }

  it.each<[string, RequestOptions]>([
    ['a plain call', {}],
    ['a call with a query string', { path: '/mcp?x=1' }],
    [
      'a call whose header declares subscriptions/listen',
      { headers: { ...call.headers, 'mcp-method': 'subscriptions/listen' } },
    ],
    [
      'a call whose header declares subscriptions/listen in the 2025 protocol',
      { headers: { ...call.headers, 'mcp-method': 'subscriptions/listen', 'mcp-protocol-version': '2025-11-25' } },
    ],
  ])('rejects %s while all permits are taken', async (_name, sent) => {
    expect(await whileAllPermitsTaken(() => send(sent))).toMatchObject({ status: 503, text: /nothing was done/ });
  });

  it('rejects a call whose body contradicts its 2026 subscriptions/listen header', async () => {
    const listening = { 'mcp-method': 'subscriptions/listen', 'mcp-protocol-version': '2026-07-28' };
    for (const sent of [
      { headers: { ...call.headers, ...listening } },
      { ...modernCall('get_booking', { booking_id: 'bk_1' }), headers: { ...call.headers, ...listening } },
    ]) {
      expect((await whileAllPermitsTaken(() => send(sent))).status).toBe(400);
    }
  });
});

describe('subscriptions/listen', () => {
  const listen = (uris: string[]) => ({
    headers: { ...call.headers, 'mcp-method': 'subscriptions/listen', 'mcp-protocol-version': '2026-07-28' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { notifications: { resourceSubscriptions: uris }, _meta: ENVELOPE },
    }),
  });

  it('rejects 50,000 subscriptions in one request: memory would grow for the life of the stream', async () => {
    const uris = Array.from({ length: 100_000 }, (_, at) => `rcpt://a/${at}`).slice(0, 50_000);
    const { headers, body } = listen(uris);
    expect(await send({ headers, body })).toMatchObject({ status: 413, text: /16 KiB/ });
    const chunked = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const lines = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const answer = await sendRaw(
      front.url,
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${lines}Transfer-Encoding: chunked\r\n\r\n${chunked}`,
    );
    expect(answer.statuses).toEqual(['413']);
  });

  it('limits open subscription streams to 1,024', { timeout: 60_000 }, async () => {
    const { headers, body } = listen(['rcpt://events/recent']);
    const { port } = new URL(front.url);
    const open: ClientRequest[] = [];
    // Also after a failure, so that they do not count when the test runs again.
    onTestFinished(() => open.forEach((sent) => void sent.destroy()));
    const openStream = () =>
      new Promise<boolean>((resolve, reject) => {
        const sent = request({ port, path: '/mcp', method: 'POST', headers, agent: false }, (answer) =>
          answer.setEncoding('utf8').once('data', (text: string) => resolve(text.includes('acknowledged'))),
        );
        // The test destroys the request after the response.
        sent.on('error', reject).end(body);
        open.push(sent);
      });
    let accepted = 0;
    for (let round = 0; round < 1_100; round += 50) {
      const batch = await Promise.all(Array.from({ length: 50 }, openStream));
      accepted += batch.filter(Boolean).length;
    }
    expect(accepted).toBe(1_024);
    // Tool calls still work.
    expect((await send({})).status).toBe(200);
  });
});

it('concurrent /readyz requests share one upstream check', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  front.platform.behave((request, response) => void released.then(() => json(200, { data: [] })(request, response)));
  const { result, requests } = await front.recordRequests(async () => {
    const answers = Array.from({ length: 200 }, () => fetch(new URL('/readyz', front.url)));
    // This request was sent last: when it is answered, all the others have arrived.
    await fetch(new URL('/healthz', front.url));
    await expect.poll(() => front.platform.received.length, { timeout: 20_000 }).toBeGreaterThan(0);
    release();
    return Promise.all(answers);
  });
  for (const answer of result) expect(answer.status).toBe(200);
  expect(requests.length).toBeLessThan(50);
  front.platform.behave(json(200, { data: { id: 'bk_1' } }));
});

it('the request size is counted in bytes, not characters', async () => {
  const body = legacyCall('get_booking', { booking_id: '\u{1f600}' }).body;
  const answer = await sendRaw(front.url, rawPost(contentLength(body), body));
  expect(answer.statuses).toEqual(['200', '200']);
});

it('connections that end while pipelined requests wait keep no permit', { timeout: 60_000 }, async () => {
  const own = await startFront('none', ['--webhooks'], { RCPT_WEBHOOK_PATH_SECRET: 'p4th'.repeat(6) });
  const delivery = 'POST /api/intake/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n';
  /** Sends all on one connection, which the server closes, or else the client. */
  const attack = async (text: string) => {
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1', () => socket.write(text));
    socket.on('error', () => {}).resume();
    const timer = setTimeout(() => socket.resetAndDestroy(), 1_000);
    await once(socket, 'close');
    clearTimeout(timer);
  };
  await attack(delivery.repeat(101));
  await attack(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n${delivery.repeat(100)}`);
  const answer = await fetch(new URL('/api/intake/x', own.url), { method: 'POST' });
  expect(answer.status).toBe(404);
  await own.close();
});
