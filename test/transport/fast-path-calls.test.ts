import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { startTwins, type Twins } from './twins.ts';

/** Calls that take their time, answered without the SDK. */
let upstream: Upstream;
let twins: Twins;

beforeEach(async () => {
  upstream = await startUpstream(json(200, { data: { id: 'bk_late' } }));
  twins = await startTwins([], { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
  // The first of a kind is the SDK's.
  const first = call();
  await text(await first.answer);
});
afterEach(async () => {
  await twins.close();
  await upstream.close();
});

const booking = { name: 'get_booking', arguments: { booking_id: 'bk_late' } };
const contact = { name: 'create_contact', arguments: { name: 'Ada Late', email: 'ada@example.com' } };

function call(
  params: object = booking,
  headers: Record<string, string> = {},
): { sent: ClientRequest; answer: Promise<IncomingMessage> } {
  const sent = request(twins.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
  });
  const answer = once(sent, 'response').then(([response]) => response as IncomingMessage);
  sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  return { sent, answer };
}

async function text(answer: IncomingMessage): Promise<string> {
  let read = '';
  for await (const chunk of answer.setEncoding('utf8')) read += chunk;
  return read;
}

/** The platform's side of the next request, which is not answered. */
function held(): Promise<ServerResponse> {
  return new Promise((resolve) => upstream.behave((_request, response) => resolve(response)));
}

it('a client that disconnects cancels its fast-path call that reads', async () => {
  const reached = held();
  const { sent, answer } = call();
  answer.catch(() => {});
  const response = await reached;
  const closed = once(response, 'close');
  sent.on('error', () => {}).destroy();
  await closed;
  expect(response.writableFinished).toBe(false);
  expect(twins.answered).toBe(1);
});

it.each([
  ['the fast path', {}, 1],
  ['the SDK', { 'x-unusual': '1' }, 0],
])(
  'a write of MCP 2025 that %s answers continues when its client disconnects, and shutdown waits for it',
  async (...row) => {
    const [, headers, answered] = row;
    const written = new Promise<ServerResponse>((resolve) =>
      upstream.behave((received, response) => {
        if (received.method === 'POST') resolve(response);
        else json(200, { data: [], meta: { total: 0, page: 1, per_page: 25, has_more: false } })(received, response);
      }),
    );
    const { sent, answer } = call(contact, headers);
    answer.catch(() => {});
    const response = await written;
    sent.on('error', () => {}).destroy();
    let isClosed = false;
    const closed = twins.close().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([isClosed, response.destroyed]).toEqual([false, false]);
    json(201, { data: { id: 'ct_1', ...contact.arguments } })(upstream.received.at(-1) as never, response);
    await closed;
    expect(response.writableFinished).toBe(true);
    expect(twins.answered).toBe(answered);
  },
);

it('the fast path sends the headers of a stream before its event', async () => {
  const reached = held();
  const answer = await call().answer;
  expect(answer.headers['content-type']).toBe('text/event-stream');
  json(200, { data: { id: 'bk_late' } })(upstream.received.at(-1) as never, await reached);
  expect(await text(answer)).toContain('bk_late');
  expect(twins.answered).toBe(1);
});

it('closing the server lets an open fast-path call finish', async () => {
  const reached = held();
  const { answer } = call();
  const response = await reached;
  const closed = twins.close();
  json(200, { data: { id: 'bk_late' } })(upstream.received.at(-1) as never, response);
  expect(await text(await answer)).toContain('bk_late');
  await closed;
  expect(twins.answered).toBe(1);
});
