import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { loadSqlite } from '../../../src/platform/store/sqlite/driver.ts';
import { diagnose } from '../../support/doctor.ts';
import { type Home, newHome } from '../../support/installing.ts';

/** `rcpt-mcp doctor` on local state: settings, the embedded platform's database, AI clients; and its output. */
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

it('doctor reports no problem on a new computer, names the database of the first start, and creates nothing', async () => {
  const { code, check } = await diagnose(home);
  expect(code).toBe(0);
  expect(check('node').data?.version).toBe(process.versions.node);
  expect(check('sqlite').status).toBe('ok');
  expect(check('database').summary).toMatch(/The first start creates the demo business in .*platform\.db/);
  expect(check('time_zone').data?.time_zone).toBe('America/New_York');
  expect(check('settings.defaults').summary).toBe('All options have their defaults');
  expect(check('time_zone').summary).toContain('(from the demo business)');
  expect(check('clients')).toMatchObject({ status: 'note', fix: expect.stringMatching(/^rcpt-mcp install CLIENT/) });
  expect(home.files()).toEqual([]);
});

describe('doctor on settings', () => {
  it('shows each setting with its source, without secrets', async () => {
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
    expect(check('settings.defaults')).toMatchObject({
      summary: 'All other options have their defaults',
      data: { confirm: 'destructive', timeout: '20' },
    });
    expect(text).not.toContain('canary');
  });

  it("shows the collector of traces and errors in its settings, without the collector's key", async () => {
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
    [{ RCPT_MAX_TOKENS: 'many' }, 'settings', /RCPT_MAX_TOKENS must be a whole number/],
    [{ RCPT_TIME_ZONE: 'Mars/Phobos' }, 'settings', /must be an IANA name/],
    [
      { RCPT_OPENING_HOURS: 'lunes a viernes 9-17' },
      'settings',
      /You may mean "Mon-Fri 09:00-17:00": write it so here\.$/,
    ],
    [{ RCPT_API_KEY: LIVE.RCPT_API_KEY }, 'settings', /an API key but no address/],
    [{ RCPT_POLL: '30s' }, 'settings', /--poll \(RCPT_POLL\) is for a remote platform/],
    [{ ...LIVE, RCPT_WEBHOOKS: 'true' }, 'settings', /needs a way to authenticate deliveries/],
    [{ RCPT_DATABASE: 'mysql://x' }, 'settings', /must be a file path/],
    [{ RCPT_DATABASE: '"postgres://rcpt:canary@db/rcpt"' }, 'settings', /must be a file path/],
  ])('reports the settings %j as a problem', async (env, id, expected) => {
    const { code, check, text } = await diagnose(home, env as Record<string, string>);
    expect(check(id)).toMatchObject({ status: 'problem', summary: expect.stringMatching(expected) });
    expect(code).toBe(1);
    expect(text).not.toContain('canary');
  });

  it('reports every invalid value, and skips the checks that depend on one', async () => {
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

  it('rejects an unknown flag with exit code 2, as other commands do', async () => {
    const { code, stderr } = await home.run(['doctor', '--jsn']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/--jsn is not an option\. Did you mean --json\?/)]);
  });
});

it('doctor names the sources of events and warns about exposed webhook secrets without showing them', async () => {
  const none = await diagnose(home, LIVE);
  expect(none.check('events')).toMatchObject({ status: 'note', fix: expect.stringContaining('--poll 30s') });
  home.write('secrets', 'whsec_canary', 0o644);
  const all = { ...LIVE, RCPT_POLL: '90s', RCPT_WEBHOOKS: 'true', RCPT_WEBHOOK_SECRETS: join(home.path, 'secrets') };
  const { check, text } = await diagnose(home, all);
  expect(check('events.poll').summary).toContain('90s');
  expect(check('events.webhooks').status).toBe('ok');
  expect(check('events.secrets')).toMatchObject({ status: 'warning', fix: expect.stringContaining('chmod 600') });
  home.write('secrets', '# ours\nwhsec_canary\n');
  chmodSync(join(home.path, 'secrets'), 0o600);
  expect((await diagnose(home, all)).check('events.secrets')).toMatchObject({
    status: 'warning',
    summary: expect.stringMatching(/has lines that are no signing secrets: 2$/),
  });
  expect(text).not.toContain('whsec_canary');
});

it.each([
  ['a remote platform', LIVE],
  ['the embedded platform', {}],
])('doctor reports a file of webhook secrets that can be neither read nor made, with %s', async (_, env) => {
  home.write('letter', 'Dear Sir');
  mkdirSync(join(home.path, 'folder'), { recursive: true });
  for (const [path, reason] of [
    [join(home.path, 'letter', 'secrets.txt'), 'ENOTDIR'],
    [join(home.path, 'folder'), 'EISDIR'],
  ]) {
    const { code, check } = await diagnose(home, { ...env, RCPT_WEBHOOK_SECRETS: path as string });
    expect(check('events.secrets')).toMatchObject({
      status: 'problem',
      summary: `Signing secrets cannot be in ${path} (${reason})`,
      fix: expect.stringContaining('--webhook-secrets'),
    });
    expect(code).toBe(1);
  }
  const later = await diagnose(home, { ...env, RCPT_WEBHOOK_SECRETS: join(home.path, 'new-folder', 'secrets.txt') });
  expect(later.check('events.secrets').status).toBe('note');
});

