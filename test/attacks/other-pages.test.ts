import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoDatabase } from '../support/demo-database.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';
import { type Front, legacyCall, startFront } from './support/front.ts';
import { contentLength, rawPost, sendRaw } from './support/raw.ts';

/**
 * The attacker is a web page that a user of this machine visits. It makes the browser send requests here: through a host
 * name that now resolves to this machine (DNS rebinding), or directly from another origin (CSRF).
 */
let front: Front;
beforeAll(async () => {
  front = await startFront('none', ['--webhooks'], { RCPT_WEBHOOK_PATH_SECRET: 'p4th'.repeat(6) });
});
afterAll(() => front?.close());

const { body: WRITE } = legacyCall('cancel_booking', { booking_id: 'bk_1' });
const write = (headers = '', host?: string) => rawPost(headers + contentLength(WRITE), WRITE, host ? { host } : {});

it('the attacked request succeeds from this machine', async () => {
  const { result, requests } = await front.recordRequests(() => sendRaw(front.url, write()));
  expect(result.statuses).toEqual(['200', '200']);
  expect(requests.length).toBeGreaterThan(0);
});

describe('a request with a foreign host name is rejected', () => {
  it.each([
    'evil.example.com',
    'evil.example.com:8787',
    'localhost.evil.example.com',
    'localhost.',
    '127.0.0.1.nip.io',
    '0.0.0.0',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::1%25eth0]',
    '10.0.0.1',
    'evil.example.com@localhost',
    'localhost@evil.example.com',
    'localhost:80@evil.example.com',
    'localhost:99999',
    'localhost/evil.example.com',
    'localhost#.evil.example.com',
    'localhost?.evil.example.com',
    'localhost\\.evil.example.com',
    'localhost evil.example.com',
    'localhost, evil.example.com',
    'evil.example.com\r\nHost: localhost',
    'localhost\r\nHost: evil.example.com',
    'xn--lcalhost-x4a',
    'ｌｏｃａｌｈｏｓｔ',
    '',
  ])('%j', async (host) => {
    for (const method of ['POST', 'GET']) {
      const request = write('', 'HOST').replace('HOST', host).replace('POST', method);
      const { result, requests } = await front.recordRequests(() => sendRaw(front.url, request));
      expect(result.statuses[0], result.text).toMatch(/^40[03]$/);
      expect(requests).toEqual([]);
    }
  });

  it.each(['/healthz', '/readyz', '/metrics', '/', '/.well-known/oauth-protected-resource'])(
    'GET %s answers 403',
    async (path) => {
      const text = `GET ${path} HTTP/1.1\r\nHost: evil.example.com\r\nConnection: close\r\n\r\n`;
      expect((await sendRaw(front.url, '', text)).statuses).toEqual(['403']);
    },
  );

  it('X-Forwarded-Host and Forwarded do not replace the checked host', async () => {
    const forwarded =
      'X-Forwarded-Host: localhost\r\nForwarded: host=localhost;for=127.0.0.1\r\nX-Forwarded-For: 127.0.0.1\r\n';
    const { result, requests } = await front.recordRequests(() =>
      sendRaw(front.url, write(forwarded, 'evil.example.com')),
    );
    expect(result.statuses[0]).toBe('403');
    expect(requests).toEqual([]);
  });
});

describe('a request from a foreign origin is rejected', () => {
  it.each([
    'https://evil.example.com',
    'null',
    'http://localhost.evil.example.com',
    'http://localhost@evil.example.com',
    'http://evil.example.com#localhost',
    'https://evil.example.com\r\nOrigin: http://localhost',
    'http://localhost\r\nOrigin: https://evil.example.com',
    'http://localhost, https://evil.example.com',
    'http://127.0.0.1.nip.io',
    'http://127.0.0.2',
    'http://0.0.0.0',
    'http://[::]',
    'file://',
    'data:text/html,x',
    'localhost',
    'http://localhost:99999',
  ])('%j', async (origin) => {
    for (const target of ['/mcp', '/mcp?x', '/healthz']) {
      const text = rawPost(`Origin: ${origin}\r\n${contentLength(WRITE)}`, WRITE, { target });
      const { result, requests } = await front.recordRequests(() => sendRaw(front.url, text));
      expect(result.statuses[0], result.text).toBe('403');
      expect(requests).toEqual([]);
    }
  });
});

