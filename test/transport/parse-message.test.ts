import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, startProgram } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

/** Malformed lines over stdio are answered or ignored, and reading continues. */
const home = temporaryFolder();
let upstream: Upstream;
const env = () => cleanEnvironment(home, { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });

beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(async () => {
  await upstream.close();
  await rm(home, { recursive: true, force: true });
});

type Answer = { id: unknown; result?: object; error?: { code: number; message: string } };

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 'open',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});
const request = (id: unknown, method = 'ping', params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

/** Writes pieces to a server of its own one after the other, ends, and gives what was answered after the opening. */
async function answers(...pieces: (string | Buffer)[]): Promise<Answer[]> {
  const program = startProgram([], env());
  for (const piece of [`${initialize}\n`, ...pieces]) {
    program.child.stdin?.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  program.child.stdin?.end();
  expect(await program.ended).toBe(0);
  const lines = program.output.stdout.trim().split('\n');
  return lines.map((line) => JSON.parse(line)).filter(({ id }) => id !== 'open');
}

const summary = (all: Answer[]) => all.map(({ id, error }) => [id, error?.code]);

describe('a line that is no message', () => {
  it.each([
    ['half an object', '{"jsonrpc":"2.0","id":1,', null, -32700],
    ['words', 'hello', null, -32700],
    ['a number', '5', null, -32600],
    ['null', 'null', null, -32600],
    ['a batch', `[${request(1)},${request(2)}]`, null, -32600],
    ['an object of something else', '{"hello":1}', null, -32600],
    ['another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}', 7, -32600],
    ['no method', '{"jsonrpc":"2.0","id":"x"}', 'x', -32600],
    ['a method that is none', '{"jsonrpc":"2.0","id":8,"method":5}', 8, -32600],
    ['parameters that are none', '{"jsonrpc":"2.0","id":9,"method":"ping","params":"x"}', 9, -32600],
    ['an id that is none', request(null), null, -32600],
    ['a long id of no message', `{"id":"${'x'.repeat(300)}","method":"ping"}`, null, -32600],
    ['a long id', request('x'.repeat(300)), null, -32600],
    ['an id that is an object', request({ a: 1 }), null, -32600],
    ['a fraction as id', request(1.5), 1.5, -32600],
  ])('is answered with an error, and the next line is served: %s', async (_, line, id, code) => {
    expect(summary(await answers(`${line}\n${request('good')}\n`))).toEqual([
      [id, code],
      ['good', undefined],
    ]);
  });

  it('receives no answer when it is a malformed response', async () => {
    const responses = ['{"jsonrpc":"2.0","id":null,"error":{}}', '{"jsonrpc":"1.0","id":1,"result":{}}'];
    expect(summary(await answers(`${responses.join('\n')}\n${request('good')}\n`))).toEqual([['good', undefined]]);
  });

  it('receives an error when it exceeds the length limit', async () => {
    const long = `${'x'.repeat(11 * 1024 * 1024)}\n`;
    expect(summary(await answers(long, `${request('good')}\n`))).toEqual([
      [null, -32600],
      ['good', undefined],
    ]);
  });

  it('receives an error when it is not UTF-8', async () => {
    const call = request(1, 'tools/call', { name: 'get_booking', arguments: { booking_id: 'J\u00fcrgen' } });
    const before = upstream.received.length;
    expect(summary(await answers(Buffer.from(`${call}\n`, 'latin1')))).toEqual([[null, -32700]]);
    expect(upstream.received.length).toBe(before);
  });
});

it('stdio accepts empty lines, CRLF and messages split across chunks', async () => {
  const frame = Buffer.from(`\r\n\n${request('ü')}\r\n\n${request(2)}\r\n`);
  const pieces = Array.from({ length: Math.ceil(frame.length / 7) }, (_, at) => frame.subarray(at * 7, at * 7 + 7));
  expect(summary(await answers(...pieces))).toEqual([
    ['ü', undefined],
    [2, undefined],
  ]);
});

it('stdio answers both of two requests with one id, also when input ends first', async () => {
  upstream.behave((received, response) => {
    const id = received.path.split('/').at(-1);
    setTimeout(() => json(200, { data: { id } })(received, response), id === 'slow' ? 600 : 200);
  });
  const call = (id: string) => request(1, 'tools/call', { name: 'get_booking', arguments: { booking_id: id } });
  const both = await answers(`${call('slow')}\n${call('quick')}\n`);
  const ids = both.map((answer) => field(answer, 'result', 'structuredContent', 'booking', 'id'));
  expect(ids.sort()).toEqual(['quick', 'slow']);
});

it('a response with a long id is not answered, which could cause an endless exchange of errors', async () => {
  const response = JSON.stringify({ jsonrpc: '2.0', id: 'x'.repeat(300), result: {} });
  expect(summary(await answers(`${response}\n`, `${request(1)}\n`))).toEqual([[1, undefined]]);
});
