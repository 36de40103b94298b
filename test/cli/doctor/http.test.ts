import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagnose } from '../../support/doctor.ts';
import { type Home, newHome } from '../../support/installing.ts';
import { cleanEnvironment, startProgram } from '../../support/program.ts';

/** `rcpt-mcp doctor` on a server over HTTP: what `rcpt-mcp http` would refuse or warn about when it starts. */
let home: Home;
const at = (name: string) => join(home.path, name);

beforeAll(() => {
  home = newHome();
});
afterAll(() => rmSync(home.path, { recursive: true, force: true }));

it('doctor says nothing about HTTP without an option of it', async () => {
  const { checks } = await diagnose(home);
  expect(checks.filter(({ section }) => section === 'http')).toEqual([]);
});

it('doctor finds that a server can listen, and that a port is in use', async () => {
  const free = await diagnose(home, { RCPT_PORT: '0' });
  expect(free.check('http')).toMatchObject({ status: 'ok', data: { host: '127.0.0.1', port: 0 } });
  expect(free.check('auth').summary).toBe('Clients on this computer connect without a token');
  expect(free.next).toBe('Everything works. Start the server with: rcpt-mcp http');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const used = await diagnose(home, { RCPT_PORT: String(port) });
  server.close();
  expect(used.check('http')).toMatchObject({
    status: 'note',
    summary: expect.stringContaining(`Port ${port} is in use`),
  });
  expect(used.code).toBe(0);
});

it.each([
  ['a public address without authentication', { RCPT_HOST: '0.0.0.0' }, /must be a loopback address/],
  [
    'an address of another computer',
    {
      RCPT_HOST: '192.0.2.1',
      RCPT_AUTH: 'platform-key',
      RCPT_ALLOWED_HOSTS: 'x.test',
      RCPT_BASE_URL: 'http://127.0.0.1:1',
    },
    /does not have the address of --host/,
  ],
  ['options of the voice profile without it', { RCPT_LANGUAGE: 'de-DE' }, /no caller has the voice profile/],
  [
    'a dashboard of a remote platform',
    { RCPT_DASHBOARD: 'true', RCPT_BASE_URL: 'http://127.0.0.1:1', RCPT_API_KEY: 'sk_live_canary12345678' },
    /--dashboard \(RCPT_DASHBOARD\) is for the embedded platform/,
  ],
])('doctor reports %s as a problem', async (_what, env, expected) => {
  const { code, check } = await diagnose(home, env as unknown as Record<string, string>);
  expect(check('http')).toMatchObject({ status: 'problem', summary: expect.stringMatching(expected) });
  expect(code).toBe(1);
});

it('doctor reports authentication without its file as a problem of the settings', async () => {
  const { check } = await diagnose(home, { RCPT_AUTH: 'token' });
  expect(check('settings')).toMatchObject({
    status: 'problem',
    summary: expect.stringContaining('--tokens ./tokens.jsonl'),
  });
  expect(check('http').status).toBe('skipped');
});

it('doctor refuses files of authentication without --auth, as the server does', async () => {
  const { check, next } = await diagnose(home, {
    RCPT_TOKENS: at('tokens.jsonl'),
    RCPT_PUBLIC_URL: 'https://m.example',
  });
  expect(check('settings')).toMatchObject({ status: 'problem', summary: expect.stringContaining('add --auth token') });
  expect(next).toContain('add --auth token');
});

it('doctor and the log of the server warn about a public address without authentication', async () => {
  const env = { RCPT_PUBLIC_URL: 'https://mcp.example.com', RCPT_PORT: '0' };
  const { check } = await diagnose(home, env);
  const warning =
    /callers are not authenticated: everyone who reaches \/mcp under --public-url .*https:\/\/mcp\.example\.com/;
  expect(check('auth')).toMatchObject({ status: 'warning', summary: expect.stringMatching(warning) });
  const program = startProgram(['http', '--database', ':memory:'], cleanEnvironment(home.path, env));
  await program.until(/MCP is served/);
  await program.stop();
  expect(program.output.stderr).toMatch(warning);
});

