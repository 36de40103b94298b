import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CancelSignal } from '../../../src/lib/concurrency/cancellation.ts';
import { MAX_TOOL_CALLS } from '../../../src/transport/voice/vapi-message.ts';
import { type RawHeaders, sendRaw, startVoiceServer, type VoiceServer } from '../../support/voice-server.ts';

/** Vapi's `tool-calls` messages without MCP. */
const [ONE, TWO] = ['+12125550123', '+12125550124'];

let server: VoiceServer;
let url: string;

beforeAll(async () => {
  server = await startVoiceServer({
    numberHeader: 'x-caller-number',
    callInProgress: async (callId) => (callId === 'call-1' ? { phone: ONE } : undefined),
  });
  url = new URL('/api/voice/vapi', server.url).href;
});
afterAll(() => server?.close());

const toolCall = (args: unknown = {}, name = 'say_caller', id = 'toolu_1') => ({ id, name, parameters: args });
const message = (fields: object = {}) => ({ message: { type: 'tool-calls', toolCallList: [toolCall()], ...fields } });

async function results(body: unknown, headers: RawHeaders = []): Promise<unknown> {
  const answer = await sendRaw(url, body, headers);
  expect([answer.status, answer.type]).toEqual([200, 'application/json']);
  return JSON.parse(answer.body);
}

/** Who the server takes the caller of a message for. */
async function callerOf(fields: object, headers: RawHeaders = []): Promise<unknown> {
  const {
    results: [first],
  } = (await results(message(fields), headers)) as { results: [{ result: string }] };
  return first.result;
}

describe('a tool-calls message', () => {
  it('a tool-calls message is answered with one result for each call, in the form of Vapi', async () => {
    expect(await results(message({ toolCallList: [toolCall({ word: 'hello' })], toolWithToolCallList: [] }))).toEqual({
      results: [{ name: 'say_caller', toolCallId: 'toolu_1', result: 'null/null/hello' }],
    });
  });

  it.each([
    ['parameters as an object', toolCall({ word: 'a' })],
    ['parameters as text', toolCall('{"word":"a"}')],
    ['arguments', { id: 'toolu_1', name: 'say_caller', arguments: { word: 'a' } }],
    [
      'a function with an object',
      { id: 'toolu_1', type: 'function', function: { name: 'say_caller', arguments: { word: 'a' } } },
    ],
    [
      'a function with text',
      { id: 'toolu_1', type: 'function', function: { name: 'say_caller', arguments: '{"word":"a"}' } },
    ],
  ])('a tool-calls message may have its call as %s', async (_name, call) => {
    expect(await results(message({ toolCallList: [call] }))).toEqual({
      results: [{ name: 'say_caller', toolCallId: 'toolu_1', result: 'null/null/a' }],
    });
  });

  it('a tool-calls message has the conversation of an hour, with the time of each word', async () => {
    const word = { word: 'tomorrow', start: 1_234.5, end: 1_234.9, confidence: 0.98, punctuated: 'tomorrow,' };
    const turn = { role: 'user', message: 'Hello, tomorrow', metadata: { wordLevelConfidence: Array(20).fill(word) } };
    const artifact = { messages: Array.from({ length: 400 }, () => turn), transcript: 'Hello, tomorrow\n'.repeat(400) };
    const body = message({ artifact });
    expect(JSON.stringify(body).match(/"(word|start|end|confidence|punctuated)":/g)).toHaveLength(40_000);
    expect(await results(body)).toMatchObject({ results: [{ result: 'null/null' }] });
  });

  it('the server makes several calls in order, and a failed one does not keep out the next', async () => {
    const calls = ['say_caller', 'fail_here', 'no_such_tool', 'change_it'];
    const list = calls.map((name, index) => toolCall({}, name, `id_${index}`));
    const { results: said } = (await results(message({ toolCallList: list }))) as { results: Record<string, string>[] };
    expect(said.map(({ name, toolCallId }) => [name, toolCallId])).toEqual(calls.map((name, i) => [name, `id_${i}`]));
    expect(said[0]?.result).toBe('null/null');
    expect(said[3]?.result).toBe('I would change it. Shall I?');
    for (const { result } of said.slice(1, 3)) {
      expect(result).toMatch(/^[A-Z].{20,200}[.?]$/);
      expect(result).not.toMatch(/secret|\d{3}|_|error/i);
    }
  });

  it.each([
    ['text that is no JSON', '{"word":'],
    ['a list', []],
    ['a number', 7],
    ['a wrong type', { word: { of: 7 } }],
  ])('the server speaks the failure of arguments that are %s', async (_name, args) => {
    const [said] = String(await callerOf({ toolCallList: [toolCall(args)] })).split(' Not to be said: ');
    expect(said).toMatch(/^[A-Z][^\d{}]{20,200}[.?]$/);
  });
});

