import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../platform/support/world.ts';
import { connect, type TestClient } from '../support/clients.ts';
import { bearerHeader, type Guarded, post, startGuarded } from '../support/guarded.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';
import { startUpstream } from '../support/upstream.ts';
import { sendRaw } from './support/raw.ts';

/** The attacker is an authenticated caller who wants the data or the rights of another. */
let world: World;
let byKey: Guarded;
let byToken: Guarded;
const tokens = { one: '', two: '' };

beforeAll(async () => {
  world = await startWorld();
  byKey = await startGuarded('platform-key', ['--confirm', 'destructive'], { RCPT_BASE_URL: world.url });
  byToken = await startGuarded('token', ['--confirm', 'destructive'], {
    RCPT_BASE_URL: world.url,
    RCPT_API_KEY: world.keyA,
  });
  for (const [key, name] of [
    [world.keyA, 'Ada'],
    [world.keyB, 'Bo'],
  ] as const) {
    await world.send('POST', '/v1/contacts', { key, body: { name, email: `${name}@example.com` } });
  }
  tokens.one = await byToken.token('one');
  tokens.two = await byToken.token('two');
});
afterAll(async () => {
  await Promise.all([byKey?.close(), byToken?.close(), world?.close()]);
});

const cancelArguments = (booking_id: string, more: object = {}) => ({ booking_id, ...more });
const tokenOf = (text: string) => /confirm_token (\S+)/.exec(text)?.[1] ?? '';
/** 2025 clients over HTTP without sessions confirm by token. */
const client = (server: Guarded, headers: Record<string, string>) => connect('v1', { url: server.url, headers });

describe('a value issued to one caller is useless to another', () => {
  const pairs = (): [string, () => Promise<[TestClient, TestClient]>][] => [
    [
      'two tokens that share one platform key',
      () => Promise.all([client(byToken, bearerHeader(tokens.one)), client(byToken, bearerHeader(tokens.two))]),
    ],
    [
      'two platform keys',
      () => Promise.all([client(byKey, { 'x-api-key': world.keyA }), client(byKey, { 'x-api-key': world.keyB })]),
    ],
  ];

  it.each(pairs())('a confirmation token is rejected (%s)', async (_name, both) => {
    const [ownClient, otherClient] = await both();
    const confirmation = await ownClient.call('cancel_booking', cancelArguments(world.idsA.booking));
    const confirm_token = tokenOf(confirmation.text);
    expect(confirm_token).not.toBe('');
    const replayed = await otherClient.call('cancel_booking', cancelArguments(world.idsA.booking, { confirm_token }));
    expect(replayed.isError).toBe(true);
    expect(replayed.text).toMatch(/not of this call|no such record/);
    const { body } = await world.send('GET', `/v1/bookings/${world.idsA.booking}`, { key: world.keyA });
    expect(body.data.status).not.toBe('cancelled');
    await Promise.all([ownClient.close(), otherClient.close()]);
  });

  it.each(pairs())('a cursor is rejected (%s)', async (_name, both) => {
    const [ownClient, otherClient] = await both();
    const first = await ownClient.call('list_contacts', { order: 'asc', per_page: 1 });
    const cursor = String(first.data.cursor);
    expect(cursor).toMatch(/^[\w-]{40,}$/);
    expect((await ownClient.call('list_contacts', { order: 'asc', per_page: 1, cursor })).isError).toBe(false);
    const stolen = await otherClient.call('list_contacts', { order: 'asc', per_page: 1, cursor });
    expect(stolen.text).toContain('does not belong to this search');
    await Promise.all([ownClient.close(), otherClient.close()]);
  });
});

it('concurrent callers get only their own bookings', async () => {
  const ask = async (key: string, id: string) => {
    const answer = await post(byKey.url, { 'x-api-key': key }, 'tools/call', {
      name: 'get_booking',
      arguments: { booking_id: id },
    });
    return answer.text();
  };
  const rounds = Array.from({ length: 60 }, async (_, index) => {
    const isFirst = index % 2 === 0;
    const [key, own, other] = isFirst
      ? [world.keyA, world.idsA.booking, world.idsB.booking]
      : [world.keyB, world.idsB.booking, world.idsA.booking];
    expect(await ask(key, own)).toContain(`"id":"${own}"`);
    expect(await ask(key, other)).toContain('not_found');
  });
  await Promise.all(rounds);
});

