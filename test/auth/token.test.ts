import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, connect } from '../support/clients.ts';
import { bearerHeader, type Guarded, post, startGuarded, toolNames } from '../support/guarded.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** `http --auth token`: clients send the operator's tokens, and the platform's key stays on the server. */
let upstream: Upstream;
let server: Guarded;
let token: string;

beforeAll(async () => {
  upstream = await startUpstream(json(200, { data: { id: 'bk_1' } }));
  server = await startGuarded('token', [], { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_operator' });
  token = await server.token('front desk');
});
afterAll(async () => {
  await Promise.all([server?.close(), upstream?.close()]);
});

describe.each(CLIENTS)('client %s with --auth token', (kind) => {
  it('uses a token, and the platform receives only the operator’s key', async () => {
    const client = await connect(kind, { url: server.url, headers: bearerHeader(token) });
    for (let round = 0; round < 3; round++) {
      expect((await client.call('get_booking', { booking_id: 'bk_1' })).isError).toBe(false);
    }
    await client.close();
    const last = upstream.received.at(-1);
    expect(last?.headers.authorization).toBe('Bearer sk_live_operator');
    expect(JSON.stringify(upstream.received)).not.toContain('rcpt_token_');
  });

  it('receives an error without a token', async () => {
    await expect(connect(kind, { url: server.url })).rejects.toThrow();
  });
});

it.each([
  ['no Authorization header', {}],
  ['another scheme', { authorization: 'Basic dXNlcjpwYXNzd29yZA==' }],
])('a request with %s gets a challenge without an error code (RFC 6750, 3.1)', async (_what, headers) => {
  const answer = await post(server.url, headers as Record<string, string>);
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="rcpt-mcp"');
  const body = (await answer.json()) as Record<string, string>;
  expect(body.error).toBe('unauthorized');
  expect(body.error_description).toContain('rcpt-mcp tokens create');
});

it.each([
  ['an unknown token', () => `Bearer ${token.slice(0, -1)}_`],
  ['a malformed token', () => 'Bearer not a token'],
  ['no token after the scheme', () => 'Bearer'],
])('a request with %s gets a challenge with the error invalid_token', async (_what, authorization) => {
  const answer = await post(server.url, { authorization: authorization() });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="rcpt-mcp", error="invalid_token"');
  expect(await answer.json()).toMatchObject({ error: 'invalid_token' });
});

it('tokens create stores only hashes, in a file with mode 0600', async () => {
  const text = await readFile(server.tokens, 'utf8');
  expect(text).toContain('"front desk"');
  expect(text).not.toContain('rcpt_token_');
  if (process.platform !== 'win32') expect((await stat(server.tokens)).mode & 0o777).toBe(0o600);
});

it('the server refuses a revoked token from the next request on', async () => {
  const own = await server.token('leaving');
  expect((await post(server.url, bearerHeader(own))).status).toBe(200);
  expect((await server.manage('revoke', 'leaving')).code).toBe(0);
  expect((await post(server.url, bearerHeader(own))).status).toBe(401);
  expect((await post(server.url, bearerHeader(token))).status).toBe(200);
});

it('the server ends the subscriptions of a revoked token', async () => {
  const own = await startGuarded('token');
  try {
    const listener = await own.token('listener');
    const client = await connect('v2 2026-07-28', { url: own.url, headers: bearerHeader(listener) });
    await client.watch(['rcpt://events/recent'], () => {});
    const meta = (key: string) => `io.modelcontextprotocol/${key}`;
    const _meta = {
      [meta('protocolVersion')]: '2026-07-28',
      [meta('clientInfo')]: { name: 'c', version: '1' },
      [meta('clientCapabilities')]: {},
    };
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
      ...bearerHeader(listener),
    };
    const params = { _meta, notifications: { resourceSubscriptions: ['rcpt://events/recent'] } };
    const stream = await post(own.url, headers, 'subscriptions/listen', params);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    await own.manage('revoke', 'listener');
    await expect(stream.text()).rejects.toThrow();
    await client.close();
  } finally {
    await own.close();
  }
});

it('the server restricts each token to its toolsets and to reading', async () => {
  const reader = await server.token('reader', '--read-only', '--toolsets', 'bookings,services');
  const names = await toolNames(server.url, bearerHeader(reader));
  expect(names).toContain('get_booking');
  expect(names).toContain('list_services');
  expect(names).not.toContain('create_booking');
  expect(names).not.toContain('list_calls');
  const call = await post(server.url, bearerHeader(reader), 'tools/call', {
    name: 'create_booking',
    arguments: { contact_name: 'A', service_id: 's', start_time: '2199-01-01T09:00Z' },
  });
  expect(await call.text()).toMatch(/not found|unknown tool/i);
});

it('the server refuses an expired token', async () => {
  const own = await server.token('short');
  const lines = (await readFile(server.tokens, 'utf8')).trim().split('\n');
  const changed = lines.map((line) => {
    const entry = JSON.parse(line) as Record<string, unknown>;
    return JSON.stringify(entry.name === 'short' ? { ...entry, expires: '2020-01-01T00:00:00Z' } : entry);
  });
  await writeFile(server.tokens, changed.join('\n'));
  expect((await post(server.url, bearerHeader(own))).status).toBe(401);
  expect((await server.manage('list')).stdout).toMatch(/short\s+2020-01-01 00:00\s+expired/);
});

it('the server answers 503 while the file of tokens is damaged, and recovers', async () => {
  const good = await readFile(server.tokens, 'utf8');
  for (const bad of ['{', '[{}]', good.replace('"read_only":true', '"read_only":"yes"')]) {
    await writeFile(server.tokens, bad);
    expect((await post(server.url, bearerHeader(token))).status).toBe(503);
  }
  await writeFile(server.tokens, good);
  expect((await post(server.url, bearerHeader(token))).status).toBe(200);
});

it('concurrent tokens create commands lose no token', async () => {
  await Promise.all(Array.from({ length: 4 }, (_, index) => server.token(`many ${index}`)));
  const { stdout } = await server.manage('list');
  for (let index = 0; index < 4; index++) expect(stdout).toContain(`many ${index}`);
});

describe('the command tokens', () => {
  it.each([
    [['create'], /needs the name/],
    [['create', '--name', 'a\nb'], /needs the name/],
    [['create', '--name', 'front desk'], /There is a token of front desk already/],
    [['revoke'], /tokens revoke needs NAME\. Usage: rcpt-mcp tokens revoke NAME\./],
    [['revoke', 'front desk', 'reader'], /tokens revoke takes no further arguments after NAME/],
    [['revoke', 'unknown'], /There is no token of unknown/],
    [['sell'], /needs one of create, list, revoke/],
  ])('tokens %j exits with an error message', async (words, message) => {
    const { code, stderr } = await server.manage(...(words as string[]));
    expect(code).not.toBe(0);
    expect(stderr).toMatch(message as RegExp);
  });
});

it('the log says which token has expired, and nothing about one that is unknown', async () => {
  const own = await startGuarded('token', ['--log-level', 'info']);
  const log = () => own.program.output.stderr;
  const expired = await own.token('long ago', '--expires-in-days', '1');
  const lines = (await readFile(own.tokens, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => {
      const entry = JSON.parse(line);
      return JSON.stringify(entry.name === 'long ago' ? { ...entry, expires: '2020-01-01T00:00:00Z' } : entry);
    });
  await writeFile(own.tokens, lines.join('\n'));
  expect((await post(own.url, bearerHeader(expired))).status).toBe(401);
  const detail = '"detail":"the token \\"long ago\\" expired on 2020-01-01T00:00:00.000Z"';
  await expect.poll(log).toContain(detail);
  const before = log().length;
  expect((await post(own.url, bearerHeader(`rcpt_token_${'x'.repeat(43)}`))).status).toBe(401);
  await expect.poll(() => log().slice(before)).toContain('request refused');
  expect(log().slice(before)).not.toContain('detail');
  await own.close();
});

it('a file of tokens with a byte order mark, as Windows editors write it, is that of before', async () => {
  const good = await readFile(server.tokens, 'utf8');
  const entries = good.trim().split('\n');
  for (const text of [good, `[${entries.join(',')}]`]) {
    await writeFile(server.tokens, `\ufeff${text}`);
    expect((await post(server.url, bearerHeader(token))).status).toBe(200);
    const listed = await server.manage('list');
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining('front desk')]);
  }
  const added = await server.token('after the mark');
  expect((await post(server.url, bearerHeader(added))).status).toBe(200);
  expect((await post(server.url, bearerHeader(token))).status).toBe(200);
  await writeFile(server.tokens, good);
});

