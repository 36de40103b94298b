import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { bearerHeader, type Guarded, startGuarded } from '../support/guarded.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';
import { beginSession, initialize, responseIn } from '../support/mcp-session.ts';
import { temporaryFolder } from '../support/platform.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** Whose a session is, where callers are known. */
let upstream: Upstream;
let folder: string;

beforeAll(async () => {
  upstream = await startUpstream(json(200, { data: { id: 'bk_1' } }));
  folder = temporaryFolder();
});
afterAll(async () => {
  await upstream?.close();
  await rm(folder, { recursive: true, force: true });
});

const read = { name: 'get_booking', arguments: { booking_id: 'bk_1' } };

describe('--auth token', () => {
  let server: Guarded;
  let own: Record<string, string>;

  beforeAll(async () => {
    const env = { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_operator' };
    server = await startGuarded('token', ['--sessions', '8'], env);
    own = bearerHeader(await server.token('front desk'));
  });
  afterAll(() => server?.close());

  it('a session is there for the token that began it, and for no other', async () => {
    const other = bearerHeader(await server.token('other'));
    const session = await beginSession(server.url, own);
    expect((await session.send('tools/list', {}, other)).status).toBe(404);
    expect((await session.stream(other)).status).toBe(404);
    expect((await session.end(other)).status).toBe(404);
    expect((await session.send('tools/list', {}, {})).status).toBe(401);
    expect((await session.send('tools/call', read)).status).toBe(200);
    await session.end();
  });

  it('a session is for the rights that it began with', async () => {
    const narrow = { ...own, 'x-rcpt-read-only': 'true', 'x-rcpt-toolsets': 'bookings' };
    const session = await beginSession(server.url, narrow);
    const { result } = await responseIn(await session.send('tools/list'));
    const names = (field(result, 'tools') as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('get_booking');
    expect(names).not.toContain('create_booking');
    expect(names).not.toContain('list_calls');
    // Neither more than it began with, nor less without saying so.
    expect((await session.send('tools/list', {}, own)).status).toBe(404);
    expect((await session.send('tools/list', {}, { ...narrow, 'x-rcpt-toolsets': 'calls' })).status).toBe(404);
    const whole = await beginSession(server.url, own);
    expect((await whole.send('tools/list', {}, narrow)).status).toBe(404);
    await Promise.all([session.end(), whole.end()]);
  });

  it('a revoked token is of no use in its session, and hears no more', async () => {
    const leaving = bearerHeader(await server.token('leaving'));
    const session = await beginSession(server.url, leaving);
    const stream = await session.stream();
    expect((await server.manage('revoke', 'leaving')).code).toBe(0);
    expect((await session.send('tools/list')).status).toBe(401);
    expect((await session.send('tools/list', {}, own)).status).toBe(404);
    // Asked again every five seconds.
    await expect(stream.text()).rejects.toThrow();
  });

  it('what the operator takes away ends what is listened to', async () => {
    const made = await server.token('narrowed');
    const session = await beginSession(server.url, bearerHeader(made));
    const stream = await session.stream();
    const entries = (await readFile(server.tokens, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string });
    const now = entries.map((entry) => (entry.name === 'narrowed' ? { ...entry, read_only: true } : entry));
    await writeFile(server.tokens, now.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 });
    expect((await session.send('tools/list')).status).toBe(404);
    await expect(stream.text()).rejects.toThrow();
  });

  it('one caller cannot take the place of the others', async () => {
    const greedy = bearerHeader(await server.token('greedy'));
    const mine = [await beginSession(server.url, greedy), await beginSession(server.url, greedy)];
    const refused = await initialize(server.url, greedy);
    expect(refused.status).toBe(429);
    expect(field(await refused.json(), 'error_description')).toContain('DELETE');
    const session = await beginSession(server.url, own);
    expect((await session.send('ping')).status).toBe(200);
    await Promise.all([...mine, session].map((one) => one.end()));
  });
});

it('--auth platform-key: whoever makes up keys pushes out others of that kind, and none that the platform knows', async () => {
  const server = await startGuarded('platform-key', ['--sessions', '3'], { RCPT_BASE_URL: upstream.url });
  const known = { 'x-api-key': 'sk_live_known' };
  upstream.behave(({ headers }, response) => {
    const good = headers.authorization?.includes('sk_live_known');
    json(good ? 200 : 401, good ? { data: { id: 'bk_1' } } : { error: { code: 'unauthorized' } })(
      {} as never,
      response,
    );
  });
  const session = await beginSession(server.url, known);
  expect(field(await responseIn(await session.send('tools/call', read)), 'result', 'isError')).toBeFalsy();
  const madeUp = [];
  for (let index = 0; index < 4; index++) {
    madeUp.push(await beginSession(server.url, { 'x-api-key': `sk_live_made_up_${index}` }));
  }
  expect((await session.send('ping')).status).toBe(200);
  const statuses = await Promise.all(madeUp.map(async (one) => (await one.send('ping')).status));
  expect(statuses).toEqual([404, 404, 200, 200]);
  upstream.behave(json(200, { data: { id: 'bk_1' } }));
  await server.close();
});

describe('--auth oauth', () => {
  let issuer: Issuer;
  let server: Guarded;

  beforeAll(async () => {
    issuer = await startIssuer();
    const principals = join(folder, 'principals.json');
    await writeFile(principals, JSON.stringify([{ name: 'Ana', sub: 'ana' }]));
    const args = ['--oauth-issuer', issuer.url, '--public-url', 'https://mcp.example.com', '--principals', principals];
    const env = { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_operator' };
    server = await startGuarded('oauth', [...args, '--sessions', '8'], env);
  });
  afterAll(async () => {
    await Promise.all([server?.close(), issuer?.close()]);
  });

  it('a session goes on with a new token of the same subject, with what that one is good for', async () => {
    const writing = { name: 'create_contact', arguments: { name: 'Eve', email: 'eve@example.com' } };
    const reader = bearerHeader(await issuer.token({ scope: 'rcpt:read' }));
    const writer = bearerHeader(await issuer.token());
    const session = await beginSession(server.url, reader);
    expect((await session.send('tools/call', read)).status).toBe(200);
    upstream.behave(({ method }, response) => {
      const contact = { id: 'ct_1', name: 'Eve', email: 'eve@example.com' };
      json(method === 'POST' ? 201 : 200, { data: method === 'POST' ? contact : [] })({} as never, response);
    });
    const created = () => upstream.received.filter(({ method }) => method === 'POST').length;
    const before = created();
    const refused = await session.send('tools/call', writing);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain('scope="rcpt:read rcpt:write"');
    expect(created()).toBe(before);
    const { result } = await responseIn(await session.send('tools/call', writing, writer));
    expect(field(result, 'structuredContent', 'contact', 'id')).toBe('ct_1');
    expect(created()).toBe(before + 1);
    expect((await session.send('tools/call', writing, reader)).status).toBe(403);
    const stranger = bearerHeader(await issuer.token({ sub: 'stranger' }));
    expect((await session.send('tools/list', {}, stranger)).status).toBe(403);
  });
});
