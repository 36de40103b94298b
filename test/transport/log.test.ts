import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_BODY_BYTES, MAX_DELIVERY_BYTES, MAX_REPORT_BYTES } from '../../src/lib/http/body-sizes.ts';
import { MAX_MESSAGE_VALUES } from '../../src/transport/http/parse-body.ts';
import { bearerHeader, type Guarded, post, startGuarded } from '../support/guarded.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** Each line of the log that a request leaves says which request it was. */
let upstream: Upstream;
let server: Guarded;
let token: string;

beforeAll(async () => {
  upstream = await startUpstream();
  const env = { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x', RCPT_LOG_LEVEL: 'info' };

  const audit = process.platform === 'linux' ? ['--audit', '/dev/full'] : [];
  server = await startGuarded('token', ['--trusted-proxies', '127.0.0.1', ...audit], env);
  token = await server.token('front desk');
});
afterAll(async () => {
  await Promise.all([server?.close(), upstream?.close()]);
});

const broken = (_request: unknown, response: { destroy(): void }) => void response.destroy();
const booking = { name: 'get_booking', arguments: { booking_id: 'bk_1' } };
const reading = { uri: 'rcpt://bookings/bk_1' };
const writing = { name: 'cancel_booking', arguments: { booking_id: 'bk_1' } };

type Line = Record<string, unknown>;
const linesOf = (id: string): Line[] =>
  server.program.output.stderr
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []))
    .filter((line) => line.request_id === id);

it.each([
  ['tools/call', booking, 'right', ['tool call']],
  ['tools/call', booking, 'right', ['tool call']],
  ['tools/call', booking, 'broken', ['tool call', 'upstream call failed']],
  ['resources/read', reading, 'right', ['resource read']],
  ['resources/read', reading, 'broken', ['resource read', 'upstream call failed']],
  ['tools/call', booking, 'refused', ['request refused']],
])('logs %s %j when the platform’s answer is %s', async (method, params, how, messages) => {
  upstream.behave(how === 'broken' ? broken : json(200, { data: { id: 'bk_1' } }));
  const id = `id-${Math.random()}`;
  const key = how === 'refused' ? 'rcpt_token_unknown' : token;
  await (await post(server.url, { ...bearerHeader(key), 'x-request-id': id }, method, params)).text();
  await expect
    .poll(() =>
      linesOf(id)
        .map(({ message }) => message)
        .sort(),
    )
    .toEqual(messages);
  if (how !== 'refused') for (const line of linesOf(id)) expect(line.principal).toBe('front desk');
});

it.runIf(process.platform === 'linux')('a write that cannot be recorded', async () => {
  const id = 'id-of-a-write';
  await (await post(server.url, { ...bearerHeader(token), 'x-request-id': id }, 'tools/call', writing)).text();
  const refused = 'a write was refused: the audit log cannot be written';
  await expect
    .poll(() =>
      linesOf(id)
        .map(({ message }) => message)
        .sort(),
    )
    .toEqual([refused, 'tool call']);
});

it('each refused request is one line with its status, reason and client, whatever refused it', async () => {
  const limited = await startGuarded('token', ['--trusted-proxies', '127.0.0.1', '--rate-limit', '1/hour'], {
    RCPT_BASE_URL: upstream.url,
    RCPT_API_KEY: 'sk_live_x',
    RCPT_LOG_LEVEL: 'info',
  });
  try {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const unknown = bearerHeader('rcpt_token_unknown');
    await post(limited.url, { ...unknown, ...from, 'x-request-id': 'first' });
    await post(limited.url, { ...unknown, ...from, 'x-request-id': 'second' });
    await post(limited.url, { ...from, 'x-request-id': 'third', origin: 'https://other.example.com' });
    const ofName = bearerHeader(await limited.token('desk'));
    await post(limited.url, { ...ofName, 'x-request-id': 'fourth' });
    await post(limited.url, { ...ofName, 'x-request-id': 'fifth' });
    const refused = () =>
      limited.program.output.stderr
        .split('\n')
        .filter((line) => line.includes('request refused'))
        .map((line) => {
          const { status, reason, client, request_id: id, principal } = JSON.parse(line) as Line;
          return [id, status, reason, client, principal];
        });
    await expect.poll(refused).toEqual([
      ['first', 401, 'invalid_token', '203.0.113.7', undefined],
      ['second', 429, 'rate_limited', '203.0.113.7', undefined],
      ['third', 403, 'origin_not_allowed', '203.0.113.7', undefined],
      ['fifth', 429, 'rate_limited', '127.0.0.1', 'desk'],
    ]);
  } finally {
    await limited.close();
  }
});

