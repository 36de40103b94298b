import type { RequestId } from '@modelcontextprotocol/server';
import { traceparentOf } from '../../lib/trace.ts';
import type { TransportHook } from '../sdk/decorate-transport.ts';
import { negotiatedVersion, outcomeOf, requestIn, withTraceparent } from './message.ts';
import type { RequestSpan, RequestTracer, TracedRequest } from './tracer.ts';

interface TraceOptions extends Pick<TracedRequest, 'over'> {
  tracer: RequestTracer;
  /** Returns whether the received requests are replayed to a server that takes over. Default: false. */
  isReplaying?: () => boolean;
}

/**
 * Creates a span for each request of a connection, from its arrival to its answer. This hook passes the request on with
 * the `traceparent` of its span.
 */
export function traceRequests({ tracer, over, isReplaying = () => false }: TraceOptions): TransportHook {
  const open = new Map<RequestId, RequestSpan>();
  let version: string | undefined;
  const end = (id: RequestId, ...outcome: Parameters<RequestSpan['end']>) => {
    open.get(id)?.end(...outcome);
    open.delete(id);
  };
  return {
    onReceive(message, extra, next) {
      if ('method' in message && message.method === 'notifications/cancelled') {
        const id = message.params?.requestId as RequestId | undefined;
        if (id !== undefined) end(id, 'cancelled');
      }
      const request = isReplaying() ? undefined : requestIn(message);
      // The answers to two open requests with the same id cannot be distinguished.
      if (!request || open.has(request.id)) return next(message);
      const { headers } = (extra as { request?: Request } | undefined)?.request ?? {};
      const span = tracer.startSpan({
        ...request,
        over,
        version: request.version ?? headers?.get('mcp-protocol-version') ?? version,
        header: traceparentOf(headers?.get('traceparent')),
      });
      open.set(request.id, span);
      return next(withTraceparent(message, span.traceparent));
    },
    onSend(message, _options, next) {
      if ('id' in message && !('method' in message) && message.id !== undefined) {
        const negotiated = negotiatedVersion(message);
        version = negotiated ?? version;
        end(message.id, outcomeOf(message), negotiated);
      }
      return next(message);
    },
    onClose() {
      for (const id of open.keys()) end(id, 'cancelled');
    },
  };
}
