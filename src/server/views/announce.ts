import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { isObject } from '../../lib/json.ts';
import { META_PREFIX } from '../../lib/protocol.ts';
import { drawsViews, VIEW_CAPABILITIES } from './extension.ts';

type Next<R> = (message: JSONRPCMessage) => R;

/**
 * Creates the hook of one connection (`TransportHook` of `src/transport/sdk`) that announces views to a client that draws
 * them, and to no other. The SDK's servers announce the same capabilities to all clients.
 */
export function announceViews() {
  /** Open requests that are answered with the server's capabilities. */
  const asking = new Set<RequestId>();
  return {
    onReceive(message: JSONRPCMessage, _extra: unknown, next: Next<void>): void {
      if ('id' in message && 'method' in message && drawsViews(declaredIn(message))) asking.add(message.id);
      next(message);
    },
    onSend(message: JSONRPCMessage, _options: unknown, next: Next<Promise<void>>): Promise<void> {
      const isAnswer = !('method' in message) && message.id !== undefined && asking.delete(message.id);
      return next(isAnswer ? withViews(message) : message);
    },
  };
}

/** Returns the client's capabilities in a request for those of the server. */
function declaredIn({ method, params }: { method: string; params?: Record<string, unknown> | undefined }): unknown {
  if (method === 'initialize') return params?.capabilities;
  const meta = method === 'server/discover' && params?._meta;
  return isObject(meta) ? meta[`${META_PREFIX}clientCapabilities`] : undefined;
}

function withViews<M extends JSONRPCMessage>(message: M): M {
  if (!('result' in message) || !isObject(message.result.capabilities)) return message;
  const capabilities = { ...message.result.capabilities, ...VIEW_CAPABILITIES };
  return { ...message, result: { ...message.result, capabilities } };
}
