import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { diagnose } from '../../support/doctor.ts';
import { type Home, newHome } from '../../support/installing.ts';

/** `rcpt-mcp doctor` on what is on this computer: settings, the embedded platform's database, AI clients; and its output. */
const LIVE = { RCPT_BASE_URL: 'http://127.0.0.1:1', RCPT_API_KEY: 'sk_live_canary12345678' };
const homes: Home[] = [];
let home: Home;

beforeEach(() => {
  home = newHome();
  homes.push(home);
});
afterAll(() => {
  for (const { path } of homes) rmSync(path, { recursive: true, force: true });
});

it('a new computer is well: nothing is made, and what would be is said', async () => {
  const { code, check } = await diagnose(home);
  expect(code).toBe(0);
  expect(check('node').data?.version).toBe(process.versions.node);
  expect(check('sqlite').status).toBe('ok');
  expect(check('database').summary).toMatch(/The first start makes the demo business in .*platform\.db/);
  expect(check('time_zone').data?.time_zone).toBe('America/New_York');
  expect(check('clients')).toMatchObject({ status: 'note', fix: expect.stringMatching(/^rcpt-mcp install CLIENT/) });
  expect(home.files()).toEqual([]);
});

describe('settings', () => {
  it('are shown with where they come from, without secrets', async () => {
    const env = {
      RCPT_READ_ONLY: 'true',
      RCPT_TIME_ZONE: 'Europe/Paris',
      RCPT_SESSION_COOKIE: 'rcpt_session=canary',
      RCPT_DATABASE: './there.db',
    };
    const { check, text } = await diagnose(home, env, ['--time-zone', 'Asia/Tokyo']);
    expect(check('settings.time-zone').data).toEqual({ value: 'Asia/Tokyo', source: 'flag', name: '--time-zone' });
    expect(check('settings.read-only').data).toEqual({ value: 'true', source: 'environment', name: 'RCPT_READ_ONLY' });
    expect(check('settings.session-cookie').data?.value).toBe('present');
    expect(check('settings.defaults').data).toMatchObject({ confirm: 'destructive', timeout: '20' });
    expect(text).not.toContain('canary');
  });

  it('say where traces go, and what is wrong with that, without the key for it', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_EXPORTER_OTLP_HEADERS: 'key=canary0123' };
    const right = await diagnose(home, env);
    expect(right.check('tracing')).toMatchObject({ status: 'ok', data: { to: 'collector:4318' } });
    expect(right.text).not.toContain('canary');
    const wrong = await diagnose(home, { ...env, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
    expect(wrong.check('tracing')).toMatchObject({ status: 'warning', summary: expect.stringMatching(/grpc/) });
    expect([right.code, wrong.code]).toEqual([0, 0]);
    expect((await diagnose(home)).checks.map(({ id }) => id)).not.toContain('tracing');
  });

  it.each([
    [{ RCPT_READONLY: '1' }, 'settings.environment', /RCPT_READONLY is not an option\. Did you mean RCPT_READ_ONLY/],
    [{ RCPT_MAX_TOKENS: 'many' }, 'settings.environment', /RCPT_MAX_TOKENS must be a whole number/],
    [{ RCPT_TIME_ZONE: 'Mars/Phobos' }, 'settings', /must be an IANA name/],
    [{ RCPT_API_KEY: LIVE.RCPT_API_KEY }, 'settings', /an API key but no address/],
    [{ RCPT_POLL: '30s' }, 'settings', /--poll \(RCPT_POLL\) is for a platform elsewhere/],
    [{ ...LIVE, RCPT_WEBHOOKS: 'true' }, 'settings', /needs something to know genuine deliveries by/],
    [{ RCPT_DATABASE: 'mysql://x' }, 'settings', /must be a file path/],
  ])('%j is a problem', async (env, id, says) => {
    const { code, check } = await diagnose(home, env as Record<string, string>);
    expect(check(id)).toMatchObject({ status: 'problem', summary: expect.stringMatching(says) });
    expect(code).toBe(1);
  });

  it('doctor reports every value that cannot be used, and skips what depends on one', async () => {
    const env = { RCPT_TIME_ZONE: 'Mars/Phobos', RCPT_DATABASE: 'mysql://x' };
    const { code, checks, check } = await diagnose(home, env, ['--default-country', 'XX']);
    const wrong = checks.filter(({ id }) => id === 'settings').map(({ summary }) => summary);
    expect(wrong).toEqual([
      expect.stringMatching(/^--time-zone \(RCPT_TIME_ZONE\) must be an IANA name/),
      expect.stringMatching(/^--database \(RCPT_DATABASE\) must be a file path/),
      expect.stringMatching(/^--default-country \(RCPT_DEFAULT_COUNTRY\) must be an ISO 3166 code/),
    ]);
    expect(['database', 'time_zone', 'events'].map((id) => check(id).status)).toEqual([
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect(code).toBe(1);
  });

  it('a wrong flag is a wrong command line, as everywhere', async () => {
    const { code, stderr } = await home.run(['doctor', '--jsn']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/--jsn is not an option\. Did you mean --json\?/)]);
  });
});

