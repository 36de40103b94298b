import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { MAX_CONCURRENT, servePlatform } from '../../src/platform/serve.ts';
import { ENVELOPE } from '../fuzz/messages.ts';
import { bearerHeader, post } from '../support/guarded.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, startProgram } from '../support/program.ts';
import { json } from '../support/upstream.ts';
import { type Front, startFront } from './support/front.ts';
import { type HalfRequest, longestAnswer, sendHalfRequests } from './support/half-requests.ts';

/**
 * The attacker opens hundreds of connections and sends a part of a request on each, or requests whose answers take long.
 * Another caller must be answered as usual meanwhile.
 */

/** More than the default of --max-concurrent, and than the bodies that one caller may be sending. */
const MANY = 300;
/** Much less than the time that the server waits for a body, and more than a call takes on a busy machine. */
const PROMPT_MS = 5_000;
const PATH_SECRET = 'p4th'.repeat(6);
const booking = { name: 'get_booking', arguments: { booking_id: 'bk_1' } };
const madeUpKey = (index: number) => `sk_live_madeup${index}`;
/** An address that the trusted proxy on loopback forwards. */
const from = (address: string) => ({ 'x-forwarded-for': address });
const line = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
const delivery = JSON.stringify({ type: 'booking.created', data: { id: 'bk_1' } });

describe('a server without authentication', () => {
  let front: Front;
  beforeAll(async () => {
    front = await startFront('none', ['--webhooks'], { RCPT_WEBHOOK_PATH_SECRET: PATH_SECRET });
  });
  afterAll(() => front?.close());

  it.each<[string, (index: number) => HalfRequest]>([
    ['the first byte of a body', () => ({})],
    ['no byte of a body', () => ({ sent: '' })],
    ['the first chunk of a body', () => ({ headers: 'X-A: 1\r\n', sent: '{' })],
    ['most of a large body', () => ({ sent: Buffer.alloc(60_000, ' '), length: 1_000_000 })],
    ['half a subscription', () => ({ headers: line(LISTEN_HEADERS), sent: '{' })],
  ])('calls are answered promptly while 300 requests have sent only %s', async (_part, requestAt) => {
    const half = await sendHalfRequests(front.url, MANY, requestAt);
    try {
      const longest = await longestAnswer(() => post(front.url, {}, 'tools/call', booking));
      expect(longest).toBeLessThan(PROMPT_MS);
      // The server still reads those that fit into its bounds.
      expect(half.open()).toBeGreaterThan(0);
    } finally {
      half.close();
    }
  });

  it('event deliveries and /healthz are answered promptly while 300 deliveries are half sent', async () => {
    const path = `/webhooks/${PATH_SECRET}`;
    const half = await sendHalfRequests(front.url, MANY, () => ({ path }));
    const deliver = () =>
      fetch(new URL(path, front.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: delivery,
      });
    try {
      expect(await longestAnswer(deliver)).toBeLessThan(PROMPT_MS);
      expect(await longestAnswer(() => fetch(new URL('/healthz', front.url)))).toBeLessThan(PROMPT_MS);
    } finally {
      half.close();
    }
  });

  it('a body that is sent slowly is read to its end while there are few', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: booking });
    const half = await sendHalfRequests(front.url, 1, () => ({ sent: body.slice(0, 5), length: body.length }));
    const [socket] = half.sockets;
    const answer = new Promise<string>((resolve) => socket?.once('data', (data) => resolve(String(data))));
    await longestAnswer(() => post(front.url, {}, 'tools/call', booking), { count: 1 });
    socket?.write(body.slice(5));
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    half.close();
  });

  it('the oldest half-sent body is refused with 503 when one caller sends more than 128', async () => {
    const [oldest] = (await sendHalfRequests(front.url, 1)).sockets;
    let text = '';
    oldest?.on('data', (data) => {
      text += data;
    });
    const half = await sendHalfRequests(front.url, 128);
    await expect.poll(() => text, { timeout: PROMPT_MS }).toMatch(/^HTTP\/1\.1 503 .*nothing was done/s);
    await expect.poll(() => oldest?.closed, { timeout: PROMPT_MS }).toBe(true);
    expect(half.open()).toBe(128);
    half.close();
  });
});

const LISTEN_HEADERS = { 'mcp-method': 'subscriptions/listen', 'mcp-protocol-version': '2026-07-28' };