it('doctor reports a blank RCPT_DATABASE, and checks no other database instead', async () => {
  const { code, check, text } = await diagnose(home, { RCPT_DATABASE: ' ' });
  expect(code).toBe(1);
  expect(text).toContain('RCPT_DATABASE must be a text, such as RCPT_DATABASE=./receptionist.db.');
  expect(text).not.toContain('undefined');
  expect(check('database').status).toBe('skipped');
});

describe('doctor on the database', () => {
  it('warns of a named file that does not exist, as after a typing error in a restore', async () => {
    const { code, check, next } = await diagnose(home, {}, ['--database', 'typo.db']);
    const { status, summary, fix } = check('database');
    expect([code, status, summary]).toEqual([
      0,
      'warning',
      expect.stringMatching(/^There is no database at .*typo\.db$/),
    ]);
    expect(fix).toBe(
      'Correct the database (--database), unless a new one is meant: the next start creates the demo business in it.',
    );
    expect(next).toContain(fix);
    home.write('empty.db', '');
    const empty = (await diagnose(home, { RCPT_DATABASE: join(home.path, 'empty.db') })).check('database');
    expect(empty).toMatchObject({ status: 'warning', summary: expect.stringContaining('empty.db is empty (SQLite') });
  });

  it('inspects the database without changing it', async () => {
    await home.run(['demo', 'reset', '--yes', '--database', 'team.db']);
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
    [
      'a file that is not a database',
      () => home.write('project/team.db', 'hello '.repeat(500)),
      /team\.db is not a database/,
    ],
    ['a path that is a folder', () => home.write('project/team.db/x', ''), /team\.db is a folder/],
  ])('reports %s as a problem', async (_what, make, expected) => {
    make();
    const { code, check } = await diagnose(home, { RCPT_DATABASE: 'team.db' });
    expect(check('database')).toMatchObject({ status: 'problem', summary: expect.stringMatching(expected) });
    expect(check('time_zone')).toMatchObject({
      status: 'skipped',
      summary: expect.stringContaining('the database cannot be read'),
    });
    expect(code).toBe(1);
  });

  it('warns about webhooks, calendars and reports with which the server has no success', async () => {
    await home.run(['demo', 'reset', '--yes', '--database', 'team.db']);
    const healthy = await diagnose(home, { RCPT_DATABASE: 'team.db' });
    expect(healthy.checks.filter(({ id }) => id.startsWith('health.'))).toEqual([]);
    const database = new (await loadSqlite())(join(home.path, 'project', 'team.db'));
    const [{ id: team }] = database.prepare('select id from teams').all() as [{ id: string }];
    const [{ id: person }] = database.prepare('select id from staff limit 1').all() as [{ id: string }];
    const now = Date.now();
    database.exec(`
      insert into webhooks (id, team_id, url, events_json, secret, active, disabled_reason, disabled_at,
        consecutive_failures, failing_since, paused_until, created_at)
      values ('wh_1', '${team}', 'https://a.example.com', '[]', 'whsec_canary', 0, 'gone', 1, 9, 1, 0, 1),
             ('wh_2', '${team}', 'https://b.example.com', '[]', 'whsec_canary', 1, null, null, 2, 1, 0, 1);
      update staff set calendar_url = 'https://c.example.com/canary' where id = '${person}';
      insert into staff_calendars (staff_id, source_digest, error, next_at, leased_until) values ('${person}', 'd', 'gone', 0, 0);
      insert into call_sources (id, team_id, vendor, name, secrets_json, created_at)
      values ('src_1', '${team}', 'telnyx', 'line', '[]', 1);
      insert into call_reports (id, source_id, team_id, digest, status, problem, body, received_at, attempts, leased_until)
      values ('r_1', 'src_1', '${team}', 'd', 'failed', 'gone', '{}', 1, 9, 0),
             ('r_2', 'src_1', '${team}', 'e', 'failed', 'body deleted after 30 days', null, 1, 9, 0);
      insert into call_source_refusals (source_id, reason, count, last_at) values ('src_1', 'a', 3, ${now}), ('src_1', 'b', 5, 1);
    `);
    database.close();
    const { code, checks, text } = await diagnose(home, { RCPT_DATABASE: 'team.db' });
    const found = checks.filter(({ id }) => id.startsWith('health.')).map(({ id, data }) => [id, data?.count]);
    expect(found).toEqual([
      ['health.webhooks', 1],
      ['health.webhooks', 1],
      ['health.calls', 1],
      ['health.calls', 3],
      ['health.calendars', 1],
    ]);
    expect([code, text.includes('canary')]).toEqual([0, false]);
  });

  it('warns two weeks before an API key ends that a program uses', async () => {
    await home.run(['demo', 'reset', '--yes', '--database', 'team.db']);
    const create = ['keys', 'create', '--database', 'team.db', '--expires-in-days', '10', '--name'];
    for (const name of ['used', 'unused', 'revoked']) expect((await home.run([...create, name])).code).toBe(0);
    const database = new (await loadSqlite())(join(home.path, 'project', 'team.db'));
    database.exec(`
      update api_keys set last_used_at = created_at where name <> 'unused';
      update api_keys set revoked_at = created_at where name = 'revoked';
    `);
    database.close();
    const { code, check } = await diagnose(home, { RCPT_DATABASE: 'team.db' });
    expect(check('health.keys')).toMatchObject({ status: 'warning', data: { count: 1 } });
    expect(check('health.keys').summary).toBe('API keys in use that end within two weeks: 1');
    expect(check('health.keys').fix).toMatch(/keys list.*keys create.*--name NAME/);
    expect(code).toBe(0);
  });

  it('reports a PostgreSQL server that does not answer as a problem, without its password', async () => {
    const { check, text } = await diagnose(home, { RCPT_DATABASE: 'postgres://u:canary@127.0.0.1:1/team' });
    expect(check('database')).toMatchObject({ status: 'problem' });
    expect(check('database').summary).toContain('postgres://u@127.0.0.1:1/team');
    expect(text).not.toContain('canary');
  });
});