describe('doctor on the callers of a server', () => {
  const line = (name: string, hash: string, more: object) =>
    `${JSON.stringify({ name, sha256: hash.repeat(64), ...more })}\n`;
  const tokens = (...expiries: string[]) =>
    expiries.map((expires, index) => line(`desk ${index}`, `${index}`, { expires })).join('');

  it('counts valid and expired tokens, and warns about a file that other users can read', async () => {
    home.write('tokens.jsonl', tokens('2199-01-01T00:00:00Z', '2024-01-01T00:00:00Z'), 0o644);
    const { checks, code } = await diagnose(home, { RCPT_AUTH: 'token', RCPT_TOKENS: at('tokens.jsonl') });
    const found = checks.filter(({ id }) => id === 'auth.tokens');
    expect(found).toMatchObject([
      { status: 'ok', data: { tokens: 2, expired: 1 } },
      { status: 'warning', fix: `chmod 600 ${at('tokens.jsonl')}` },
    ]);
    expect(code).toBe(0);
  });

  it('warns of the token that expires first, and counts the others of the next two weeks', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    home.write('expiring.jsonl', tokens(inDays(9), inDays(3.5), inDays(20), '2024-01-01T00:00:00Z'));
    const { checks, code } = await diagnose(home, { RCPT_AUTH: 'token', RCPT_TOKENS: at('expiring.jsonl') });
    const [first, second, ...others] = checks.filter(({ id }) => id === 'auth.tokens');
    expect([first, others]).toMatchObject([{ status: 'ok', data: { tokens: 4, expired: 1 } }, []]);
    expect(second).toMatchObject({
      status: 'warning',
      summary: expect.stringMatching(/^The token "desk 1" expires on \d{4}-\d\d-\d\d, and 1 more within two weeks$/),
      fix: expect.stringContaining('rcpt-mcp tokens create'),
    });
    expect(code).toBe(0);
  });

  it.each([
    ['does not exist', undefined, 'problem', /ENOENT/],
    ['cannot be parsed', '{', 'problem', /neither JSON lines nor a JSON array/],
    [
      'has a name twice',
      line('desk', 'a', { read_only: true }) + line('desk', 'b', {}),
      'problem',
      /two tokens of the name "desk"/,
    ],
    [
      'has a token under two names',
      line('desk', 'a', { read_only: true }) + line('till', 'a', {}),
      'problem',
      /same token under the names "desk" and "till"/,
    ],
    ['has expired tokens only', tokens('2024-01-01T00:00:00Z'), 'warning', /no client can connect/],
  ])('reports a tokens file that %s', async (what, text, status, expected) => {
    const file = `tokens-${what.length}.jsonl`;
    if (text !== undefined) home.write(file, text);
    const { check } = await diagnose(home, { RCPT_AUTH: 'token', RCPT_TOKENS: at(file) });
    expect(check('auth.tokens')).toMatchObject({ status, summary: expect.stringMatching(expected) });
    expect(check('auth.tokens').fix).toContain(`rcpt-mcp tokens create --tokens ${at(file)}`);
    // The command refuses a file that it cannot read.
    if (text !== undefined && status === 'problem') expect(check('auth.tokens').fix).toMatch(/^Correct the file/);
  });

  it('fetches the keys of the issuer, and reports a key file of a principal that cannot be read', async () => {
    const issuer = createServer((request, response) => {
      const origin = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
      const isMetadata = request.url === '/.well-known/oauth-authorization-server';
      response.end(JSON.stringify(isMetadata ? { issuer: origin, jwks_uri: `${origin}/keys` } : { keys: [] }));
    });
    await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
    home.write('principals.json', JSON.stringify([{ name: 'front', sub: 'a', api_key_file: at('gone') }]));
    const env = {
      RCPT_AUTH: 'oauth',
      RCPT_BASE_URL: 'http://127.0.0.1:1',
      RCPT_PUBLIC_URL: 'https://mcp.example.com',
      RCPT_PRINCIPALS: at('principals.json'),
      RCPT_OAUTH_ISSUER: origin,
    };
    const right = await diagnose(home, env);
    expect(right.check('auth.issuer')).toMatchObject({ status: 'ok' });
    const keys = right.checks.filter(({ id, status }) => id === 'auth.principals' && status === 'problem');
    expect(keys).toMatchObject([{ summary: 'The api_key_file of front cannot be read (ENOENT).' }]);
    issuer.close();
    issuer.closeAllConnections();
    const gone = await diagnose(home, { ...env, RCPT_PRINCIPALS: at('none.json') });
    expect(gone.check('auth.issuer')).toMatchObject({
      status: 'problem',
      summary: expect.stringMatching(
        /cannot be fetched \(fetch failed: connect ECONNREFUSED .*\(connection refused\)\)/,
      ),
      fix: 'Check that the issuer runs, and that this computer reaches it.',
    });
    const elsewhere = createServer((_request, response) => void response.writeHead(404).end());
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const wrong = await diagnose(home, { ...env, RCPT_OAUTH_ISSUER: `http://127.0.0.1:${port}` });
    expect(wrong.check('auth.issuer')).toMatchObject({
      status: 'problem',
      fix: expect.stringContaining('--oauth-issuer'),
    });
    elsewhere.close();
    elsewhere.closeAllConnections();
    expect(gone.check('auth.principals')).toMatchObject({
      status: 'problem',
      summary: expect.stringContaining('ENOENT'),
    });
  });
});

it('doctor checks that the audit log can be written, without creating it', async () => {
  const right = await diagnose(home, { RCPT_AUDIT: at('audit.jsonl') });
  expect(right.check('audit').status).toBe('ok');
  expect(home.files()).not.toContain('audit.jsonl');
  home.write('exposed.jsonl', '', 0o644);
  expect((await diagnose(home, { RCPT_AUDIT: at('exposed.jsonl') })).check('audit').fix).toBe(
    `chmod 600 ${at('exposed.jsonl')}`,
  );
  const wrong = await diagnose(home, { RCPT_AUDIT: at('exposed.jsonl/audit') });
  expect(wrong.check('audit')).toMatchObject({
    status: 'problem',
    summary: expect.stringMatching(/cannot be written/),
  });
  expect(wrong.next).toBe(`Next: ${wrong.check('audit').fix}`);
});

it('doctor notes that calls which delete run without confirmation', async () => {
  const { checks } = await diagnose(home, { RCPT_CONFIRM: 'never' });
  expect(checks.find(({ summary }) => summary.includes('without confirmation'))).toMatchObject({ status: 'note' });
});