describe('a server that passes on the keys of its callers', () => {
  let front: Front;
  const real = { 'x-api-key': 'sk_live_real', ...from('192.0.2.7') };
  /** Releases the answers to made-up keys, which the platform takes long to refuse. */
  let release = () => {};
  beforeAll(async () => {
    front = await startFront('platform-key', ['--trusted-proxies', '127.0.0.1', '--rate-limit', '1000/minute']);
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const refusal = json(401, { error: 'unauthorized', message: 'no' });
    const record = json(200, { data: { id: 'bk_1' } });
    front.platform.behave((request, response) => {
      if (/sk_live_(real|new)/.test(String(request.headers.authorization ?? request.headers['x-api-key']))) {
        return record(request, response);
      }
      void released.then(() => refusal(request, response));
    });
    // The platform has accepted this key.
    expect((await post(front.url, real, 'tools/call', booking)).status).toBe(200);
  });
  afterAll(() => front?.close());

  it('half-sent requests with made-up keys keep neither a known nor a new caller waiting', async () => {
    const half = await sendHalfRequests(front.url, MANY, (index) => ({
      headers: line({ 'x-api-key': madeUpKey(index), ...from('192.0.2.66') }),
    }));
    try {
      expect(await longestAnswer(() => post(front.url, real, 'tools/call', booking))).toBeLessThan(PROMPT_MS);
      const fresh = { 'x-api-key': 'sk_live_new1', ...from('192.0.2.8') };
      expect(await longestAnswer(() => post(front.url, fresh, 'tools/call', booking))).toBeLessThan(PROMPT_MS);
    } finally {
      half.close();
    }
  });

  it('calls with made-up keys hold a sixteenth of the permits, counted by address', async () => {
    let waiting = 0;
    const statuses: Promise<number>[] = Array.from({ length: MANY }, async (_, index) => {
      waiting++;
      const sent = fetch(front.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'x-api-key': madeUpKey(index),
          ...from('192.0.2.66'),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: booking }),
      });
      const answer = await sent.finally(() => waiting--);
      await answer.text();
      return answer.status;
    });
    // The answers of accepted calls begin before the platform has answered; the others were refused.
    await expect.poll(() => waiting, { timeout: 20_000 }).toBe(0);
    const arrived = () =>
      front.platform.received.filter(({ headers }) => JSON.stringify(headers).includes('madeup')).length;
    await expect.poll(arrived, { timeout: PROMPT_MS }).toBe(256 / 4 / 4);

    expect(await longestAnswer(() => post(front.url, real, 'tools/call', booking))).toBeLessThan(PROMPT_MS);
    const fresh = { 'x-api-key': 'sk_live_new2', ...from('192.0.2.9') };
    expect(await longestAnswer(() => post(front.url, fresh, 'tools/call', booking))).toBeLessThan(PROMPT_MS);
    release();
    const refused = (await Promise.all(statuses)).filter((status) => status === 503);
    expect(refused).toHaveLength(MANY - 256 / 4 / 4);
  });
});

