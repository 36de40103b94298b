import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../browser/support/chromium.ts';
import { browserFetch } from '../support/browser.ts';
import { CLIENTS, connect, field } from '../support/clients.ts';
import { bearerHeader, type Guarded, startGuarded } from '../support/guarded.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';
import { servePage } from '../support/page/serve.ts';
import { temporaryFolder } from '../support/platform.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** Web pages as clients: `--allowed-origins`. */
const PAGE = 'https://app.example.com';
let upstream: Upstream;
let issuer: Issuer;
let server: Guarded;
let folder: string;

beforeAll(async () => {
  [upstream, issuer] = await Promise.all([startUpstream(json(200, { data: { id: 'bk_1' } })), startIssuer()]);
  folder = temporaryFolder();
  const principals = join(folder, 'principals.json');
  await writeFile(principals, JSON.stringify([{ name: 'Ana', sub: 'ana' }]));
  const auth = ['--oauth-issuer', issuer.url, '--public-url', 'https://mcp.example.com', '--principals', principals];
  const args = [...auth, '--allowed-origins', `${PAGE},http://localhost:6274`, '--sessions', '20'];
  server = await startGuarded('oauth', args, {
    RCPT_BASE_URL: upstream.url,
    RCPT_API_KEY: 'sk_live_operator',
  });
});
afterAll(async () => {
  await Promise.all([server?.close(), issuer?.close(), upstream?.close()]);
  await rm(folder, { recursive: true, force: true });
});

describe.each(CLIENTS)('%s client in a page of an allowed origin', (kind) => {
  it('lists and calls tools with requests and answers that CORS permits', async () => {
    const { fetch, preflights } = browserFetch(PAGE);
    const headers = { ...bearerHeader(await issuer.token()), 'x-rcpt-toolsets': 'account,bookings' };
    const client = await connect(kind, { url: server.url, headers, fetch });
    expect((await client.tools()).map(({ name }) => name)).toContain('get_booking');
    // More than once: the direct path answers too.
    for (let round = 0; round < 3; round++) {
      const answer = await client.call('get_booking', { booking_id: 'bk_1' });
      expect(field(answer.data, 'booking', 'id')).toBe('bk_1');
    }
    await client.close();
    expect(preflights.length).toBeGreaterThan(0);
  });

  it('reads from a 401 answer where to log in', async () => {
    const { fetch } = browserFetch(PAGE);
    await expect(connect(kind, { url: server.url, fetch })).rejects.not.toThrow(/CORS/);
    const refused = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(refused.status).toBe(401);
    const challenge = refused.headers.get('www-authenticate') ?? '';
    const [, address = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
    const { pathname } = new URL(address);
    const metadata = await fetch(new URL(pathname, server.url), { headers: { 'mcp-protocol-version': '2025-11-25' } });
    expect(await metadata.json()).toMatchObject({ authorization_servers: [issuer.url] });
  });
});

it('pages of origins that are not allowed read no answer, not even pages on this machine', async () => {
  const metadata = new URL('/.well-known/oauth-protected-resource', server.url);
  for (const origin of ['https://evil.example.com', 'http://localhost:3000', 'null', `${PAGE}.evil.example.com`]) {
    const { fetch } = browserFetch(origin);
    await expect(fetch(server.url, { method: 'POST', body: '{}' })).rejects.toThrow(/CORS/);
    await expect(fetch(server.url, { method: 'DELETE' })).rejects.toThrow(/CORS/);
    await expect(fetch(metadata)).rejects.toThrow(/CORS/);
  }
  const named = browserFetch('http://localhost:6274');
  expect((await named.fetch(metadata)).status).toBe(200);
});

it('answers of routes other than MCP and its metadata carry no CORS headers', async () => {
  const { fetch } = browserFetch(PAGE);
  for (const path of ['/metrics', '/healthz', '/readyz', '/']) {
    await expect(fetch(new URL(path, server.url))).rejects.toThrow(/CORS/);
  }
});

it('answers carry Vary: Origin', async () => {
  const metadata = new URL('/.well-known/oauth-protected-resource', server.url);
  for (const headers of [{}, { origin: PAGE }]) {
    expect((await fetch(metadata, { headers })).headers.get('vary')).toBe('Origin');
  }
});

it('a page can read the Retry-After header of a 429 answer', async () => {
  const limited = await startGuarded('none', ['--allowed-origins', PAGE, '--rate-limit', '1/hour']);
  const { fetch } = browserFetch(PAGE);
  const ask = () => fetch(limited.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  await ask();
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await limited.close();
});

it.skipIf(CHROMIUM === undefined)(
  'a real browser lets the official client through, in both protocols',
  async () => {
    const page = await servePage();
    const own = await startGuarded('token', ['--allowed-origins', page.origin, '--sessions', '5'], {
      RCPT_BASE_URL: upstream.url,
      RCPT_API_KEY: 'sk_live_operator',
    });
    const query = { url: own.url, token: await own.token('page') };
    const served = { tools: expect.any(Number), booking: 'bk_1' };
    expect(await page.open(query)).toEqual({
      refused: [401, 'Bearer realm="rcpt-mcp"'],
      served: { '2026-07-28': served, '2025-11-25': served },
    });
    // The same page where it was not named: the browser shows it nothing.
    const closed = await startGuarded('token', [], { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_operator' });
    expect(await page.open({ ...query, url: closed.url })).toEqual({
      error: 'TypeError: Failed to fetch',
    });
    await Promise.all([page.close(), own.close(), closed.close()]);
  },
  120_000,
);
