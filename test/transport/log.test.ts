import { afterAll, beforeAll, expect, it } from 'vitest';
import { bearerHeader, type Guarded, post, startGuarded } from '../support/guarded.ts';
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
