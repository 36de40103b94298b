import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import type { RequestLifetime } from '../../lib/http/request-lifetime.ts';
import type { TransportHook } from '../sdk/decorate-transport.ts';

interface OpenRequest {
  /** True after the server has received it: before that, the SDK's transport may refuse it. */
  isReceived: boolean;
  /** Lets it no longer count for the limits of HTTP requests. */
  release(): void;
}

/**
 * The JSON-RPC requests of a session that have not ended. A request continues when its HTTP connection is lost, and counts
 * for all limits until it is answered or cancelled, or the session ends.
 * @param onEnd called when a request has ended.
 */
export function createOpenRequests(onEnd: (id: RequestId) => void) {
  const open = new Map<RequestId, OpenRequest>();
  const endIf = (id: RequestId, isReceived: boolean) => {
    const request = open.get(id);
    if (request?.isReceived !== isReceived) return;
    open.delete(id);
    request.release();
    onEnd(id);
  };
  const hook: TransportHook = {
    onReceive(message, _extra, next) {
      const request = 'method' in message && 'id' in message ? open.get(message.id) : undefined;
      if (request) request.isReceived = true;
      next(message);
      const cancelled = cancelledId(message);
      // The server does not answer it.
      if (cancelled !== undefined) endIf(cancelled, true);
    },
    onSend(message, _options, next) {
      const sent = next(message);
      if (!('method' in message) && message.id !== undefined) endIf(message.id, true);
      return sent;
    },
    onClose() {
      for (const id of [...open.keys()]) endIf(id, true);
    },
  };
  return {
    hook,
    get size() {
      return open.size;
    },
    has: (id: RequestId) => open.has(id),
    start: (id: RequestId, lifetime: RequestLifetime) =>
      void open.set(id, { isReceived: false, release: lifetime.retain() }),
    /** Ends a request that the SDK's transport has answered itself. */
    endUnlessReceived: (id: RequestId) => endIf(id, false),
  };
}

/** Returns the id of the request that a notification cancels. */
export function cancelledId(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