it('a call continues when its client disconnects, shutdown waits for it, and no further call is made', async () => {
  const signals: CancelSignal[] = [];
  let finish = () => {};
  let isFinished = false;
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const own = await startVoiceServer({
    async work(signal) {
      signals.push(signal);
      begin();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      isFinished = true;
    },
  });
  const body = JSON.stringify(message({ toolCallList: [toolCall({}, 'take_time'), toolCall({}, 'take_time')] }));
  const sent = request(new URL('/api/voice/vapi', own.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  sent.on('error', () => {}).end(body);
  await begun;
  sent.destroy();
  let isClosed = false;
  const closed = own.close().then(() => {
    isClosed = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([isClosed, isFinished]).toEqual([false, false]);
  finish();
  await closed;
  expect(isFinished).toBe(true);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
});

describe('the caller of a tool-calls message', () => {
  const customer = (number: unknown) => ({ customer: { number } });

  it.each<[name: string, fields: object, headers: RawHeaders, caller: string]>([
    ['nothing', {}, [], 'null/null'],
    ['the customer of the call', { call: { id: 'c', ...customer(ONE) } }, [], `${ONE}/c`],
    ['the customer of the message', customer(ONE), [], `${ONE}/null`],
    ['both', { call: { id: 'c', ...customer(ONE) }, ...customer(ONE) }, [], `${ONE}/c`],
    ['two that differ', { call: { id: 'c', ...customer(ONE) }, ...customer(TWO) }, [], 'null/c'],
    ['a customer without a number', { call: { id: 'c', customer: { name: ONE } } }, [], 'null/c'],
    ['a withheld number', { call: { id: 'c', ...customer('anonymous') } }, [], 'null/c'],
    ['a number that is no text', { call: { id: 'c', ...customer(12125550123) } }, [], 'null/c'],
    ['a web call', { call: { id: 'c', type: 'webCall', ...customer(ONE) } }, [], 'null/c'],
    ['a call in progress', { call: { id: 'call-1' } }, [], `${ONE}/call-1`],
    ['a call in progress that differs', { call: { id: 'call-1', ...customer(TWO) } }, [], 'null/call-1'],
    ['a header that agrees', { call: { id: 'c', ...customer(ONE) } }, ['X-Caller-Number', ONE], `${ONE}/c`],
    ['a header that differs', { call: { id: 'c', ...customer(ONE) } }, ['X-Caller-Number', TWO], 'null/c'],
    ['two call ids that differ', { call: { id: 'c', ...customer(ONE) } }, ['X-Call-Id', 'd'], `${ONE}/null`],
    ['arguments', { toolCallList: [toolCall({ word: ONE })] }, [], `null/null/${ONE}`],
  ])('the caller is known from %s', async (_name, fields, headers, caller) => {
    expect(await callerOf(fields, headers)).toBe(caller);
  });

  it('a tool-calls message with a header twice is refused', async () => {
    const answer = await sendRaw(url, message(), ['X-Caller-Number', ONE, 'X-Caller-Number', ONE]);
    expect(answer.status).toBe(400);
  });
});

describe('POST /api/voice/vapi refuses', () => {
  it.each<[name: string, body: unknown, headers: RawHeaders, status: number]>([
    ['other messages of Vapi', { message: { type: 'end-of-call-report' } }, [], 422],
    ['a body without a message', {}, [], 422],
    ['a message of MCP', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, [], 422],
    ['no calls', message({ toolCallList: [] }), [], 422],
    [
      'too many calls',
      message({ toolCallList: Array.from({ length: MAX_TOOL_CALLS + 1 }, () => toolCall()) }),
      [],
      422,
    ],
    ['a call without an id', message({ toolCallList: [{ name: 'say_caller' }] }), [], 422],
    ['a call without a name', message({ toolCallList: [{ id: 'x' }] }), [], 422],
    ['calls that are no objects', message({ toolCallList: ['say_caller'] }), [], 422],
    ['what is no JSON', '{"message":', [], 400],
    ['an empty body', '', [], 400],
    ['another content type', message(), ['Content-Type', 'text/plain'], 415],
    ['too many values', message({ x: Array.from({ length: 200_001 }, () => 0) }), [], 413],
    ['a body over 1 MiB', message({ x: 'x'.repeat(1024 * 1024) }), [], 413],
    ['another Origin', message(), ['Origin', 'https://evil.example.com'], 403],
  ])('%s, with a sentence', async (_name, body, headers, status) => {
    const answer = await sendRaw(url, body, headers);
    expect([answer.status, answer.type]).toEqual([status, 'application/json']);
    const { message: sentence, error } = JSON.parse(answer.body);
    expect(sentence ?? error.message).toMatch(/^[A-Z].*/);
  });

  it('other methods with 405', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await sendRaw(url, '', [], method);
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
    }
  });
});