it('made-up keys do not evict a known caller’s idempotency records', async () => {
  const platform = await startUpstream(({ method, headers }, response) => {
    const known = headers.authorization === 'Bearer sk_live_known';
    const data = method === 'POST' ? { id: 'ct_1' } : [];
    response.writeHead(known ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(known ? { data } : { error: 'unauthorized' }));
  });
  const server = await startGuarded('platform-key', [], { RCPT_BASE_URL: platform.url });
  const create = { name: 'create_contact', arguments: { name: 'Ada', email: 'ada@example.com' } };
  const ask = (key: string) =>
    post(server.url, { 'x-api-key': key }, 'tools/call', create).then((answer) => answer.text());
  expect(await ask('sk_live_known')).toContain('ct_1');
  for (let index = 0; index < 300; index++) expect(await ask(`sk_live_made_up_${index}`)).toContain('unauthorized');
  expect(await ask('sk_live_known')).toContain('no second one was created');
  expect(platform.received.filter(({ method }) => method === 'POST')).toHaveLength(1);
  await Promise.all([server.close(), platform.close()]);
});

it('an unauthenticated response does not reveal whether a name or a token exists', async () => {
  const guesses = ['rcpt_token_x', `${tokens.one}x`, tokens.one.slice(0, -1), tokens.one.toUpperCase(), 'one'];
  const answers = await Promise.all(
    guesses.map(async (guess) => {
      const answer = await post(byToken.url, bearerHeader(guess));
      return `${answer.status} ${answer.headers.get('www-authenticate')} ${await answer.text()}`;
    }),
  );
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^401 /);
});

it('the log contains no text and no credential that callers sent', async () => {
  await post(byToken.url, bearerHeader('rcpt_token_canary\u00ff'.slice(0, 17)));
  await post(byToken.url, { ...bearerHeader(tokens.one), 'x-rcpt-toolsets': 'canary' });
  const { stdout, stderr } = byToken.program.output;
  expect(stdout + stderr).not.toContain('canary');
  expect(stdout + stderr).not.toContain(tokens.one);
});

describe('the HTTP server on a public address', () => {
  it.each([
    [['--host', '0.0.0.0'], /--auth token/],
    [['--host', '::'], /--auth token/],
    [['--host', '0.0.0.0', '--auth', 'platform-key'], /--public-url/],
    [['--host', '0.0.0.0', '--auth', 'platform-key', '--public-url', 'http://mcp.example.com'], /https/],
    [['--auth', 'token'], /--tokens/],
    [['--auth', 'token', '--tokens', '/nonexistent/tokens'], /tokens create/],
    [['--auth', 'sometimes'], /must be one of none, token/],
  ])('refuses to start with %j', async (args, message) => {
    const environment = { RCPT_BASE_URL: 'https://receptionist.example.com' };
    const key = args.includes('platform-key') ? {} : { RCPT_API_KEY: 'sk_live_x' };
    const { code, stderr } = await runProgram(
      ['http', '--port', '0', ...(args as string[])],
      cleanEnvironment('/nonexistent', { ...environment, ...key }),
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(message as RegExp);
  });

  it('accepts an IPv6 address in --allowed-hosts without brackets, as Kubernetes gives it', async () => {
    const { url, close } = await startGuarded('token', ['--allowed-hosts', 'fd00::5']);
    const status = async (host: string) =>
      (await sendRaw(url, '', `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).statuses;
    expect(await status('[fd00::5]:8787')).toEqual(['200']);
    expect(await status('[fd00::6]:8787')).toEqual(['403']);
    await close();
  });

  it('serves remote clients under its public host name only', async () => {
    const args = ['--host', '0.0.0.0', '--public-url', 'https://mcp.example.com'];
    const { url, token, close } = await startGuarded('token', args);
    const good = await token('remote');
    const status = async (host: string) =>
      (
        await sendRaw(
          url,
          '',
          `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${good}\r\nConnection: close\r\n\r\n`,
        )
      ).statuses;
    expect(await status('mcp.example.com')).toEqual(['200']);
    expect(await status('evil.example.com')).toEqual(['403']);
    await close();
  });
});
