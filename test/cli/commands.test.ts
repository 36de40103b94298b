import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { inPath } from '../support/debian.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { startHttp } from '../support/session.ts';

/** The commands of the built program that manage the embedded platform. */
const home = temporaryFolder();
const database = join(home, 'team.db');
const env = cleanEnvironment(home);
let platform: RunningProgram;
let url: string;
let demoKey: string;

const run = (...args: string[]) => runProgram([...args, '--database', database], env);
const get = (path: string, key: string) => fetch(url + path, { headers: { authorization: `Bearer ${key}` } });

beforeAll(async () => {
  platform = startProgram(['platform', '--port', '0', '--database', database], env);
  demoKey = (await platform.until(/sk_live_\S+/))[0];
  url = (await platform.until(/http:\/\/127\.0\.0\.1:\d+/))[0];
});
afterAll(async () => {
  await platform.stop();
  await rm(home, { recursive: true, force: true });
});

it('rcpt-mcp platform prints a working demo key at the first start only', async () => {
  const services = await get('/api/v1/services', demoKey);
  expect(services.status).toBe(200);
  expect(field(await services.json(), 'meta', 'total')).toBeGreaterThanOrEqual(8);
  const again = startProgram(['platform', '--port', '0', '--database', database], env);
  await again.until(/Ctrl-C/);
  expect(again.output.stdout).not.toContain('sk_live_');
  expect(pasted(again.output.stdout)).toEqual([expect.stringMatching(/^curl .* "Authorization: Bearer \$KEY" http:/)]);
  expect(await again.stop('SIGINT')).toBe(0);
});

it('the first key is named after the demo, and after nothing else for a business of its own', async () => {
  const [demo] = JSON.parse((await run('keys', 'list', '--json')).stdout) as { name: string }[];
  expect(demo?.name).toBe('demo');
  const own = ['--database', join(home, 'own.db')];
  await runProgram(['business', 'init', '--yes', '--name', 'Corner Salon', ...own], env, '', home);
  const started = startProgram(['platform', '--port', '0', ...own], env);
  await started.until(/Ctrl-C/);
  await started.stop();
  const [first] = JSON.parse((await runProgram(['keys', 'list', '--json', ...own], env)).stdout) as { name: string }[];
  expect(first?.name).toBe('first key');
});

/** The commands that the program prints for a terminal. */
const pasted = (text: string) =>
  [...text.matchAll(/^ {4}((?:export KEY=|curl ).*)$/gm)].map(([, command = '']) => command);

it.skipIf(inPath('curl', 'curl.exe') === undefined || process.platform === 'win32')(
  'rcpt-mcp platform prints commands that work when they are pasted into a terminal',
  async () => {
    await platform.until(/Press Ctrl-C to stop/);
    const commands = pasted(platform.output.stdout);
    expect(commands).toEqual([`export KEY=${demoKey}`, expect.stringContaining(url)]);
    const { stdout } = await promisify(execFile)('sh', ['-ec', commands.join('\n')]);
    expect(JSON.parse(stdout).data[0]).toHaveProperty('price_cents');
  },
);

describe('rcpt-mcp keys', () => {
  it('creates, lists and revokes keys of a running platform', async () => {
    const created = await run(
      'keys',
      'create',
      '--name',
      'front desk',
      '--scopes',
      'read:services',
      '--expires-in-days',
      '5',
    );
    const key = /sk_live_\S+/.exec(created.stdout)?.[0] ?? '';
    const id = /key_\S+/.exec(created.stdout)?.[0] ?? '';
    expect([(await get('/api/v1/services', key)).status, (await get('/api/v1/calls', key)).status]).toEqual([200, 403]);

    const listed = await run('keys', 'list');
    expect(listed.stdout).toContain('front desk');
    expect(listed.stdout).not.toContain(key);

    const keys = JSON.parse((await run('keys', 'list', '--json')).stdout) as object[];
    expect(JSON.stringify(keys)).not.toContain(key);
    expect(keys).toContainEqual(
      expect.objectContaining({ id, name: 'front desk', status: 'active', scopes: expect.any(Array) }),
    );

    expect((await run('keys', 'revoke', id)).code).toBe(0);
    expect((await get('/api/v1/services', key)).status).toBe(401);
    await run('keys', 'create', '--name', `ev\u001b[31mil\nkey_fake  trusted ${'x'.repeat(80)}`);
    const { stdout } = await run('keys', 'list');
    expect(stdout).toMatch(/^key_\w+ +ev\S*il key_fake/m);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toMatch(/^key_fake/m);
    const long = await run('keys', 'create', '--name', 'x'.repeat(201));
    expect(long).toMatchObject({ code: 2, stderr: expect.stringContaining('--name must have at most 200 characters') });
    const unknown = await run('keys', 'revoke', 'key_nope');
    expect(unknown).toMatchObject({
      code: 1,
      stderr: `rcpt-mcp: There is no key key_nope. To see all: rcpt-mcp keys list --database ${database}\n`,
    });
  });
});

