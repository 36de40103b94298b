import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../src/lib/logging/logger.ts';
import { systemClock } from '../../src/lib/time/clock.ts';
import { type HttpServer, serveOverHttp } from '../../src/transport/http/server.ts';
import { allowAll } from '../support/allow-all.ts';

/** Unexpected errors cannot be caused through the program, so the server's factory is replaced by a broken one. */
const lines: string[] = [];
let server: HttpServer;
beforeAll(async () => {
  const broken = (): never => {
    throw new TypeError('internal details of the failure');
  };
  const session = { caller: '', rights: '', verified: () => true, connect: broken };
  server = await serveOverHttp({
    authorize: allowAll({ factory: broken, session }),
    logger: createLogger({ level: 'debug', format: 'json', write: (line) => void lines.push(line) }),
    ready: async () => {},
    clock: systemClock,
    host: '127.0.0.1',
    port: 0,
    maxSessions: 2,
  });
});
afterAll(() => server?.close());

it('an unexpected error of a request is answered with 500 and logged with its details', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const answer = await fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    error: 'internal_error',
    message: expect.stringMatching(/unknown whether it took effect: read .* before you repeat it/),
  });
  expect(lines.join()).toMatch(/request failed.*internal details of the failure/);
  expect(lines.join()).toContain(answer.headers.get('x-request-id') ?? 'no id');
});