it('a refused sign-in, report or message of any size is one line with the address of its client', async () => {
  const own = await startGuarded('token', ['--trusted-proxies', '127.0.0.1'], { RCPT_LOG_LEVEL: 'info' });
  try {
    const added = await runProgram(
      ['calls', 'sources', 'add', 'generic', '--name', 'desk', '--json'],
      cleanEnvironment(own.home),
    );
    const intake = `/api/intake/${JSON.parse(added.stdout).source.id}`;
    const desk = bearerHeader(await own.token('desk'));
    await own.token('agent', '--profile', 'voice');
    const login = JSON.stringify({ email: 'mara@example.com', password: 'canary of a password' });
    const values = `[${'0,'.repeat(MAX_MESSAGE_VALUES)}0]`;
    const many = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"values":${values}}}`;
    const attempts = Array.from({ length: 5 }, () => ['/api/dashboard/login', login, {}] as const);
    const sent: (readonly [path: string, body: string, headers: Record<string, string>])[] = [
      ...attempts,
      ['/api/dashboard/login', login, {}],
      ['/api/dashboard/login', login, { origin: 'https://other.example.com' }],
      ['/api/dashboard/logout-everywhere', '{}', {}],
      ['/mcp', 'x'.repeat(MAX_BODY_BYTES + 1), desk],
      ['/mcp', many, desk],
      [intake, '{"canary":1}', {}],
      [intake, 'x'.repeat(MAX_REPORT_BYTES + 1), {}],
      ['/api/voice/vapi', '{}', desk],
    ];
    for (const [index, [path, body, headers]] of sent.entries()) {
      const from = { 'x-forwarded-for': `203.0.113.${index < 6 ? 100 : index}`, 'x-request-id': `id-${index}` };
      const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...from };
      const answer = await fetch(new URL(path, own.url), { method: 'POST', body, headers: { ...all, ...headers } });
      await answer.text();
    }
    const refused = () =>
      own.program.output.stderr
        .split('\n')
        .filter((line) => line.includes('request refused'))
        .map((line) => {
          const { status, reason, route, client } = JSON.parse(line) as Line;
          return [status, reason, route, client];
        });
    const signIn = '/api/dashboard/login';
    await expect
      .poll(refused)
      .toEqual([
        ...attempts.map(() => [401, 'unauthorized', signIn, '203.0.113.100']),
        [429, 'too_many_attempts', signIn, '203.0.113.100'],
        [403, 'forbidden', signIn, '203.0.113.6'],
        [401, 'unauthorized', '/api/dashboard', '203.0.113.7'],
        [413, 'too_large', '/mcp', '203.0.113.8'],
        [413, 'too_large', '/mcp', '203.0.113.9'],
        [401, 'unauthorized', '/api/intake', '203.0.113.10'],
        [413, 'too_large', '/api/intake', '203.0.113.11'],
        [403, 'access_denied', '/api/voice/vapi', '203.0.113.12'],
      ]);
    expect(own.program.output.stderr).not.toContain('canary');
  } finally {
    await own.close();
  }
}, 60_000);

it('a refused delivery of any size is one line without the secret path', async () => {
  const secret = 'canary-of-the-path-of-webhooks';
  const env = { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x', RCPT_LOG_LEVEL: 'info' };
  const own = await startGuarded('token', ['--webhooks'], { ...env, RCPT_WEBHOOK_PATH_SECRET: secret });
  try {
    const deliver = (path: string, body: string) =>
      fetch(new URL(path, own.url), { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    await (await deliver(`/webhooks/${secret}x`, '{"canary":1}')).text();
    await (await deliver(`/webhooks/${secret}`, 'x'.repeat(MAX_DELIVERY_BYTES + 1))).text();
    const refused = () =>
      own.program.output.stderr
        .split('\n')
        .filter((line) => line.includes('request refused'))
        .map((line) => {
          const { status, reason, route } = JSON.parse(line) as Line;
          return [status, reason, route];
        });
    await expect.poll(refused).toEqual([
      [401, 'unauthorized', '/webhooks'],
      [413, 'too_large', '/webhooks'],
    ]);
    expect(own.program.output.stderr).not.toContain('canary');
  } finally {
    await own.close();
  }
});

it('an answer of /readyz that the server is not ready is no refused request', async () => {
  const probed = await startGuarded('token', [], {
    RCPT_BASE_URL: 'http://127.0.0.1:1',
    RCPT_API_KEY: 'sk_live_x',
    RCPT_LOG_LEVEL: 'info',
  });
  try {
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(new URL('/readyz', probed.url), { method })).status).toBe(503);
    await (await post(probed.url, bearerHeader('rcpt_token_unknown'))).text();
    await expect.poll(() => probed.program.output.stderr).toContain('invalid_token');
    expect(probed.program.output.stderr.split('request refused')).toHaveLength(2);
  } finally {
    await probed.close();
  }
});