it('events: what tells the server is named, and what nobody can read stays so', async () => {
  const none = await diagnose(home, LIVE);
  expect(none.check('events')).toMatchObject({ status: 'note', fix: expect.stringContaining('--poll 30s') });
  home.write('secrets', 'whsec_canary', 0o644);
  const all = { ...LIVE, RCPT_POLL: '90s', RCPT_WEBHOOKS: 'true', RCPT_WEBHOOK_SECRETS: join(home.path, 'secrets') };
  const { check, text } = await diagnose(home, all);
  expect(check('events.poll').summary).toContain('90s');
  expect(check('events.webhooks').status).toBe('ok');
  expect(check('events.secrets')).toMatchObject({ status: 'warning', fix: expect.stringContaining('chmod 600') });
  expect(text).not.toContain('whsec_canary');
});

describe('the database', () => {
  it('is looked into, and not changed', async () => {
    await home.run(['users', 'list', '--database', 'team.db']);
    const before = home.read('project/team.db').length;
    const { code, check } = await diagnose(home, { RCPT_DATABASE: 'team.db' });
    expect(check('database')).toMatchObject({
      status: 'ok',
      summary: expect.stringMatching(/team\.db: SQLite 3\..*, schema 0/),
    });
    expect(check('database').data).toMatchObject({ missing: 0, foreign: false, bytes: expect.any(Number) });
    expect(home.read('project/team.db').length).toBe(before);
    expect(code).toBe(0);
  });

  it.each([
    ['that is none', () => home.write('project/team.db', 'hello '.repeat(500)), /cannot be used/],
    ['that cannot be made', () => home.write('project/team.db/x', ''), /cannot be used/],
  ])('%s is a problem', async (_what, make, says) => {
    make();
    const { code, check } = await diagnose(home, { RCPT_DATABASE: 'team.db' });
    expect(check('database')).toMatchObject({ status: 'problem', summary: expect.stringMatching(says) });
    expect(code).toBe(1);
  });

  it('of a server that does not answer is a problem, without its password', async () => {
    const { check, text } = await diagnose(home, { RCPT_DATABASE: 'postgres://u:canary@127.0.0.1:1/team' });
    expect(check('database')).toMatchObject({ status: 'problem' });
    expect(check('database').summary).toContain('postgres://u@127.0.0.1:1/team');
    expect(text).not.toContain('canary');
  });
});

describe('clients', () => {
  const CURSOR = '.cursor/mcp.json';
  const write = (entry: object, mode = 0o600) =>
    home.write(CURSOR, JSON.stringify({ mcpServers: { receptionist: entry } }), mode);
  const here = { command: process.execPath, args: ['-y', 'rcpt-mcp'] };

  it('that were installed are well', async () => {
    for (const client of ['codex', 'vscode', 'claude-code']) await home.run(['install', client], LIVE);
    const { checks } = await diagnose(home);
    const found = checks.filter(({ section }) => section === 'clients').map(({ id, status }) => [id, status]);
    expect(found).toEqual([
      ['client.claude-code', 'ok'],
      ['client.vscode', 'ok'],
      ['client.codex', 'ok'],
    ]);
  });

  it.each([
    [
      'a program that is gone',
      () => write({ command: '/gone/node', args: [] }),
      /starts \/gone\/node, which is not there/,
    ],
    ['a script that is gone', () => write({ ...here, args: ['/gone/cli.js'] }), /starts \/gone\/cli\.js/],
    ['wrong settings', () => write({ ...here, env: { RCPT_READONLY: '1' } }), /would not start: RCPT_READONLY is not/],
    [
      'a key file that is gone',
      () => write({ ...here, env: { ...LIVE, RCPT_API_KEY: '', RCPT_API_KEY_FILE: '/gone' } }),
      /would not start: RCPT_API_KEY_FILE cannot be read/,
    ],
    [
      'a key that others can read',
      () => write({ ...here, env: LIVE }, 0o644),
      /has the API key in .*which others can read/,
    ],
  ])('with %s', async (_what, make, says) => {
    make();
    const { code, check, text } = await diagnose(home);
    expect(check('client.cursor')).toMatchObject({ status: 'problem', summary: expect.stringMatching(says) });
    expect(check('client.cursor').fix).toMatch(/install cursor/);
    expect(text).not.toContain('canary');
    expect(code).toBe(1);
  });

  it('with a file that cannot be parsed', async () => {
    home.write(CURSOR, '{');
    expect((await diagnose(home)).check('client.cursor')).toMatchObject({
      status: 'warning',
      summary: expect.stringMatching(/not valid JSON/),
    });
  });
});

it('for people: words, no colours where there is no terminal, at most 100 columns, a last line that counts', async () => {
  const { code, stdout, stderr } = await home.run(['doctor'], {
    ...LIVE,
    RCPT_DATABASE: `./${'long/'.repeat(60)}x.db`,
  });
  expect(code).toBe(1);
  expect(stderr).toBe('');
  expect(stdout).not.toContain('\u001b');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  expect(stdout).toMatch(/^ {2}problem {2}No connection to port 1 \(ECONNREFUSED\)\n {11}fix: /m);
  expect(stdout).toMatch(/\d problems?, \d warnings?\.\n$/);
});
