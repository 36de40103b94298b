import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REMOTE_TOOLS, VALID_ARGUMENTS } from '../support/arguments.ts';
import { field, type TestClient } from '../support/clients.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram, startProgram } from '../support/program.ts';
import { startHttp } from '../support/session.ts';
import { type Behaviour, json, startUpstream, type Upstream } from '../support/upstream.ts';
import { addFiles, addProcess, CANARIES, collectEvidence } from './evidence.ts';

/** Plants secrets (canaries), causes failures of all kinds, and searches all output of the program for the secrets. */
const evidence = collectEvidence();
const home = temporaryFolder();
const keyFile = join(home, 'keys', 'key');
const upstreams: Upstream[] = [];

/** Each test has its own platform, because the tests wait a lot and run concurrently. */
async function startOwnUpstream(): Promise<Upstream> {
  const upstream = await startUpstream();
  upstreams.push(upstream);
  return upstream;
}

const configuration = (url: string, key: Record<string, string> = { RCPT_API_KEY: CANARIES.envKey }) => ({
  RCPT_BASE_URL: url,
  ...key,
  RCPT_SESSION_COOKIE: CANARIES.cookie,
  RCPT_TEAM_ID: 'team_1',
  RCPT_TOOLSETS: 'account,bookings,contacts,calls,services,webhooks,keys',
  RCPT_TIMEOUT: '3',
  RCPT_LOG_LEVEL: 'debug',
  RCPT_DEFAULT_COUNTRY: 'US',
});

beforeAll(() => {
  mkdirSync(join(home, 'keys'));
  writeFileSync(keyFile, CANARIES.fileKey, { mode: 0o600 });
});
afterAll(async () => {
  await Promise.all(upstreams.map((upstream) => upstream.close()));
  rmSync(home, { recursive: true });
  expect(evidence.size()).toBeGreaterThan(100_000);
});

/** A platform that echoes requests, including credentials. */
const echo =
  (status: number): Behaviour =>
  (request, response) => {
    const message = `Not with ${request.headers.authorization ?? request.headers.cookie}: ${JSON.stringify(request.headers)}`;
    const headers = { location: `https://elsewhere.example.com/${request.headers.authorization}`, 'x-echo': message };
    json(status, { error: message, message, detail: message }, headers)(request, response);
  };

const FAILURES: Record<string, Behaviour> = {
  ...Object.fromEntries([301, 400, 401, 403, 404, 409, 429, 500, 503].map((status) => [status, echo(status)])),
  'no JSON': (request, response) => response.end(`<html>${JSON.stringify(request.headers)}`),
  'an unusable list': (request, response) => json(200, { data: JSON.stringify(request.headers) })(request, response),
  'broken connection': (_request, response) => response.destroy(),
  'broken HTTP': (request, response) =>
    response.socket?.end(`HTTP/1.1 200 ${request.headers.authorization}\r\nx\r\n\r\n`),
  timeout: () => {},
};

/** Tools of each effect, and those that handle secrets themselves. */
const TOOLS = REMOTE_TOOLS.filter(({ name }) =>
  /^(list_services|get_booking|lookup_caller|(create|update|cancel)_booking|create_contact|manage_webhooks|create_api_key)$/.test(
    name,
  ),
);

/** Each request meets the next failure. One after the other would take a minute, because writes are looked for. */
function failInTurn(): Behaviour {
  const failures = Object.values(FAILURES);
  let turn = 0;
  return (request, response) => failures[turn++ % failures.length]?.(request, response);
}

async function provoke(client: TestClient, where: string): Promise<void> {
  const round = (index: number) => [
    ...TOOLS.map(({ name }) => client.call(name, VALID_ARGUMENTS[name])),
    client.call('create_api_key', { name: 'no scopes' }),
    client.read(`rcpt://bookings/bk_${index}`).catch((error: unknown) => [String(error), error]),
    client.complete({ uri: 'rcpt://bookings/{id}' }, 'id', 'b').catch(String),
  ];
  evidence.add(where, await Promise.all(Array.from(Object.keys(FAILURES), (_, index) => round(index)).flat()));
  for (const name of ['get_account_context', 'get_booking']) evidence.add(where, await client.call(name));
}

/** The part of a platform that gives secrets away: a key that was made, the signing secret of a webhook. */
const generous: Behaviour = ({ path, method }, response) => {
  const key = { id: 'key_1', api_key: CANARIES.createdKey, token: CANARIES.createdKey };
  const hook = { id: 'wh_1', url: 'https://hooks.example.com/x', signing_secret: CANARIES.signingSecret };
  const data = path.includes('api-keys') ? key : method === 'GET' ? [] : hook;
  response.end(JSON.stringify({ data }));
};