it('tokens create refuses a folder that does not exist, and creates only the folder of the program', async () => {
  const home = join(server.home, 'new-home');
  const env = cleanEnvironment(home);
  const create = (file: string) =>
    runProgram(['tokens', 'create', '--name', 'till', '--tokens', join(home, file)], env);
  for (const file of ['nodir/t.jsonl', 'nodir/deeper/t.jsonl']) {
    const { code, stdout, stderr } = await create(file);
    const folder = dirname(join(home, file));
    expect(stderr).toBe(
      `rcpt-mcp: The folder ${folder} does not exist. Nothing was created. Create it, or correct the path.\n`,
    );
    expect([code, stdout]).toEqual([1, '']);
  }
  await expect(stat(join(home, 'nodir'))).rejects.toThrow('ENOENT');
  if (process.platform === 'darwin') return;
  // The home folder of the test is also that of data.
  const own = await create('rcpt-mcp/t.jsonl');
  expect([own.code, own.stderr]).toEqual([0, '']);
});

it('tokens list of an empty file says how to make a token', async () => {
  const empty = `${server.tokens}.empty`;
  await writeFile(empty, '');
  const make = `rcpt-mcp tokens create --name "front desk" --tokens ${empty}`;
  expect(await runProgram(['tokens', 'list', '--tokens', empty], cleanEnvironment(server.home))).toMatchObject({
    code: 0,
    stdout: `There are no tokens. To make one: ${make}\n`,
  });
});

