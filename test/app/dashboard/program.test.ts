import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_DASHBOARD_CALLERS } from '../../../src/app/dashboard.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { openPlatform, type Platform } from '../../../src/platform/index.ts';
import { loadSqlite } from '../../../src/platform/store/sqlite/driver.ts';
import { sendRaw } from '../../attacks/support/raw.ts';
import { newDatabase, type TestDatabase } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../../support/program.ts';

/** The dashboard of the built program: `http` and `platform` serve one database. */
const PASSWORD = 'correct horse battery';
const home = temporaryFolder();
const env = cleanEnvironment(home);
const audit = join(home, 'audit.jsonl');
const programs: RunningProgram[] = [];

let database: TestDatabase;
let platform: Platform;
let team: string;
const urls: Record<'http' | 'platform', string> = { http: '', platform: '' };
const people: Record<'owner' | 'member', string> = { owner: '', member: '' };

async function start(...args: string[]): Promise<string> {
  const program = startProgram(args, env);
  programs.push(program);
  const [url] = await program.until(/http:\/\/127\.0\.0\.1:\d+/);
  return url;
}
const serve = (command: 'http' | 'platform', ...args: string[]) =>
  start(command, '--port', '0', '--database', database.database, ...args);

beforeAll(async () => {
  database = await newDatabase();
  platform = await openPlatform({ database: database.database, deliveries: false });
  team = platform.team.id;
  const users = await platform.users.list();
  for (const role of ['owner', 'member'] as const) {
    people[role] = users.find((user) => user.role === role)?.email ?? '';
    await platform.users.setPassword(people[role], PASSWORD);
  }
  await runProgram(['tokens', 'create', '--name', 'first', '--tokens', join(home, 'tokens.jsonl')], env);
  // Callers of MCP need a token here; the dashboard does not.
  const auth = ['--auth', 'token', '--tokens', join(home, 'tokens.jsonl')];
  urls.http = await serve('http', ...auth, '--audit', audit, '--toolsets', 'account');
  urls.platform = await serve('platform');
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await platform.close();
  await database.remove();
  await rm(home, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: Headers;
  body: ReturnType<typeof JSON.parse>;
}

async function send(url: string, method: string, path: string, cookie = '', body?: unknown): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

async function signIn(url: string, email: string): Promise<string> {
  const { headers } = await send(url, 'POST', '/api/dashboard/login', '', { email, password: PASSWORD });
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

const toolPath = (name: string, teamId = team) => `/api/dashboard/teams/${teamId}/tools/${name}`;
const call = (url: string, cookie: string, name: string, input: JsonObject = {}) =>
  send(url, 'POST', toolPath(name), cookie, input);

const auditLines = () =>
  readFileSync(audit, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const SECURITY_HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
};

describe.each(['http', 'platform'] as const)('the dashboard of rcpt-mcp %s', (command) => {
  const url = () => urls[command];
  let owner: string;
  let member: string;
  beforeAll(async () => {
    owner = await signIn(url(), people.owner);
    member = await signIn(url(), people.member);
  });

  it.each(['/app', '/app/dashboard.js', '/app/dashboard.css'])('serves %s with a strict policy', async (path) => {
    const { status, headers, body } = await send(url(), 'GET', path);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({ ...SECURITY_HEADERS, 'cache-control': 'no-cache' });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(body).not.toContain(platform.team.name);
    const tag = headers.get('etag') ?? '';
    const again = await fetch(url() + path, { headers: { 'if-none-match': `W/${tag}` } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    const head = await fetch(url() + path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(headers.get('content-length'));
    expect((await send(url(), 'POST', path, '', {})).status).toBe(405);
  });

  it.each(['/app/dashboard.js', '/app/dashboard.css'])(
    'sends %s compressed only to clients that accept gzip, with an entity tag for each form',
    async (path) => {
      const read = async (encoding: string, tag = '') => {
        const headers = { 'accept-encoding': encoding, 'if-none-match': tag };
        const response = await fetch(url() + path, { headers });
        return { ...Object.fromEntries(response.headers), status: response.status, text: await response.text() };
      };
      const compressed = await read('br, gzip;q=0.8');
      const plain = await read('identity, gzip;q=0');
      expect(compressed).toMatchObject({ status: 200, 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      expect(plain).toMatchObject({ status: 200, vary: 'Accept-Encoding', text: compressed.text });
      expect(plain).not.toHaveProperty('content-encoding');
      const lengths = [compressed, plain].map((one) => Number((one as Record<string, unknown>)['content-length']));
      expect(lengths[1]).toBe(Buffer.byteLength(plain.text));
      expect(lengths[0]).toBeLessThan((lengths[1] as number) / 2);
      const tags = [compressed, plain].map((one) => String((one as Record<string, unknown>).etag));
      expect(tags[0]).not.toBe(tags[1]);
      expect(await read('gzip', tags[0])).toMatchObject({ status: 304, text: '', etag: tags[0] });
      expect(await read('gzip', tags[1])).toMatchObject({ status: 200, etag: tags[0] });
    },
  );

  it('gives every answer the headers that keep it out of frames, caches and other pages', async () => {
    for (const [method, path, cookie, body] of [
      ['GET', '/app/none', ''],
      ['GET', '/app/', ''],
      ['GET', '/api/dashboard/session', ''],
      ['GET', '/api/dashboard/session', owner],
      ['GET', '/api/dashboard/none', owner],
      ['POST', toolPath('none'), owner, {}],
      ['POST', toolPath('list_bookings'), owner, {}],
      ['POST', '/api/teams/none/api-keys', owner, {}],
      ['PUT', '/api/dashboard/session', owner, {}],
    ] as const) {
      const { headers } = await send(url(), method, path, cookie, body);
      expect(Object.fromEntries(headers), path).toMatchObject({
        ...SECURITY_HEADERS,
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
      expect(headers.get('access-control-allow-origin'), path).toBeNull();
    }
  });

  it.each([
    '/app/../../package.json',
    '/app/..%2f..%2fcli.js',
    '/app/%2e%2e/%2e%2e/cli.js',
    '/app/..\\..\\cli.js',
    '/app//etc/passwd',
    '/app/dashboard.js/',
    '/app/dashboard.js%00.css',
    '/app/index.html',
    '/application',
  ])('has no file at %s', async (path) => {
    const { host } = new URL(url());
    const { statuses, text } = await sendRaw(
      url(),
      '',
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect(['400', '404']).toContain(statuses[0]);
    expect(text).not.toMatch(/root:|"version"|doctype/);
  });

  it('calls tools in the name of the user, with the time zone and the data of the business', async () => {
    const { status, body } = await call(url(), owner, 'get_account_context');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      content: [],
      structuredContent: { business_name: platform.team.name, time_zone: platform.team.timeZone },
    });
    // The operator's selection is for AI clients.
    const { items } = (await call(url(), member, 'list_bookings')).body.structuredContent;
    expect(items.length).toBeGreaterThan(0);
  });

  it('asks before a booking is cancelled, and counts the answer of its own user only', async () => {
    const { items } = (await call(url(), owner, 'list_bookings', { status: 'confirmed' })).body.structuredContent;
    const input = { booking_id: items.at(-1).id };
    const asked = (await call(url(), member, 'cancel_booking', input)).body.structuredContent.question;
    expect(asked).toMatchObject({ changed: 'no', repeat_with: { confirm_token: expect.any(String) } });
    const stolen = await call(url(), owner, 'cancel_booking', { ...input, ...asked.repeat_with });
    expect(stolen.body.isError ?? stolen.body.structuredContent.question !== undefined).toBe(true);
    const done = await call(url(), member, 'cancel_booking', { ...input, ...asked.repeat_with });
    expect(done.body.structuredContent.booking).toMatchObject({ id: input.booking_id, status: 'cancelled' });
    if (command !== 'http') return;
    expect(auditLines()).toContainEqual(
      expect.objectContaining({ tool: 'cancel_booking', principal: `user ${people.member} (dashboard)` }),
    );
  });

  it('has the tools that change business and webhooks for owners and admins only', async () => {
    for (const name of ['close_days', 'update_business', 'manage_webhooks', 'list_webhooks']) {
      expect((await call(url(), member, name)).status, name).toBe(404);
      expect((await call(url(), owner, name)).status, name).toBe(200);
    }
    expect((await call(url(), member, 'get_business')).body.isError).toBeUndefined();
    for (const name of ['create_api_key', 'none', '__proto__', 'constructor', 'a%2fb'])
      expect((await call(url(), owner, name)).status, name).toBe(404);
  });

  it('lets a member record and remove time off, and change nothing else of the business', async () => {
    const days = { staff: 'Keisha Brandt', from: '2199-12-16', to: '2199-12-18' };
    const confirmed = async (input: Record<string, unknown>) => {
      const asked = (await call(url(), member, 'set_time_off', input)).body.structuredContent.question;
      return (await call(url(), member, 'set_time_off', { ...input, ...asked.repeat_with })).body.structuredContent;
    };
    expect(await confirmed(days)).toMatchObject({ applied: true });
    const { staff } = (await call(url(), member, 'get_business')).body.structuredContent;
    expect(staff).toContainEqual(
      expect.objectContaining({ name: days.staff, time_off: [{ from: days.from, to: days.to }] }),
    );
    expect(await confirmed({ ...days, remove: true })).toMatchObject({ applied: true });
    for (const name of ['update_staff', 'add_staff', 'set_special_hours'])
      expect((await call(url(), member, name, days)).status, name).toBe(404);
  });

  it('shows the secret of a webhook that a tool has made with this answer, and keeps it in no file', async () => {
    const input = { action: 'create', url: `https://hooks.example.com/${command}`, events: ['booking.created'] };
    const { body } = await call(url(), owner, 'manage_webhooks', input);
    expect(body._meta['rcpt-mcp/secrets']).toEqual([{ kind: 'webhook', value: expect.stringMatching(/^whsec_/) }]);
    const [{ value }] = body._meta['rcpt-mcp/secrets'];
    expect(JSON.stringify(body.structuredContent)).not.toContain(value);
  });

  it('changes the business after a question', async () => {
    const input = { name: `Extra visit ${command}`, duration: '30m' };
    const asked = await call(url(), owner, 'add_service', input);
    expect(asked.body.structuredContent.question).toMatchObject({ changed: 'no' });
    const confirmed = { ...input, ...asked.body.structuredContent.question.repeat_with };
    expect((await call(url(), owner, 'add_service', confirmed)).body.isError).toBeUndefined();
    const { items } = (await call(url(), member, 'list_services')).body.structuredContent;
    expect(items).toContainEqual(expect.objectContaining({ name: input.name }));
  });

  it('makes an API key that works on the REST API, and refuses it from its revocation on', async () => {
    const created = await send(url(), 'POST', `/api/teams/${team}/api-keys`, owner, {
      name: 'integration',
      scopes: ['read:services'],
    });
    const { id, key } = created.body.data;
    const read = async () =>
      (await fetch(`${urls.platform}/api/v1/services`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await read()).toBe(200);
    await send(url(), 'DELETE', `/api/dashboard/teams/${team}/api-keys/${id}`, owner);
    expect(await read()).toBe(401);
    expect((await send(url(), 'POST', `/api/teams/${team}/api-keys`, member, {})).status).toBe(403);
    if (command !== 'http') return;
    for (const tool of ['createApiKey', 'revokeApiKey'])
      expect(auditLines()).toContainEqual(
        expect.objectContaining({
          tool,
          principal: `user ${people.owner} (dashboard)`,
          record_id: id,
          outcome: 'done',
        }),
      );
    expect(readFileSync(audit, 'utf8')).not.toContain(key);
  });

  it('marks a promise as kept for every server and user, until the mark is removed', async () => {
    const find = async (server: string, cookie: string, input: JsonObject) =>
      (await call(server, cookie, 'find_follow_ups', input)).body.structuredContent.items as JsonObject[];
    const [open] = await find(url(), member, { status: 'open' });
    const { call_id: callId, kind, number = 1 } = open ?? {};
    const path = `/api/dashboard/teams/${team}/calls/${callId}/promise-marks`;
    const others = await find(url(), member, { status: 'done', limit: 100 });

    expect((await send(url(), 'POST', path, member, { kind, number, status: 'done' })).status).toBe(200);
    const there = urls[command === 'http' ? 'platform' : 'http'];
    const marked = { ...open, status: 'done', marked_local: expect.stringMatching(/^\d{4}-.*[+-]\d\d:\d\d$/) };
    const { overdue: _, ...expected } = marked as JsonObject;
    const done = await find(there, await signIn(there, people.owner), { status: 'done', limit: 100 });
    expect(done).toHaveLength(others.length + 1);
    expect(done).toContainEqual(expected);

    await send(url(), 'POST', path, owner, { kind, number, status: null });
    expect(await find(url(), member, { status: 'open' })).toContainEqual(open);
    if (command !== 'http') return;
    for (const user of [people.member, people.owner])
      expect(auditLines()).toContainEqual(
        expect.objectContaining({
          tool: 'markPromise',
          principal: `user ${user} (dashboard)`,
          record_id: callId,
          outcome: 'done',
        }),
      );
  });

  it.runIf(command === 'http')('a copy of the data of a customer is recorded, without the data', async () => {
    const [contact] = (await call(url(), owner, 'list_contacts', {})).body.structuredContent.items as JsonObject[];
    const path = `/api/dashboard/teams/${team}/contacts/${contact?.id}/data`;
    const copied = await send(url(), 'POST', path, owner, { format: 'json' });
    expect(copied.body).toMatchObject({ contacts: [{ id: contact?.id, name: contact?.name }] });
    const recorded = auditLines().filter((line) => line.tool === 'copyContactData');
    expect(recorded).toContainEqual(
      expect.objectContaining({
        principal: `user ${people.owner} (dashboard)`,
        record_id: contact?.id,
        outcome: 'done',
      }),
    );
    expect(JSON.stringify(recorded)).not.toContain(contact?.name);
  });

  it.runIf(command === 'http')('changes of users are recorded without links and passwords', async () => {
    const users = `/api/dashboard/teams/${team}/users`;
    const body = { email: 'quinella@example.com', name: 'Quinella' };
    const { id } = (await send(url(), 'POST', users, owner, body)).body.data;
    const { token } = (await send(url(), 'POST', `${users}/${id}/password-link`, owner, {})).body.data;
    const link = { token, new_password: 'another horse battery' };
    expect((await send(url(), 'POST', '/api/dashboard/password-link/use', '', link)).status).toBe(200);
    await send(url(), 'POST', `${users}/${id}/sign-out`, owner, {});
    await send(url(), 'DELETE', `${users}/${id}`, owner);
    for (const tool of ['addUser', 'createPasswordLink', 'endUserSessions', 'removeUser'])
      expect(auditLines()).toContainEqual(
        expect.objectContaining({
          tool,
          principal: `user ${people.owner} (dashboard)`,
          record_id: id,
          outcome: 'done',
        }),
      );
    const written = readFileSync(audit, 'utf8') + programs.map(({ output }) => output.stdout + output.stderr).join('');
    for (const secret of [token, link.new_password]) expect(written).not.toContain(secret);
  });

  it.runIf(command === 'http')(
    'a merge of contacts is recorded with both ids, done or not, and without the details of customers',
    async () => {
      const add = async (name: string) =>
        (await call(url(), owner, 'create_contact', { name })).body.structuredContent.contact.id;
      const [kept, other] = [await add('Quinella Twice'), await add('Quinella Again')];
      const path = `/api/dashboard/teams/${team}/contacts/${kept}/merge/${other}`;
      const { state } = (await send(url(), 'GET', path, owner)).body.data;
      expect((await send(url(), 'POST', path, owner, { take: [], state: 'another' })).status).toBe(400);
      expect((await send(url(), 'POST', path, owner, { take: ['name'], state })).status).toBe(200);
      const lines = auditLines().filter(({ tool }) => tool === 'mergeContacts');
      const ofOwner = { principal: `user ${people.owner} (dashboard)`, record_id: `${kept} ${other}` };
      expect(lines).toMatchObject([
        { ...ofOwner, event: 'begin' },
        { ...ofOwner, event: 'end', outcome: 'not_done' },
        { ...ofOwner, event: 'begin' },
        { ...ofOwner, event: 'end', outcome: 'done' },
      ]);
      expect(JSON.stringify(lines)).not.toContain('Quinella');
    },
  );

  it.runIf(command === 'http')(
    'records as not done what a locked database refused',
    async () => {
      const other = new (await loadSqlite())(database.database);
      other.exec('begin immediate');
      const body = { name: 'locked out', scopes: ['read:services'] };
      const refused = await send(url(), 'POST', `/api/teams/${team}/api-keys`, owner, body).finally(() => {
        other.exec('rollback');
        other.close();
      });
      expect(refused).toMatchObject({ status: 500, body: { error: 'storage_failed', changed: false } });
      const lines = auditLines().filter(({ tool }) => tool === 'createApiKey');
      expect(lines.at(-1)).toMatchObject({ outcome: 'not_done', error: 'server_error' });
    },
    40_000,
  );

  it('refuses what it cannot read, and stays up', async () => {
    const huge = { notes: 'x'.repeat(1024 * 1024 + 1) };
    expect((await call(url(), owner, 'list_bookings', huge)).body.error).toBe('payload_too_large');
    expect((await send(url(), 'POST', '/api/dashboard/login', '', huge)).status).toBe(400);
    for (const body of ['[]', '{', '"x"', '', `${'['.repeat(5_000)}`]) {
      const response = await fetch(url() + toolPath('list_bookings'), {
        method: 'POST',
        headers: { cookie: owner, 'content-type': 'application/json' },
        body,
      });
      expect(response.status, body.slice(0, 5)).toBe(400);
    }
    expect((await call(url(), owner, 'get_account_context')).status).toBe(200);
  });

  it('answers nothing that a page of another site requests', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const response = await fetch(url() + toolPath('list_bookings'), {
        method: 'POST',
        headers: { cookie: owner, 'content-type': 'application/json', ...headers } as Record<string, string>,
        body: '{}',
      });
      expect(response.status).toBe(403);
    }
  });

  it('ends a session on both servers when its user signs out everywhere on the other one', async () => {
    const other = urls[command === 'http' ? 'platform' : 'http'];
    const [here, there] = [await signIn(url(), people.member), await signIn(other, people.member)];
    expect((await call(url(), here, 'list_bookings')).status).toBe(200);
    expect((await send(other, 'POST', '/api/dashboard/logout-everywhere', there, {})).status).toBe(200);
    for (const [server, cookie] of [
      [url(), here],
      [url(), there],
      [other, here],
    ] as const)
      expect((await call(server, cookie, 'list_bookings')).status).toBe(401);
    member = await signIn(url(), people.member);
  });
});

it('counts requests in the metrics under the beginning of their path, without ids', async () => {
  const { body } = await send(urls.http, 'GET', '/metrics');
  for (const route of ['/app', '/api/dashboard', '/api/teams']) expect(body).toContain(`route="${route}"`);
  expect(body).not.toContain(team);
});

it('answers more sessions than it keeps caches of', async () => {
  const { id } = (await send(urls.http, 'GET', '/api/dashboard/session', await signIn(urls.http, people.owner))).body
    .data.user;
  const tokens = Array.from({ length: MAX_DASHBOARD_CALLERS + 3 }, (_, index) => `session${index}`);
  const end = Date.parse('2199-01-01T00:00:00Z');
  await database.direct(
    ...tokens.map((token) => {
      const hash = createHash('sha256').update(token).digest('hex');
      return `insert into sessions (token_hash, user_id, created_at, expires_at) values ('${hash}', '${id}', 0, ${end})`;
    }),
  );
  for (const token of [...tokens, tokens[0]])
    expect((await call(urls.http, `rcpt_session=${token}`, 'list_staff')).status).toBe(200);
});

/** Signs in at a path as it is written: `fetch` would normalize it. */
function sendLogin(url: string, path: string, body: object, headers = '') {
  const text = JSON.stringify(body);
  const head = `POST ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: application/json\r\n${headers}`;
  return sendRaw(url, '', `${head}Content-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`);
}

describe('servers without dashboard', () => {
  const off = async (url: string) => {
    const answers = [];
    for (const path of ['/app', '/app/dashboard.js', '/api/dashboard/session', '/api/teams/x/api-keys'])
      answers.push(await send(url, path.startsWith('/api/teams') ? 'POST' : 'GET', path, '', undefined));
    return answers;
  };

  it('a server with a remote platform says that it has no dashboard', async () => {
    const { key } = await platform.keys.create({ name: 'remote', scopes: ['read:services'] });
    const program = startProgram(['http', '--port', '0'], {
      ...env,
      RCPT_BASE_URL: urls.platform,
      RCPT_API_KEY: key.reveal(),
    });
    programs.push(program);
    const [url] = await program.until(/http:\/\/127\.0\.0\.1:\d+/);
    for (const { status, body } of await off(url)) {
      expect(status).toBe(404);
      expect(body).toMatchObject({ error: 'dashboard_off', message: expect.stringContaining('remote') });
    }
  });

  it('a server says that its dashboard is off, by the option or because its address is public', async () => {
    const servers = await Promise.all([
      serve('platform', '--dashboard=false'),
      serve('http', '--public-url', 'https://desk.example.com'),
    ]);
    for (const url of servers)
      for (const { status, body } of await off(url)) {
        expect(status).toBe(404);
        expect(body).toMatchObject({ error: 'dashboard_off', message: expect.stringContaining('--dashboard') });
      }
    const body = { email: people.owner, password: PASSWORD };
    for (const url of servers)
      for (const path of ['/api/%64ashboard/login', '/%61pi/dashboard/login', '/x/../api/dashboard/%6cogin'])
        expect((await sendLogin(url, path, body)).statuses, path).toEqual(['404']);
  });
});

describe('behind a proxy with TLS', () => {
  let url: string;
  beforeAll(async () => {
    const proxy = ['--public-url', 'https://desk.example.com', '--trusted-proxies', '127.0.0.1'];
    url = await serve('http', ...proxy, '--dashboard', '--read-only', '--rate-limit', '30/minute');
  });
  const forwarded = {
    'content-type': 'application/json',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.7',
    origin: 'https://desk.example.com',
    'sec-fetch-site': 'same-origin',
  };
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url + path, { method: 'POST', headers: { ...forwarded, ...headers }, body: JSON.stringify(body) });
  const login = (headers = {}) => post('/api/dashboard/login', { email: people.owner, password: PASSWORD }, headers);

  it('accepts the public origin and no other, and protects the cookie', async () => {
    const answer = await login();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-rcpt_session=.*; Path=\/; .*HttpOnly; SameSite=Strict; Secure$/,
    );
    for (const origin of ['http://desk.example.com', 'https://desk.example.com.evil.example', 'https://example.com'])
      expect((await login({ origin })).status, origin).toBe(403);
    const { statuses } = await sendRaw(url, '', 'GET /app HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
    expect(statuses).toEqual(['403']);
  });

  it('states the address of a call source that vendors reach from the internet', async () => {
    const owner = await signIn(urls.platform, people.owner);
    const path = `/api/dashboard/teams/${team}/call-sources`;
    const added = await send(urls.platform, 'POST', path, owner, { vendor: 'generic', name: 'front desk' });
    const { source } = added.body.data;
    const cookie = (await login({ 'x-forwarded-for': '203.0.113.9' })).headers.get('set-cookie')?.split(';')[0] ?? '';
    const headers = { ...forwarded, cookie, 'x-forwarded-for': '203.0.113.9' };
    const listed: Answer['body'] = await (await fetch(url + path, { headers })).json();
    const address = `https://desk.example.com${source.path}`;
    expect(listed.data.sources).toContainEqual(expect.objectContaining({ id: source.id, url: address }));
    await send(urls.platform, 'DELETE', `${path}/${source.id}`, owner);
  });

  it('changes nothing with --read-only, and limits the requests of an address', async () => {
    const cookie = (await login({ 'x-forwarded-for': '203.0.113.8' })).headers.get('set-cookie')?.split(';')[0] ?? '';
    const from = { cookie, 'x-forwarded-for': '203.0.113.8' };
    const key = await post(`/api/teams/${team}/api-keys`, { name: 'x', scopes: ['read:calls'] }, from);
    expect([key.status, await key.json()]).toMatchObject([403, { error: 'read_only' }]);
    const source = await post(`/api/dashboard/teams/${team}/call-sources`, { vendor: 'generic', name: 'x' }, from);
    expect(source.status).toBe(403);
    const user = await post(`/api/dashboard/teams/${team}/users`, { email: 'x@example.com', name: 'X' }, from);
    expect(user.status).toBe(403);
    for (const path of [`/api/%74eams/${team}/api-keys`, `/api/dashboard/%74eams/${team}/call-sources`])
      expect([403, 404], path).toContain((await post(path, { vendor: 'generic', name: 'x' }, from)).status);
    expect((await post(toolPath('cancel_booking'), {}, from)).status).toBe(404);
    expect((await post(toolPath('list_bookings'), {}, from)).status).toBe(200);
    const statuses = [];
    for (let request = 0; request < 30; request++)
      statuses.push((await post('/api/dashboard/logout', {}, { 'x-forwarded-for': '203.0.113.8' })).status);
    expect(statuses.at(-1)).toBe(429);
    const around = await sendLogin(url, '/x/../api/dashboard/login', {}, 'X-Forwarded-For: 203.0.113.8\r\n');
    expect(around.statuses).toEqual(['404']);
  });
});
