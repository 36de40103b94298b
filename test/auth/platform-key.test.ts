import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../platform/support/world.ts';
import { CLIENTS, connect, field } from '../support/clients.ts';
import { type Guarded, post, startGuarded } from '../support/guarded.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';

/** `http --auth platform-key`: each request contains its own key of the platform, and no other is used. */
let world: World;
let server: Guarded;

beforeAll(async () => {
  world = await startWorld();
  server = await startGuarded('platform-key', ['--log-level', 'debug'], { RCPT_BASE_URL: world.url });
});
afterAll(async () => {
  await Promise.all([server?.close(), world?.close()]);
});

const withKey = (key: string) => ({ 'x-api-key': key });

describe.each(CLIENTS)('client %s with --auth platform-key', (kind) => {
  it('sees only the records of its own key', async () => {
    const [a, b] = await Promise.all(
      [world.keyA, world.keyB].map((key) => connect(kind, { url: server.url, headers: withKey(key) })),
    );
    for (let round = 0; round < 3; round++) {
      const own = await a?.call('get_booking', { booking_id: world.idsA.booking });
      expect(field(own?.data, 'booking', 'id')).toBe(world.idsA.booking);
      const other = await b?.call('get_booking', { booking_id: world.idsA.booking });
      expect(field(other?.data, 'error', 'kind')).toBe('not_found');
    }
    await Promise.all([a?.close(), b?.close()]);
  });

  it('receives an error without a key', async () => {
    await expect(connect(kind, { url: server.url })).rejects.toThrow();
    await expect(
      connect(kind, { url: server.url, headers: { authorization: `Bearer ${world.keyA}` } }),
    ).rejects.toThrow();
  });
});

it.each(['', 'sk_live_', 'sk_test_abc', 'sk_live_a b', `sk_live_${'x'.repeat(300)}`])(
  'the server refuses the malformed key "%s"',
  async (key) => {
    const answer = await post(server.url, withKey(key));
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('ApiKey realm="rcpt-mcp"');
    expect(await answer.json()).toMatchObject({ error: 'invalid_key' });
  },
);

it('the error names the caller’s key if the platform refuses it', async () => {
  const client = await connect('v2 2026-07-28', { url: server.url, headers: withKey('sk_live_wrong') });
  const answer = await client.call('get_booking', { booking_id: 'x' });
  expect(answer.isError).toBe(true);
  expect(answer.text).toContain('(401)');
  expect(answer.text).toContain('X-API-Key');
  expect(answer.text).not.toContain('RCPT_API_KEY');
  await client.close();
});

it('a request to /readyz is not counted as a key that the platform refuses', async () => {
  for (let probe = 0; probe < 3; probe++) await fetch(new URL('/readyz', server.url));
  const metrics = await (await fetch(new URL('/metrics', server.url))).text();
  expect(metrics).toMatch(/route="\/readyz",status="200"/);
  expect(metrics).not.toContain('endpoint="listWebhookEvents",outcome="unauthorized"');
});

it('/readyz succeeds when the platform answers with any status', async () => {
  expect((await fetch(new URL('/readyz', server.url))).status).toBe(200);
});

it('the log identifies callers by a part of a hash, and contains no key', () => {
  const { stdout, stderr } = server.program.output;
  expect(stderr).toMatch(/"principal":"key [0-9a-f]{8}"/);
  for (const key of [world.keyA, world.keyB, 'sk_live_wrong']) expect(stdout + stderr).not.toContain(key);
});

it('the server accepts keys of the embedded platform', async () => {
  const own = await startGuarded('platform-key');
  try {
    const env = { ...cleanEnvironment(own.home) };
    const { stdout } = await runProgram(['keys', 'create', '--name', 'x', '--scopes', 'read:services'], env);
    const key = /^sk_live_\S+$/m.exec(stdout)?.[0] ?? '';
    const client = await connect('v2 2026-07-28', { url: own.url, headers: withKey(key) });
    expect((await client.call('list_services')).isError).toBe(false);
    const beyond = await client.call('list_bookings');
    expect(field(beyond.data, 'error', 'kind')).toBe('forbidden');
    await client.close();
    const wrong = await connect('v2 2026-07-28', { url: own.url, headers: withKey('sk_live_wrong') });
    expect(field((await wrong.call('list_services')).data, 'error', 'kind')).toBe('unauthorized');
    await wrong.close();
  } finally {
    await own.close();
  }
});

it.each([
  [
    { RCPT_BASE_URL: 'https://receptionist.example.com', RCPT_API_KEY: 'sk_live_x' },
    [],
    /uses only the key of each caller/,
  ],
  [{}, ['--toolsets', 'account,keys'], /which no caller may use/],
  [
    { RCPT_BASE_URL: 'https://receptionist.example.com' },
    ['--poll', '30s'],
    /: --poll cannot be used with --auth platform-key/,
  ],
])(
  'the server refuses to start with --auth platform-key and options that need a key of the operator: %j %j',
  async (env, args, message) => {
    const run = ['http', '--port', '0', '--auth', 'platform-key', ...(args as string[])];
    const { code, stderr } = await runProgram(run, cleanEnvironment('/nonexistent', env as Record<string, string>));
    expect(code).toBe(2);
    expect(stderr).toMatch(message as RegExp);
  },
);
