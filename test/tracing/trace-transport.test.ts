import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { requestIn } from '../../src/transport/tracing/message.ts';
import { traceRequests } from '../../src/transport/tracing/trace-transport.ts';

/** The spans of the requests that a client sends on one connection. */
function startConnection() {
  const spans: string[] = [];
  const hook = traceRequests({
    over: 'stdio',
    tracer: {
      startSpan: ({ id, method }) => {
        spans.push(`${method} ${id} started`);
        return {
          traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
          end: (outcome) => void spans.push(`${method} ${id} ${outcome}`),
        };
      },
    },
  });
  const receive = (message: object) =>
    hook.onReceive?.({ jsonrpc: '2.0', ...message } as JSONRPCMessage, undefined, () => {});
  const send = (message: object) =>
    hook.onSend?.({ jsonrpc: '2.0', ...message } as JSONRPCMessage, undefined, async () => {});
  return { spans, receive, send, close: () => hook.onClose?.() };
}

describe('the span of a request', () => {
  it('ends when the client cancels the request, and a late answer does not end it again', () => {
    const { spans, receive, send, close } = startConnection();
    receive({ id: 1, method: 'tools/call', params: { name: 'get_booking' } });
    receive({ id: 2, method: 'tools/list' });
    receive({ method: 'notifications/cancelled', params: { requestId: 1 } });
    receive({ method: 'notifications/cancelled', params: {} });
    send({ id: 1, result: {} });
    expect(spans).toEqual(['tools/call 1 started', 'tools/list 2 started', 'tools/call 1 cancelled']);
    close();
    expect(spans.slice(3)).toEqual(['tools/list 2 cancelled']);
  });

  it('ends with the outcome in the answer', () => {
    const { spans, receive, send } = startConnection();
    for (const id of ['a', 'b', 'c']) receive({ id, method: 'tools/call' });
    send({ id: 'a', result: {} });
    send({ id: 'b', result: { isError: true } });
    send({ id: 'c', error: { code: -32602, message: 'x' } });
    expect(spans.slice(3)).toEqual(['tools/call a ok', 'tools/call b tool_error', 'tools/call c -32602']);
  });
});

it.each([
  null,
  'tools/list',
  [],
  { jsonrpc: '2.0', id: 1, result: {} },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: null, method: 'tools/list' },
])('%j is not traced, because it is no request', (message) => {
  expect(requestIn(message)).toBeUndefined();
});

it('a request is traced with its method, target and protocol revision', () => {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_booking', _meta } };
  expect(requestIn(call)).toMatchObject({ id: 1, method: 'tools/call', target: 'get_booking', version: '2026-07-28' });
  const read = { jsonrpc: '2.0', id: 'a', method: 'resources/read', params: { uri: 'rcpt://services' } };
  expect(requestIn(read)).toMatchObject({ id: 'a', method: 'resources/read', target: 'rcpt://services' });
});