it.concurrent.each(['the environment', 'a file'])(
  'no failure over HTTP reveals a secret, with the key from %s',
  async (source) => {
    const upstream = await startOwnUpstream();
    const key = source === 'a file' ? { RCPT_API_KEY_FILE: keyFile } : { RCPT_API_KEY: CANARIES.envKey };
    const session = await startHttp(configuration(upstream.url, key));
    upstream.behave(failInTurn());
    await provoke(session.client, `HTTP, key from ${source}`);
    for (const [path, init] of [
      ['/readyz', {}],
      ['/nowhere', {}],
      ['/mcp', { method: 'POST', body: '{"jsonrpc":' }],
      [
        '/mcp',
        { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', origin: 'https://x.test' } },
      ],
      ['/mcp', { method: 'DELETE' }],
    ] as const) {
      const answer = await fetch(new URL(path, session.url), init);
      evidence.add(`HTTP ${path}`, [[...answer.headers], await answer.text()]);
    }
    addProcess(evidence, session.program);

    upstream.behave(generous);
    const made = await session.client.call('create_api_key', { name: 'k', scopes: ['read:calls'] });
    const hook = { action: 'create', url: 'https://hooks.example.com/x', events: ['call.completed'] };
    const hooked = await session.client.call('manage_webhooks', hook);
    expect([made.isError, hooked.isError], made.text + hooked.text).toEqual([false, false]);
    evidence.add('answers whose secrets are in files', [made, hooked]);
    const kept = addFiles(evidence, session.home);
    expect(kept.sort()).toEqual([CANARIES.createdKey, CANARIES.signingSecret].sort());

    upstream.behave(() => session.program.child.kill('SIGTERM'));
    evidence.add('SIGTERM', await session.client.call('list_services').catch(String));
    await session.close();
    evidence.add(`HTTP output, key from ${source}`, session.program.output);
    expect(session.program.output.stderr.length).toBeGreaterThan(5_000);
    expect(evidence.leaks()).toEqual([]);
  },
);

it.concurrent('an unreachable, unresolvable or untrusted platform reveals no secret', async () => {
  const upstream = await startOwnUpstream();
  const gone = await startUpstream();
  await gone.close();
  for (const url of [gone.url, 'https://platform.invalid', upstream.url.replace('http:', 'https:')]) {
    const session = await startHttp(configuration(url));
    const names = ['list_services', 'create_booking', 'create_api_key'];
    const answers = await Promise.all(names.map((name) => session.client.call(name, VALID_ARGUMENTS[name])));
    for (const answer of answers)
      expect(field(answer.data, 'error', 'kind')).toMatch(/^(unreachable|untrusted_certificate|timeout)$/);
    await session.close();
    evidence.add(url, [answers, session.program.output]);
  }
  expect(evidence.leaks()).toEqual([]);
});

it.concurrent('malformed frames and signals over stdio reveal no secret', async () => {
  const upstream = await startOwnUpstream();
  upstream.behave(echo(400));
  const program = startProgram([], cleanEnvironment(home, configuration(upstream.url)));
  const send = (message: unknown) =>
    program.child.stdin?.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  const clientInfo = { name: 't', version: '1' };
  send({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });
  await program.until(/"id":0/);
  send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  for (const junk of ['{', 'x', '[]', '{"jsonrpc":"2.0","id":9,"method":"no/such"}', '{"id":{}}']) send(junk);
  const call = (id: number, name: string) =>
    send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: VALID_ARGUMENTS[name] } });
  TOOLS.forEach(({ name }, index) => void call(100 + index, name));
  for (const index of TOOLS.keys()) await program.until(new RegExp(`"id":${100 + index}\\b`));
  addProcess(evidence, program);
  let asked = false;
  upstream.behave(() => {
    // A second signal would end it immediately.
    if (!asked) asked = program.child.kill('SIGTERM');
  });
  call(200, 'get_booking');
  expect(await program.ended).toBe(0);
  for (const line of program.output.stdout.trim().split('\n'))
    expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  evidence.add('stdio', [program.output.stdout, program.output.stderr]);
  expect(evidence.leaks()).toEqual([]);
});

it.concurrent('invalid command lines reveal no secret, even with a key as another argument', async () => {
  const env = cleanEnvironment(home, configuration('https://receptionist.example.com'));
  const key = CANARIES.envKey;
  for (const [args, extra] of [
    [['--help'], {}],
    [['--version'], {}],
    [[key], {}],
    [['http', key], {}],
    [[`--api-key=${key}`], {}],
    [['--key-header', key], {}],
    [['--base-url', `https://${key}@receptionist.example.com`], {}],
    [['--time-zone', key], {}],
    [['keys', 'revoke', key, '--database', ':memory:'], {}],
    [[], { RCPT_API_KEY: `pk_${key}` }],
    [[], { RCPT_API_KEYS: key }],
    [[], { RCPT_API_KEY_FILE: keyFile }],
    [[], { RCPT_SESSION_COOKIE: 'canary cookie' }],
  ] as [string[], Record<string, string>][]) {
    const { stdout, stderr } = await runProgram(args, { ...env, ...extra });
    expect(stdout + stderr).not.toBe('');
    evidence.add(args.join(' ').replaceAll(key, 'KEY'), [stdout, stderr]);
  }
  expect(evidence.leaks()).toEqual([]);
});
