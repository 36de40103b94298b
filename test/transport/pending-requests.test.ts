import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { trackPendingRequests } from '../../src/transport/stdio/pending-requests.ts';

function startConnection() {
  const pending = trackPendingRequests();
  const receive = (message: object) =>
    pending.hook.onReceive?.({ jsonrpc: '2.0', ...message } as JSONRPCMessage, undefined, () => {});
  const send = (message: object) =>
    pending.hook.onSend?.({ jsonrpc: '2.0', ...message } as JSONRPCMessage, undefined, async () => {});
  return { pending, receive, send };
}

it('a request is pending until it is answered or cancelled, and a subscription never is', async () => {
  const { pending, receive, send } = startConnection();
  receive({ id: 1, method: 'tools/call' });
  receive({ id: 2, method: 'tools/call' });
  receive({ id: 3, method: 'subscriptions/listen' });
  receive({ method: 'notifications/initialized' });
  expect(pending.size).toBe(2);
  receive({ method: 'notifications/cancelled', params: { requestId: 1 } });
  expect(pending.size).toBe(1);
  await send({ method: 'notifications/progress' });
  await send({ id: 4, method: 'elicitation/create' });
  expect(pending.size).toBe(1);
  await send({ id: 2, result: {} });
  expect(pending.size).toBe(0);
});

it('two requests with one id are pending until both are answered, or the id is cancelled', async () => {
  const { pending, receive, send } = startConnection();
  receive({ id: 1, method: 'tools/call' });
  receive({ id: 1, method: 'tools/call' });
  await send({ id: 1, result: {} });
  expect(pending.size).toBe(1);
  receive({ id: 1, method: 'tools/call' });
  receive({ method: 'notifications/cancelled', params: { requestId: 1 } });
  expect(pending.size).toBe(0);
});