it('a server does not propose to create tokens in a file with a torn line, which the command refuses', async () => {
  const torn = `${server.tokens}.torn`;
  await writeFile(torn, '\n{"name":"desk","sha25');
  const run = (...args: string[]) => runProgram([...args, '--tokens', torn], cleanEnvironment(server.home));
  const problem = 'it is neither JSON lines nor a JSON array: line 2';
  const started = await run('http', '--port', '0', '--auth', 'token');
  expect(started.code).toBe(2);
  expect(started.stderr).toContain(
    `cannot be used (${problem}). Correct the file; or move it away, and rcpt-mcp tokens`,
  );
  const created = await run('tokens', 'create', '--name', 'till');
  expect([created.code, created.stdout]).toEqual([1, '']);
  expect(created.stderr).toBe(`rcpt-mcp: ${torn} is not a file of tokens: ${problem}. Nothing was changed.\n`);
});

it('tokens list and revoke name the file in the command that they propose', async () => {
  const missing = `${server.tokens}.typo`;
  const listed = await runProgram(['tokens', 'list', '--tokens', missing], cleanEnvironment(server.home));
  expect(listed).toMatchObject({ code: 1, stdout: '' });
  expect(listed.stderr).toContain(
    `There is no file ${missing}. rcpt-mcp tokens create --name "front desk" --tokens ${missing} makes one.`,
  );
  const revoked = await runProgram(
    ['tokens', 'revoke', 'unknown', '--tokens', server.tokens],
    cleanEnvironment(server.home),
  );
  expect(revoked.stderr).toContain(`See rcpt-mcp tokens list --tokens ${server.tokens}`);
});
