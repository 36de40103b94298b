import { PassThrough } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type * as z from 'zod';
import { compose } from '../../src/app/compose.ts';
import { parseInvocation } from '../../src/cli/parser/parse.ts';
import { readSettings } from '../../src/config/settings.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { connectionFactory, fastPathToolsFor, serverFactory } from '../../src/server/index.ts';
import type { Audit, ToolDefinition } from '../../src/tools/index.ts';
import { serveOverHttp } from '../../src/transport/http/server.ts';
import { serveConnection } from '../../src/transport/stdio/connection.ts';
import { lineSource } from '../../src/transport/stdio/line-source.ts';
import { allowAll } from '../support/allow-all.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** The arguments of a call are parsed once on every path to a tool. The schemas here count how often they are used. */
let upstream: Upstream;
let parsed: number;
let onFastPath: number;
let closing: (() => Promise<void>)[];

beforeEach(async () => {
  upstream = await startUpstream(
    json(200, { data: { id: 'bk_1', status: 'confirmed', start_time: '2026-11-20T10:00:00Z' } }),
  );
  parsed = 0;
  onFastPath = 0;
  closing = [upstream.close];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
});

/** Returns the tool with a schema that counts its uses. */
function counting(tool: ToolDefinition): ToolDefinition {
  const { booking_id: id } = tool.input.shape as Record<string, z.ZodType>;
  if (!id) return tool;
  const counted = id.transform((value) => {
    parsed++;
    return value;
  });
  return { ...tool, input: tool.input.extend({ booking_id: counted }) };
}

const audit: Audit = { begin: async () => async () => {} };

async function serverParts() {
  const { options: values } = parseInvocation(['http'], {
    RCPT_BASE_URL: upstream.url,
    RCPT_API_KEY: 'sk_live_x',
    RCPT_CONFIRM: 'destructive',
  });
  const { tools, services, ready, close } = await compose(readSettings(values), silentLogger);
  closing.push(close);
  const options = { tools: tools.map(counting), services: { ...services, audit } };
  const direct = fastPathToolsFor(options);
  const call: typeof direct.call = (...args) => {
    onFastPath++;
    return direct.call(...args);
  };
  return { options, direct: { ...direct, call }, ready };
}

async function startHttp(): Promise<URL> {
  const { options, direct, ready } = await serverParts();
  const authorize = allowAll({ factory: serverFactory(options), fastPathTools: direct });
  const server = await serveOverHttp({ logger: silentLogger, host: '127.0.0.1', port: 0, ready, authorize });
  closing.push(server.close);
  return new URL(server.url);
}

type Call = (name: string, args: object) => Promise<unknown>;

/** Calls tools over HTTP, with protocol version 2025-11-25 and without a session. */
async function overHttp(): Promise<Call> {
  const url = await startHttp();
  return async (name, args) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    });
    return JSON.parse((await response.text()).replace(/^event: message\ndata: /, ''));
  };
}

/** Calls tools over stdio, with protocol version 2025-11-25. */
async function overStdio(): Promise<Call> {
  const { options } = await serverParts();
  const input = new PassThrough();
  const output = new PassThrough().setEncoding('utf8');
  const { factory, onListen } = connectionFactory(options);
  const connection = serveConnection({ factory, onListen, logger: silentLogger, lines: lineSource(input), output });
  closing.push(async () => {
    input.end();
    await connection.closed;
  });
  const answers = output[Symbol.asyncIterator]();
  const ask = async (message: object) => {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })}\n`);
    return JSON.parse((await answers.next()).value as string);
  };
  const clientInfo = { name: 'test', version: '1' };
  await ask({ method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  input.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  return (name, args) => ask({ method: 'tools/call', params: { name, arguments: args } });
}

it.each([
  ['HTTP, through the SDK and then on the fast path', overHttp, 1],
  ['stdio, which has no fast path', overStdio, 0],
])('a tool call parses its arguments once over %s', async (_name, open, fastPathCalls) => {
  const call = await open();
  for (const [name, args] of [
    ['get_booking', {}],
    // A write, which is audited.
    ['update_booking', { notes: 'x' }],
  ] as const) {
    for (const fast of [0, fastPathCalls]) {
      parsed = 0;
      const before = onFastPath;
      expect(await call(name, { booking_id: 'bk_1', ...args })).toMatchObject({
        result: { structuredContent: { booking: {} } },
      });
      expect([name, parsed]).toEqual([name, 1]);
      if (name === 'get_booking') expect(onFastPath - before).toBe(fast);
    }
  }
  expect(onFastPath > 0).toBe(fastPathCalls > 0);
});

it('a rejected write parses its arguments once, although alternatives are searched', async () => {
  upstream.behave(({ method }, response) =>
    json(
      method === 'GET' ? 200 : 409,
      method === 'GET' ? { data: { id: 'bk_1' } } : { error: 'conflict', message: 'taken' },
    )({ method, path: '', headers: {}, body: '' }, response),
  );
  const call = await overHttp();
  const answer = await call('update_booking', { booking_id: 'bk_1', start_time: '2199-06-05T14:00:00Z' });
  expect(answer).toMatchObject({ result: { isError: true, structuredContent: { error: { status: 409 } } } });
  expect(parsed).toBe(1);
});

it('a call with a confirmation token parses its arguments once in each of two requests', async () => {
  const call = await overHttp();
  const unconfirmed = (await call('cancel_booking', { booking_id: 'bk_1' })) as {
    result: { structuredContent: { question: { repeat_with: { confirm_token: string } } } };
  };
  expect(parsed).toBe(1);
  const { confirm_token } = unconfirmed.result.structuredContent.question.repeat_with;
  await call('cancel_booking', { booking_id: 'bk_1', confirm_token });
  expect(upstream.received.map(({ method }) => method)).toContain('POST');
  expect(parsed).toBe(2);
});

it('a call with an elicitation form parses its arguments once in each of two rounds', async () => {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { confirm: true } }));
  await client.connect(new StreamableHTTPClientTransport(await startHttp()));
  closing.push(() => client.close());
  await client.callTool({ name: 'cancel_booking', arguments: { booking_id: 'bk_1' } });
  expect(upstream.received.map(({ method }) => method)).toContain('POST');
  expect(parsed).toBe(2);
});