it('made-up keys count by address for --rate-limit: each is not another caller', async () => {
  const front = await startFront('platform-key', ['--rate-limit', '5/hour', '--trusted-proxies', '127.0.0.1']);
  front.platform.behave(json(401, { error: 'unauthorized', message: 'no' }));
  const statuses: number[] = [];
  for (let index = 0; index < 8; index++) {
    const headers = { 'x-api-key': madeUpKey(index), ...from('192.0.2.66') };
    statuses.push((await post(front.url, headers, 'tools/call', booking)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  await front.close();
});

it('made-up keys count by address after answers of the platform to requests that need no key', async () => {
  const front = await startFront('platform-key', ['--rate-limit', '5/hour', '--trusted-proxies', '127.0.0.1']);
  front.platform.behave(json(200, { data: [], meta: { total: 0, page: 1, per_page: 25, has_more: false } }));
  const statuses: number[] = [];
  for (let index = 0; index < 4; index++) {
    const headers = { 'x-api-key': madeUpKey(index), ...from('192.0.2.66') };
    for (let times = 0; times < 2; times++) {
      const answer = await post(front.url, headers, 'tools/call', { name: 'list_webhook_events', arguments: {} });
      await answer.text();
      statuses.push(answer.status);
    }
  }
  expect(front.platform.received.length).toBeGreaterThan(0);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  await front.close();
});

describe('a server with tokens', () => {
  let front: Front;
  let [attacker, other] = ['', ''];
  beforeAll(async () => {
    front = await startFront('token', ['--max-concurrent', '40', '--webhooks'], {
      RCPT_WEBHOOK_PATH_SECRET: PATH_SECRET,
    });
    [attacker, other] = [await front.token('attacker'), await front.token('other')];
  });
  afterAll(() => front?.close());

  it('one caller holds at most a quarter of the permits', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isAttack = true;
    let arrived = 0;
    front.platform.behave((request, response) => {
      const answer = () => json(200, { data: { id: 'bk_1' } })(request, response);
      if (!isAttack) return answer();
      arrived++;
      void released.then(answer);
    });
    const calls = Array.from({ length: 40 }, () => post(front.url, bearerHeader(attacker), 'tools/call', booking));
    const answers = await Promise.all(calls);
    await expect.poll(() => arrived, { timeout: PROMPT_MS }).toBe(10);
    isAttack = false;
    expect(await longestAnswer(() => post(front.url, bearerHeader(other), 'tools/call', booking))).toBeLessThan(
      PROMPT_MS,
    );
    release();
    const statuses = await Promise.all(answers.map(async (answer) => (await answer.text()) && answer.status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 503)).toHaveLength(30);
  });

  it('clients that disconnect while they are authenticated keep no permit', async () => {
    const request = `DELETE /mcp HTTP/1.1\r\nHost: localhost\r\n${line(bearerHeader(attacker))}\r\n`;
    const { port } = new URL(front.url);
    for (let round = 0; round < 10; round++) {
      const closed = Array.from({ length: 20 }, async () => {
        const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
        await once(socket, 'connect');
        socket.write(request, () => socket.resetAndDestroy());
        await once(socket, 'close');
      });
      await Promise.all(closed);
    }
    const answer = await post(front.url, bearerHeader(attacker), 'tools/call', booking);
    expect(answer.status, await answer.text()).toBe(200);
  });

  it('one caller holds at most a quarter of the streams', async () => {
    const ended = new AbortController();
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { notifications: { resourceSubscriptions: ['rcpt://events/recent'] }, _meta: ENVELOPE },
    });
    // A response that nothing refers to is collected as garbage, which closes its stream.
    const responses: Response[] = [];
    const listen = async (token: string) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const response = await fetch(front.url, {
        method: 'POST',
        headers: { ...headers, ...LISTEN_HEADERS, ...bearerHeader(token) },
        body,
        signal: ended.signal,
      });
      responses.push(response);
      return response.status;
    };
    try {
      const statuses = await Promise.all(Array.from({ length: MANY }, () => listen(attacker)));
      expect(statuses.filter((status) => status === 200)).toHaveLength(256);
      expect(statuses.filter((status) => status === 503)).toHaveLength(MANY - 256);
      expect(await listen(other)).toBe(200);
      expect(responses).toHaveLength(MANY + 1);
    } finally {
      ended.abort();
    }
  });
});

it('the platform’s server answers promptly while 300 requests to it are half sent', async () => {
  const home = temporaryFolder();
  const env = cleanEnvironment(home);
  const program = startProgram(['platform', '--port', '0', '--database', ':memory:'], env);
  const [, url = ''] = await program.until(/served at (http:\/\/\S+)\/api\/v1/);
  const [key = ''] = await program.until(/sk_live_\w+/);
  const half = await sendHalfRequests(`${url}/api/v1/dashboard/login`, MANY, (index) => ({
    path: index % 2 === 0 ? '/api/v1/dashboard/login' : '/api/v1/bookings',
    sent: Buffer.alloc(60_000, ' '),
    length: 1_000_000,
  }));
  try {
    const list = () => fetch(`${url}/api/v1/services`, { headers: { authorization: `Bearer ${key}` } });
    expect(await longestAnswer(list)).toBeLessThan(PROMPT_MS);
    const create = () =>
      fetch(`${url}/api/v1/contacts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{}',
      });
    expect(await longestAnswer(create, { status: 400 })).toBeLessThan(PROMPT_MS);
  } finally {
    half.close();
    await program.stop();
  }
});

it('addresses of one IPv6 network have one share of the platform’s server', async () => {
  const held: (() => void)[] = [];
  const server = await servePlatform(
    { fetch: () => new Promise((resolve) => held.push(() => resolve(new Response('ok')))) },
    { host: '127.0.0.1', port: 0, trustedProxies: ['127.0.0.1'], logger: silentLogger },
  );
  const send = (address: string) => fetch(server.url, { headers: from(address) }).then(({ status }) => status);
  const half = MAX_CONCURRENT / 8;
  const accepted = ['2001:db8::1', '2001:db8::2'].flatMap((address) =>
    Array.from({ length: half }, () => send(address)),
  );
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(2 * half);
  expect(await send('2001:db8::3')).toBe(503);
  const other = send('2001:db8:0:1::1');
  await expect.poll(() => held.length).toBe(2 * half + 1);
  for (const answer of held) answer();
  expect(new Set(await Promise.all([...accepted, other]))).toEqual(new Set([200]));
  await server.close();
});
