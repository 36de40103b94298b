import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Composition, compose } from '../../src/app/compose.ts';
import { parseInvocation } from '../../src/cli/parser/parse.ts';
import { readSettings } from '../../src/config/settings.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { serverFactory, sessionServers } from '../../src/server/index.ts';
import { type HttpServer, serveOverHttp } from '../../src/transport/http/server.ts';
import { allowAll } from '../support/allow-all.ts';
import { beginSession } from '../support/mcp-session.ts';

/** Idle sessions, with a clock that the test controls. */
const MINUTE = 60_000;
let now = Date.parse('2026-01-01T00:00:00Z');
/** Answers that are not written yet. */
let underWay = 0;
const observer = {
  requestStarted: () => void underWay++,
  requestEnded: () => void underWay--,
  requestRefused() {},
  sessionsChanged() {},
};
let composition: Composition;
let server: HttpServer;

beforeAll(async () => {
  const { options } = parseInvocation(['http', '--database', ':memory:'], {});
  composition = await compose(readSettings(options), silentLogger);
  const session = { caller: '', rights: '', verified: () => true, connect: sessionServers(composition) };
  const authorize = allowAll({ factory: serverFactory(composition), session });
  const { ready } = composition;
  const clock = { now: Date.now, monotonic: () => now };
  const where = { host: '127.0.0.1', port: 0 };
  server = await serveOverHttp({ authorize, logger: silentLogger, ready, clock, observer, maxSessions: 2, ...where });
});
afterAll(async () => {
  await server?.close();
  await composition?.close();
});

/** Advances the clock when the stream is the only open response. */
const pass = async (minutes: number) => {
  await expect.poll(() => underWay).toBe(1);
  now += minutes * MINUTE;
};

it('idle sessions expire after half an hour and free their slot; a session with a listener does not', async () => {
  const [idle, listened] = [await beginSession(server.url), await beginSession(server.url)];
  const stream = await listened.stream();
  await pass(29);
  expect((await idle.send('ping')).status).toBe(200);
  await pass(29);
  expect((await idle.send('ping')).status).toBe(200);
  await expect(beginSession(server.url)).rejects.toThrow('429');
  await pass(30);
  const next = await beginSession(server.url);
  expect((await idle.send('ping')).status).toBe(404);
  expect((await listened.send('ping')).status).toBe(200);
  await pass(30);
  expect((await next.send('ping')).status).toBe(404);
  await stream.body?.cancel();
});
