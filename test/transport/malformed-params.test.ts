import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginSession, responseIn } from '../support/mcp-session.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/** JSON-RPC 2.0, 5.1: malformed `params` are the client's error, -32602, whichever transport and revision. */
const MODERN = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};
const CASES: [method: string, params: object, field: string][] = [
  ['tools/list', { cursor: 5 }, 'cursor'],
  ['tools/call', { name: 5 }, 'name'],
  ['tools/call', { name: 'get_booking', arguments: [1] }, 'arguments'],
  ['tools/call', { name: 'get_account_context', arguments: null }, 'arguments'],
  ['resources/list', { cursor: {} }, 'cursor'],
  ['resources/read', {}, 'uri'],
  ['resources/read', { uri: 5 }, 'uri'],
  ['prompts/get', { name: {} }, 'name'],
  ['prompts/get', { name: 'book_appointment', arguments: { when: 5 } }, 'when'],
  ['prompts/get', { name: 'book_appointment', arguments: 'x' }, 'arguments'],
  ['completion/complete', { ref: 5 }, 'ref'],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'book_appointment' }, argument: { name: 5 } }, 'name'],
];

const home = temporaryFolder();
let server: HttpSession;
beforeAll(async () => {
  server = await startHttp({}, ['--sessions', '2']);
});
afterAll(async () => {
  await server?.close();
  await rm(home, { recursive: true, force: true });
});

type Answer = { id?: unknown; error?: { code: number; message: string } };

function expectInvalidParams({ error }: Answer, [method, , field]: (typeof CASES)[number]): void {
  expect(error?.code, method).toBe(-32_602);
  expect(error?.message, method).toContain(field);
  // One line, and not the list of a validator.
  expect(error?.message).toMatch(/^Invalid params: [^\n[]{1,400}$/);
}

async function overStdio(messages: object[]): Promise<Answer[]> {
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
  const { stdout } = await runProgram([], cleanEnvironment(home), input);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
}

const requests = (extra: object) =>
  CASES.map(([method, params], index) => ({ jsonrpc: '2.0', id: index, method, params: { ...params, ...extra } }));

describe('malformed params', () => {
  it('get -32602 with the field over stdio from a 2025 client', async () => {
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
    const answers = await overStdio([
      { jsonrpc: '2.0', id: 'hello', method: 'initialize', params: hello },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      ...requests({}),
      { jsonrpc: '2.0', id: 'subscribe', method: 'resources/subscribe', params: { uri: 7 } },
    ]);
    for (const [index, one] of CASES.entries()) expectInvalidParams(answers.find(({ id }) => id === index) ?? {}, one);
    const subscribed = answers.find(({ id }) => id === 'subscribe') ?? {};
    expectInvalidParams(subscribed, ['resources/subscribe', {}, 'uri']);
  });

  it('get -32602 with the field over stdio from a 2026 client', async () => {
    const answers = await overStdio(requests(MODERN));
    for (const [index, one] of CASES.entries()) expectInvalidParams(answers.find(({ id }) => id === index) ?? {}, one);
  });

  it('get -32602 over stdio if they are those of initialize', async () => {
    const [answer] = await overStdio([{ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 5 } }]);
    expect(answer?.error).toMatchObject({ code: -32_602, message: expect.stringContaining('protocolVersion') });
  });

  it.each(CASES)('get -32602 with the field over stateless HTTP: %s %j', async (...one) => {
    const [method, params] = one;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, ...MODERN } });
    const named = { 'mcp-method': method, ...('name' in params ? { 'mcp-name': String(params.name) } : {}) };
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      ...named,
    };
    const answer = (await responseIn(await fetch(server.url, { method: 'POST', headers, body }))) as Answer;
    // A header that contradicts the body is refused before the params are validated.
    if (answer.error?.code === -32_020) return;
    expectInvalidParams(answer, one);
  });

  it('get -32602 with the field in an HTTP session of a 2025 client', async () => {
    const session = await beginSession(server.url);
    for (const one of CASES) {
      const [method, params] = one;
      expectInvalidParams((await responseIn(await session.send(method, params))) as Answer, one);
    }
    await session.end();
  });
});