it('rcpt-mcp calls simulate adds a call that agents can read', async () => {
  const simulated = await run('calls', 'simulate');
  const id = /call_\w+/.exec(simulated.stdout)?.[0] ?? '';
  const call = await get(`/api/v1/calls/${id}`, demoKey);
  expect(call.status).toBe(200);
  expect(field(await call.json(), 'data', 'transcript', 0, 'text')).toEqual(expect.any(String));
  const unknown = await run('calls', 'simulate', '--scenario', 'no_such');
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('rcpt-mcp calls simulate --list');
  const similar = await run('calls', 'simulate', '--scenario', 'price_crwn');
  expect([similar.code, similar.stderr]).toEqual([2, expect.stringContaining('Did you mean price_crown?')]);
});

it('rcpt-mcp calls simulate --list lists the scenarios that it can simulate, without a database', async () => {
  const none = join(home, 'none.db');
  const list = (...more: string[]) => runProgram(['calls', 'simulate', '--list', '--database', none, ...more], env);
  const { stdout } = await list();
  const names = [...stdout.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(stdout).toMatch(
    /^price_quote: The caller asked what something costs.*\n {2}es_prices \(es\)\n(?: {2}.*\n)* {2}price_crown$/m,
  );
  const all = JSON.parse((await list('--json')).stdout) as { scenario: string; outcome: string }[];
  expect(all.map((one) => one.scenario)).toEqual(names.toSorted());
  expect(existsSync(none)).toBe(false);
  // A call is of the scenario that was chosen.
  const { scenario, outcome } = all.at(-1) ?? {};
  const simulated = await run('calls', 'simulate', '--scenario', String(scenario));
  expect(simulated.stdout).toMatch(new RegExp(`^Call call_\\w+: ${outcome},`));
});

it('rcpt-mcp users sets a dashboard password, and create_api_key works with that session', async () => {
  const users = await run('users', 'list');
  const email = /\S+@\S+(?=.*owner)/.exec(users.stdout)?.[0] ?? '';
  const set = await run('users', 'set-password', email, '--generate');
  const password = set.stdout.trim().split('\n').at(-1);
  const login = await fetch(`${url}/api/dashboard/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(login.status).toBe(200);
  const cookie = login.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite/i);
  const teamId = field(await login.json(), 'data', 'teams', 0, 'id');
  expect((await run('users', 'set-password', 'unknown@example.com', '--generate')).code).toBe(1);

  const session = await startHttp(
    {
      RCPT_BASE_URL: url,
      RCPT_API_KEY: demoKey,
      RCPT_SESSION_COOKIE: cookie.split(';')[0] ?? '',
      RCPT_TEAM_ID: String(teamId),
    },
    ['--toolsets', 'keys'],
  );
  const made = await session.client.call('create_api_key', { name: 'agent', scopes: ['read:calls'] });
  expect(made.isError, made.text).toBe(false);
  await session.close();
});

it('a command on an unusable database prints one sentence and exits with code 1', async () => {
  const { code, stderr, stdout } = await runProgram(['keys', 'list', '--database', home], env);
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^rcpt-mcp: .*\n$/);
});