describe('doctor on AI clients', () => {
  const CURSOR = '.cursor/mcp.json';
  const write = (entry: object, mode = 0o600) =>
    home.write(CURSOR, JSON.stringify({ mcpServers: { receptionist: entry } }), mode);
  const here = { command: process.execPath, args: ['-y', 'rcpt-mcp'] };

  it('finds no problem with entries that install wrote', async () => {
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
      'a program that does not exist',
      () => write({ command: '/gone/node', args: ['-y', 'rcpt-mcp'] }),
      /starts \/gone\/node, which does not exist/,
    ],
    [
      'a script that does not exist',
      () => write({ ...here, args: ['/gone/dist/cli.js'] }),
      /starts \/gone\/dist\/cli\.js/,
    ],
    [
      'invalid settings',
      () => write({ ...here, env: { RCPT_READONLY: '1' } }),
      /would not start: RCPT_READONLY is not/,
    ],
    [
      'a key file that does not exist',
      () => write({ ...here, env: { ...LIVE, RCPT_API_KEY: '', RCPT_API_KEY_FILE: '/gone' } }),
      /would not start: RCPT_API_KEY_FILE cannot be read/,
    ],
    [
      'a key that other users can read',
      () => write({ ...here, env: LIVE }, 0o644),
      /has the API key in .*which others can read/,
    ],
  ])('reports an entry with %s as a problem', async (_what, make, expected) => {
    make();
    const { code, check, text } = await diagnose(home);
    expect(check('client.cursor')).toMatchObject({ status: 'problem', summary: expect.stringMatching(expected) });
    expect(check('client.cursor').fix).toMatch(/install cursor/);
    expect(text).not.toContain('canary');
    expect(code).toBe(1);
  });

  it('warns about a command that a desktop program may not find, because it is in the PATH of the shell only', async () => {
    home.write('bin/only-here', '', 0o755);
    write({ command: 'only-here', args: ['-y', 'rcpt-mcp'] });
    const { check, next } = await diagnose(home, { PATH: `${join(home.path, 'bin')}:${process.env.PATH}` });
    expect(check('client.cursor')).toMatchObject({
      status: 'warning',
      summary: expect.stringContaining('starts only-here, which Cursor may not find'),
    });
    expect(next).toBe('It works, but not as it should. Next: rcpt-mcp install cursor');
  });

  it('warns about a client file that cannot be parsed', async () => {
    home.write(CURSOR, '{');
    expect((await diagnose(home)).check('client.cursor')).toMatchObject({
      status: 'warning',
      summary: expect.stringMatching(/not valid JSON/),
    });
  });
});

it('doctor prints at most 100 columns, a final count, and no colours without a terminal', async () => {
  const { code, stdout, stderr } = await home.run(['doctor'], {
    ...LIVE,
    RCPT_DATABASE: `./${'long/'.repeat(60)}x.db`,
  });
  expect(code).toBe(1);
  expect(stderr).toBe('');
  expect(stdout).not.toContain('\u001b');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  expect(stdout).toMatch(/^ {2}problem {2}No connection to port 1 \(ECONNREFUSED\)\n {11}fix: /m);
  expect(stdout).toMatch(/\d problems?, \d warnings?\.\nNext: /);
});
