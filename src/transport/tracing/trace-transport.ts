import type { RequestId } from '@modelcontextprotocol/server';
import { traceparentOf } from '../../lib/trace.ts';
import { type DecorateTransport, decorateTransport, type TransportHook } from '../sdk/decorate-transport.ts';
import { outcomeOf, requestIn, settledVersion, withTraceparent } from './message.ts';
import type { RequestSpan, RequestTracer, TracedRequest } from './tracer.ts';

export interface TraceOptions extends Pick<TracedRequest, 'over'> {
  tracer: RequestTracer;
  /** Whether received requests are new, and not replayed to a server that takes over. Default: always. */
  live?: () => boolean;
}

/**
 * A span for each request of a connection, from its arrival to its answer. Behind this hook the request carries the
 * `traceparent` of its span.
 */
export function traceRequests({ tracer, over, live = () => true }: TraceOptions): TransportHook {
  const open = new Map<RequestId, RequestSpan>();
  let version: string | undefined;
  const end = (id: RequestId, ...how: Parameters<RequestSpan['end']>) => {
    open.get(id)?.end(...how);
    open.delete(id);
  };
  return {
    onReceive(message, extra, next) {
      if ('method' in message && message.method === 'notifications/cancelled') {
        const id = message.params?.requestId as RequestId | undefined;
        if (id !== undefined) end(id, 'cancelled');
      }
      const request = live() ? requestIn(message) : undefined;
      // The answers to two open requests with one id cannot be told apart.
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
        const settled = settledVersion(message);
        version = settled ?? version;
        end(message.id, outcomeOf(message), settled);
      }
      return next(message);
    },
    onClose() {
      for (const id of open.keys()) end(id, 'cancelled');
    },
  };
}

/** The same as a decorator, for transports that the SDK makes itself. */
export function tracedTransport(options: TraceOptions): DecorateTransport {
  return (transport) => decorateTransport(transport, [traceRequests(options)]);
}
