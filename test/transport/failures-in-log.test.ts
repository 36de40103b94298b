import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerHeader, type Guarded, post, startGuarded } from '../support/guarded.ts';
import { PROGRAM } from '../support/program.ts';
import { type Behaviour, json, startUpstream, type Upstream } from '../support/upstream.ts';

/** What the built program logs when something else fails: one line for a failure, with the cause in words. */
let upstream: Upstream;
let server: Guarded;
let token: string;

const broken: Behaviour = (_request, response) => void response.destroy();
const right = json(200, { data: { id: 'bk_1' } });
const env = () => ({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });

beforeAll(async () => {
  upstream = await startUpstream(broken);
  server = await startGuarded('token', ['--poll', '5s'], env());
  token = await server.token('front desk');
});
afterAll(async () => {
  await Promise.all([server?.close(), upstream?.close()]);
});

interface Line {
  level: string;
  message: string;
  error?: { message: string; stack?: string };
  cause?: { message: string; stack?: string };
}
const linesOf = ({ program }: Guarded, message: string): Line[] =>
  program.output.stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.message === message);
const call = async (to: Guarded, key: string) => {
  const params = { name: 'get_booking', arguments: { booking_id: 'bk_1' } };
  const answer = await post(to.url, bearerHeader(key), 'tools/call', params);
  return { status: answer.status, text: await answer.text() };
};

it('logs a failed call once, and the failure of polling once for each list', async () => {
  expect((await call(server, token)).text).toContain('connection_lost');
  await expect.poll(() => linesOf(server, 'upstream call failed')).toHaveLength(1);
  const [failed] = linesOf(server, 'upstream call failed');
  expect(failed?.level).toBe('warn');
  expect(failed?.cause?.message).toMatch(/^connection_lost: \S.+/);
  await expect.poll(() => linesOf(server, 'polling failed and will be retried')).toHaveLength(2);
  for (const { level, error } of linesOf(server, 'polling failed and will be retried')) {
    expect(level).toBe('warn');
    expect(error?.message).toMatch(/^list(Bookings|Calls): connection_lost: \S.+/);
  }
  expect(server.program.output.stderr).not.toContain('stack');
});

it('a client that disconnects is not logged as a failure of the platform', async () => {
  const failures = linesOf(server, 'upstream call failed').length;
  const leave = new AbortController();
  const ended = new Promise<void>((resolve) => {
    upstream.behave((_request, response) => {
      response.on('close', resolve);
      leave.abort();
    });
  });
  const params = { name: 'get_booking', arguments: { booking_id: 'bk_1' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const headers = {
    ...bearerHeader(token),
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const answer = fetch(server.url, { method: 'POST', headers, body, signal: leave.signal });
  await expect(answer.then((begun) => begun.text())).rejects.toThrow();
  await ended;
  // Another call afterwards, so that the line of the first one would be there.
  upstream.behave(right);
  expect((await call(server, token)).status).toBe(200);
  expect(linesOf(server, 'upstream call failed')).toHaveLength(failures);
  upstream.behave(broken);
});

const ready = () => fetch(new URL('/readyz', server.url)).then(({ status }) => status);
const emptyList = json(200, { data: [], meta: { total: 0, page: 1, per_page: 1, has_more: false } });

it('logs once that it is not ready, however often that is checked', async () => {
  for (let check = 0; check < 3; check++) expect(await ready()).toBe(503);
  expect(linesOf(server, 'not ready')).toMatchObject([{ level: 'warn', error: { message: expect.any(String) } }]);
  upstream.behave(emptyList);
  await expect.poll(ready, { timeout: 20_000 }).toBe(200);
  upstream.behave(right);
});

it('a probe of readiness is answered 503 before its usual timeout while the platform hangs', async () => {
  upstream.behave(emptyList);
  await expect.poll(ready, { timeout: 20_000 }).toBe(200);
  upstream.behave(() => {});
  const started = performance.now();
  expect(await ready()).toBe(503);
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(linesOf(server, 'not ready').at(-1)?.error?.message).toContain('did not answer within 4 s');
  upstream.behave(right);
});

describe('a server whose file of tokens cannot be read', () => {
  it('answers probes of readiness with 503', async () => {
    upstream.behave(emptyList);
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
    const good = readFileSync(server.tokens, 'utf8');
    writeFileSync(server.tokens, '[{}]');
    expect(await ready()).toBe(503);
    writeFileSync(server.tokens, good);
    expect(await ready()).toBe(200);
    upstream.behave(right);
  });

  const message = 'all requests are refused: the file of tokens cannot be read';

  it('logs why, once for each such state, and serves requests afterwards', async () => {
    const good = readFileSync(server.tokens, 'utf8');
    for (const state of [1, 2]) {
      writeFileSync(server.tokens, '[{}]');
      for (let request = 0; request < 5; request++) expect((await call(server, token)).status).toBe(503);
      expect(linesOf(server, message)).toHaveLength(state);
      expect(linesOf(server, message).at(-1)).toMatchObject({
        level: 'warn',
        error: { message: expect.stringContaining('entry 1: name must be') },
      });
      writeFileSync(server.tokens, good);
      expect((await call(server, token)).status).toBe(200);
    }
  });

  // Root may read every file.
  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('names the missing permission', async () => {
    chmodSync(server.tokens, 0);
    expect((await call(server, token)).status).toBe(503);
    expect(linesOf(server, message).at(-1)?.error?.message).toContain('permission denied');
    chmodSync(server.tokens, 0o600);
  });
});

it('logs stacks at the level debug, with the paths of the program that runs', async () => {
  upstream.behave(broken);
  const debug = await startGuarded('token', ['--log-level', 'debug'], env());
  try {
    await call(debug, await debug.token('desk'));
    await expect.poll(() => linesOf(debug, 'upstream call failed')).toHaveLength(1);
    const { stack = '' } = linesOf(debug, 'upstream call failed')[0]?.cause ?? {};
    const files = [...stack.matchAll(/(?<=[ (])(\/[^():]+):\d+:\d+/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(dirname(file)).toBe(dirname(PROGRAM));
  } finally {
    await debug.close();
  }
});
