import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../src/lib/concurrency/rate-limiter.ts';
import { networkOf } from '../../src/lib/http/network.ts';
import { trustedProxies } from '../../src/lib/http/trusted-proxies.ts';
import { connect } from '../support/clients.ts';
import { bearerHeader, post, startGuarded } from '../support/guarded.ts';
import { temporaryFolder } from '../support/platform.ts';
import { KNOWN_BUSINESS } from '../support/program.ts';
import { startHttp } from '../support/session.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** Limits of the built program over HTTP, with real sockets. */
let upstream: Upstream;
const remote = () => ({ ...KNOWN_BUSINESS, RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
const booking = { name: 'get_booking', arguments: { booking_id: 'bk_1' } };
const call = (url: string, headers: Record<string, string> = {}) => post(url, headers, 'tools/call', booking);

beforeAll(async () => {
  upstream = await startUpstream();
});
beforeEach(() => upstream.behave(json(200, { data: { id: 'bk_1' } })));
afterAll(() => upstream?.close());

/** How many of so many requests, one after the other, were answered with 200. */
async function passed(count: number, url: string, headers: Record<string, string> = {}): Promise<number> {
  let ok = 0;
  for (let request = 0; request < count; request++) {
    const answer = await call(url, headers);
    await answer.text();
    if (answer.status === 200) ok++;
    else expect(answer.status).toBe(429);
  }
  return ok;
}

describe('--rate-limit', () => {
  it('answers 429 with Retry-After, on the fast path and before the SDK', async () => {
    const session = await startHttp(remote(), ['--rate-limit', '8/hour']);
    // Connecting took some of them.
    const before = await passed(8, session.url);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(8);
    const refused = await call(session.url);
    expect(refused.status).toBe(429);
    // An eighth of an hour gives one back.
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(300);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(450);
    expect(await refused.json()).toMatchObject({ error: 'rate_limited', error_description: /nothing was done/ });
    expect((await call(`${session.url}?again`)).status).toBe(429);
    // Health checks are not limited.
    expect((await fetch(new URL('/healthz', session.url))).status).toBe(200);
    const metrics = await (await fetch(new URL('/metrics', session.url))).text();
    expect(Number(/^rcpt_http_refused_total\{limit="rate"\} (\d+)$/m.exec(metrics)?.[1])).toBe(8 - before + 2);
    await session.close();
  });

  it('rate limit is keyed by principal, or by client address when unauthenticated', async () => {
    const server = await startGuarded('token', ['--rate-limit', '3/hour'], remote());
    const [one, other] = [await server.token('one'), await server.token('other')];
    expect(await passed(5, server.url, bearerHeader(one))).toBe(3);
    expect(await passed(5, server.url, bearerHeader(other))).toBe(3);
    const guesses: number[] = [];
    for (let guess = 0; guess < 5; guess++)
      guesses.push((await call(server.url, bearerHeader(`rcpt_token_${guess}`))).status);
    expect(guesses).toEqual([401, 401, 401, 429, 429]);
    await server.close();
  });

  it('rate limit trusts X-Forwarded-For of trusted proxies only', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': `192.0.2.99, ${address}` });
    const trusting = await startGuarded(
      'none',
      ['--rate-limit', '2/hour', '--trusted-proxies', '127.0.0.0/8'],
      remote(),
    );
    expect(await passed(3, trusting.url, from('192.0.2.1'))).toBe(2);
    expect(await passed(3, trusting.url, from('192.0.2.2'))).toBe(2);
    await trusting.close();
    const wary = await startGuarded('none', ['--rate-limit', '2/hour', '--trusted-proxies', '10.0.0.0/8'], remote());
    expect(await passed(3, wary.url, from('192.0.2.1'))).toBe(2);
    expect(await passed(3, wary.url, from('192.0.2.2'))).toBe(0);
    await wary.close();
  });
});

it('--max-concurrent refuses excess requests immediately and completes the others', async () => {
  const session = await startHttp(remote(), ['--max-concurrent', '2']);
  await session.client.call('get_booking', { booking_id: 'bk_1' });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let arrived = 0;
  upstream.behave((request, response) => {
    arrived++;
    void held.then(() => json(200, { data: { id: 'bk_1' } })(request, response));
  });
  const slow = [call(session.url), call(session.url)];
  await expect.poll(() => arrived, { timeout: 20_000 }).toBe(2);
  const refused = await call(session.url);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toMatchObject({ error: 'overloaded' });
  expect((await fetch(new URL('/healthz', session.url))).status).toBe(200);
  release();
  for (const answer of await Promise.all(slow))
    expect([answer.status, await answer.text()]).toMatchObject([200, /bk_1/]);
  // A client that disconnects releases its permit as well.
  await expect.poll(async () => (await call(session.url)).status, { timeout: 20_000 }).toBe(200);
  await session.close();
});

it('subscriptions hold no permit of --max-concurrent', async () => {
  const session = await startHttp({}, ['--max-concurrent', '1']);
  const end = await session.client.watch(['rcpt://events/recent'], () => {});
  expect((await session.client.call('list_services')).isError).toBe(false);
  await end();
  await session.close();
});

describe('--allowed-hosts and --allowed-origins', () => {
  /** fetch does not let a Host header be forged. */
  const status = (url: string, host: string, origin?: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const more = origin ? `Origin: ${origin}\r\n` : '';
      const socket = connectTcp(Number(new URL(url).port), '127.0.0.1', () =>
        socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`),
      );
      socket.once('data', (data) => resolve(Number(/ (\d{3}) /.exec(String(data))?.[1])));
      socket.on('error', reject);
    });

  it('accept the listed hosts and origins and no others', async () => {
    const args = ['--allowed-hosts', 'mcp.internal,10.0.0.7', '--allowed-origins', 'https://app.example.com'];
    const session = await startHttp(remote(), args);
    const { url } = session;
    for (const host of ['mcp.internal', 'mcp.internal:8787', '10.0.0.7', 'localhost:1'])
      expect(await status(url, host)).toBe(200);
    for (const host of ['evil.example.com', 'x.mcp.internal', '10.0.0.70']) expect(await status(url, host)).toBe(403);
    expect(await status(url, 'mcp.internal', 'https://app.example.com')).toBe(200);
    for (const origin of ['http://app.example.com', 'https://app.example.com:8443', 'https://x.example.com', 'null'])
      expect(await status(url, 'mcp.internal', origin)).toBe(403);
    await session.close();
  });
});

it('logs the X-Request-Id of a trusted proxy and of no other client', async () => {
  const id = 'proxy-id-1';
  const idsOf = async (proxies: string, given: string) => {
    const env = { ...remote(), RCPT_LOG_LEVEL: 'info', RCPT_TRUSTED_PROXIES: proxies };
    const session = await startHttp(env);
    for (let request = 0; request < 3; request++) await call(session.url, { 'x-request-id': given });
    await session.close();
    const lines = session.program.output.stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { request_id?: string });
    return lines.flatMap(({ request_id }) => request_id ?? []);
  };
  expect(await idsOf('127.0.0.1', id)).toEqual([id, id, id]);
  expect(await idsOf('192.0.2.1', id)).not.toContain(id);
  // An id that could forge a log line is replaced.
  expect(await idsOf('127.0.0.1', 'a b"c')).not.toContain('a b"c');
});

it('shutdown finishes an open write with all limits and the audit log enabled', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'audit.jsonl');
  const limits = ['--rate-limit', '100/minute', '--max-concurrent', '5', '--trusted-proxies', '127.0.0.1'];
  const server = await startGuarded('none', [...limits, '--audit', file], remote());
  const client = await connect('v2 2026-07-28', { url: server.url });
  upstream.behave((request, response) => {
    // The booking is read before it is cancelled.
    const isWrite = request.method !== 'GET';
    if (isWrite) server.program.child.kill('SIGTERM');
    setTimeout(() => json(200, { data: { id: 'bk_late' } })(request, response), isWrite ? 300 : 0);
  });
  expect((await client.call('cancel_booking', { booking_id: 'bk_late' })).isError).toBe(false);
  expect(await server.program.ended).toBe(0);
  expect(readFileSync(file, 'utf8')).toMatch(/"event":"begin".*\n.*"outcome":"done"}\n$/);
  await client.close().catch(() => {});
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('limit units', () => {
  it('the rate limiter allows a burst of count requests, then one per interval', () => {
    let now = 0;
    const limiter = createRateLimiter({ count: 6, windowMs: 60_000 }, () => now);
    expect(Array.from({ length: 8 }, () => limiter.take('a'))).toEqual([0, 0, 0, 0, 0, 0, 10, 10]);
    expect(limiter.take('b')).toBe(0);
    now = 4_000;
    expect(limiter.take('a')).toBe(6);
    now = 10_000;
    expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 10]);
    now = 1e9;
    expect(Array.from({ length: 7 }, () => limiter.take('a'))).toEqual([0, 0, 0, 0, 0, 0, 10]);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('the rate limit key of address %s is %s', (address, network) => expect(networkOf(address)).toBe(network));

  it.each([
    ['10.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['::ffff:10.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['10.0.0.1', '192.0.2.66, 192.0.2.7, 10.9.9.9', '192.0.2.7'],
    ['10.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['10.0.0.1', '192.0.2.7:4711', '192.0.2.7'],
    // What no proxy of ours wrote is not believed.
    ['192.0.2.8', '192.0.2.7', '192.0.2.8'],
    ['10.0.0.1', 'nonsense', '10.0.0.1'],
    ['10.0.0.1', undefined, '10.0.0.1'],
  ])('the client of a connection from %s with X-Forwarded-For %s is %s', (address, forwarded, client) =>
    expect(trustedProxies(['10.0.0.0/8', 'fd00::/8']).client(address, forwarded)).toBe(client),
  );
});
