import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { bearerHeader, type Guarded, startGuarded } from '../support/guarded.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';
import { beginSession, initialize, responseIn } from '../support/mcp-session.ts';
import { temporaryFolder } from '../support/platform.ts';
import { KNOWN_BUSINESS } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** Ownership of HTTP sessions with authentication. */
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

describe('sessions with --auth token', () => {
  let server: Guarded;
  let own: Record<string, string>;

  beforeAll(async () => {
    const env = { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_operator' };
    server = await startGuarded('token', ['--sessions', '8'], env);
    own = bearerHeader(await server.token('front desk'));
  });
  afterAll(() => server?.close());

  it('belong to the token that opened them', async () => {
    const other = bearerHeader(await server.token('other'));
    const session = await beginSession(server.url, own);
    expect((await session.send('tools/list', {}, other)).status).toBe(404);
    expect((await session.stream(other)).status).toBe(404);
    expect((await session.end(other)).status).toBe(404);
    expect((await session.send('tools/list', {}, {})).status).toBe(401);
    expect((await session.send('tools/call', read)).status).toBe(200);
    await session.end();
  });

  it('keep the rights of their first request', async () => {
    const narrow = { ...own, 'x-rcpt-read-only': 'true', 'x-rcpt-toolsets': 'bookings' };
    const session = await beginSession(server.url, narrow);
    const { result } = await responseIn(await session.send('tools/list'));
    const names = (field(result, 'tools') as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('get_booking');
    expect(names).not.toContain('create_booking');
    expect(names).not.toContain('list_calls');
    // Neither more rights, nor fewer without an error.
    expect((await session.send('tools/list', {}, own)).status).toBe(404);
    expect((await session.send('tools/list', {}, { ...narrow, 'x-rcpt-toolsets': 'calls' })).status).toBe(404);
    const whole = await beginSession(server.url, own);
    expect((await whole.send('tools/list', {}, narrow)).status).toBe(404);
    await Promise.all([session.end(), whole.end()]);
  });

  it('refuse a revoked token and end its stream', async () => {
    const leaving = bearerHeader(await server.token('leaving'));
    const session = await beginSession(server.url, leaving);
    const stream = await session.stream();
    expect((await server.manage('revoke', 'leaving')).code).toBe(0);
    expect((await session.send('tools/list')).status).toBe(401);
    expect((await session.send('tools/list', {}, own)).status).toBe(404);
    // Revalidated every five seconds.
    await expect(stream.text()).rejects.toThrow();
  });

  it('end a call that waits for its user when the token is revoked, and change nothing', async () => {
    const env = {
      ...KNOWN_BUSINESS,
      RCPT_BASE_URL: upstream.url,
      RCPT_API_KEY: 'sk_live_operator',
      RCPT_CONFIRM: 'destructive',
    };
    const asking = await startGuarded('token', ['--sessions', '8'], env);
    const session = await beginSession(asking.url, bearerHeader(await asking.token('waiting')));
    const before = await readFile(asking.tokens, 'utf8');
    upstream.received.length = 0;
    const call = { name: 'cancel_booking', arguments: { booking_id: 'bk_1' } };
    const reader = ((await session.send('tools/call', call)).body as ReadableStream<Uint8Array>).getReader();
    let received = '';
    while (!received.includes('elicitation/create')) received += new TextDecoder().decode((await reader.read()).value);
    expect((await asking.manage('revoke', 'waiting')).code).toBe(0);
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    // Revalidated every five seconds.
    await expect(rest()).rejects.toThrow();

    // With the token restored, the answer to the question comes too late.
    await writeFile(asking.tokens, before, { mode: 0o600 });
    const id = /"id":("[^"]*"|\d+)/.exec(received)?.[1] ?? '';
    expect((await session.send('ping')).status).toBe(200);
    await session.reply(JSON.parse(id), { action: 'accept', content: { confirm: true } });
    for (let round = 0; round < 3; round++) await responseIn(await session.send('tools/call', read));
    expect(upstream.received.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
    await asking.close();
  });

  it('end their streams when the operator removes rights', async () => {
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

  it('have a limit for each caller', async () => {
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

it('sessions with invented platform keys displace only sessions with unverified keys', async () => {
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

describe('sessions with --auth oauth', () => {
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

  it('continue with a new token of the same subject and the scopes of that token', async () => {
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