describe('requests that browsers send without a CORS preflight', () => {
  it.each([
    'text/plain',
    'text/plain; a=application/json',
    'text/plain;application/json',
    'multipart/form-data; boundary=application/json',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'text/plain\r\nContent-Type: application/json',
    'application/json\r\nContent-Type: text/plain',
    '',
  ])('receive 415 for Content-Type %j', async (type) => {
    const text = write().replace('application/json', type);
    const { result, requests } = await front.recordRequests(() => sendRaw(front.url, text));
    expect(result.statuses[0], result.text).toBe('415');
    expect(requests).toEqual([]);
  });

  it('no response has a CORS header that allows the page more', async () => {
    for (const origin of ['https://evil.example.com', 'http://localhost:3000']) {
      const ask = `OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: content-type\r\nAccess-Control-Request-Private-Network: true\r\n\r\n`;
      const { text } = await sendRaw(front.url, ask + write(`Origin: ${origin}\r\n`));
      expect(text).not.toMatch(/access-control-allow/i);
    }
  });

  it('a page cannot deliver webhook events, which need a signature or a secret path', async () => {
    for (const path of ['/webhooks', '/webhooks/', '/webhooks/x', '/webhooks/%70', '/webhooks/..%2fmcp']) {
      const text = rawPost(contentLength('{}'), '{}', { target: path, host: 'evil.example.com' });
      const { statuses } = await sendRaw(front.url, text);
      expect(['401', '403', '404']).toContain(statuses[0]);
    }
  });
});

describe('the platform API, which does not check host names', () => {
  let platform: StartedPlatform;
  let program: RunningProgram | undefined;
  beforeAll(async () => {
    platform = await startPlatform({ demo: true });
  });
  afterAll(async () => {
    await program?.stop();
    await platform?.close();
  });
  const password = 'correct horse battery staple';
  const login = (headers: Record<string, string>) =>
    fetch(`${platform.url}/api/dashboard/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: 'unknown@example.com', password }),
    });

  it('rejects a page’s request without a key and allows no CORS', async () => {
    const text = 'GET /api/v1/bookings HTTP/1.1\r\nHost: evil.example.com\r\nConnection: close\r\n\r\n';
    const { statuses, text: answer } = await sendRaw(platform.url, '', text);
    expect(statuses).toEqual(['401']);
    expect(answer).not.toMatch(/access-control-allow/i);
  });

  it.each(['https://evil.example.com', 'null', 'http://localhost:1', 'http://127.0.0.1'])(
    'rejects login and session requests from the origin %s',
    async (origin) => {
      expect((await login({ origin })).status).toBe(403);
      const email = (await platform.platform.users.list()).find(({ role }) => role === 'owner')?.email ?? '';
      await platform.platform.users.setPassword(email, password);
      const good = await fetch(`${platform.url}/api/dashboard/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const cookie = good.headers.get('set-cookie') ?? '';
      expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
      const before = (await platform.platform.keys.list()).length;
      const created = await fetch(`${platform.url}/api/teams/${platform.platform.team.id}/api-keys`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: cookie.split(';')[0] ?? '', origin },
        body: JSON.stringify({ name: 'stolen', scopes: ['read:bookings'] }),
      });
      expect(created.status).toBe(403);
      expect(await platform.platform.keys.list()).toHaveLength(before);
    },
  );

  it('rejects cross-site requests also as rcpt-mcp platform', async () => {
    program = startProgram(
      ['platform', '--port', '0', '--database', demoDatabase(front.home)],
      cleanEnvironment(front.home),
    );
    const [url] = await program.until(/http:\/\/\S+:\d+/);
    const { statuses } = await sendRaw(
      url,
      'POST /api/v1/contacts HTTP/1.1\r\nHost: evil.example.com\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}',
      'GET /api/v1/contacts HTTP/1.1\r\nHost: evil.example.com\r\nConnection: close\r\n\r\n',
    );
    expect(statuses).toEqual(['401', '401']);
  });
});
