import type { McpServerFactory, RequestId, Transport } from '@modelcontextprotocol/server';
import { traceparentOf } from '../../lib/trace.ts';
import { outcomeOf, requestIn, settledVersion, withTraceparent } from './message.ts';
import type { RequestSpan, RequestTracer, TracedRequest } from './tracer.ts';

interface Watched extends Pick<TracedRequest, 'over'> {
  tracer: RequestTracer;
  /** Whether what comes is new, and not told once more to a server that took over. Default: always. */
  live?: () => boolean;
}

/**
 * Reports each request that comes over a transport, and what becomes of it. Further in, the request has the
 * `traceparent` of its span. To be called when `onmessage` is set.
 */
export function watch(transport: Transport, { tracer, over, live = () => true }: Watched): void {
  const open = new Map<RequestId, RequestSpan>();
  let version: string | undefined;
  const end = (id: RequestId, ...how: Parameters<RequestSpan['ended']>) => {
    open.get(id)?.ended(...how);
    open.delete(id);
  };

  const { onmessage, onclose, send } = transport;
  transport.onmessage = (message, extra) => {
    if ('method' in message && message.method === 'notifications/cancelled') {
      const id = message.params?.requestId as RequestId | undefined;
      if (id !== undefined) end(id, 'cancelled');
    }
    const request = live() ? requestIn(message) : undefined;
    // An id that is used twice at a time cannot be told from itself.
    if (!request || open.has(request.id)) return onmessage?.(message, extra);
    const { headers } = (extra as { request?: Request } | undefined)?.request ?? {};
    const span = tracer.began({
      ...request,
      over,
      version: request.version ?? headers?.get('mcp-protocol-version') ?? version,
      header: traceparentOf(headers?.get('traceparent')),
    });
    open.set(request.id, span);
    return onmessage?.(withTraceparent(message, span.traceparent), extra);
  };
  transport.send = (message, options) => {
    if ('id' in message && !('method' in message) && message.id !== undefined) {
      const settled = settledVersion(message);
      version = settled ?? version;
      end(message.id, outcomeOf(message), settled);
    }
    return send.call(transport, message, options);
  };
  transport.onclose = () => {
    for (const id of open.keys()) end(id, 'cancelled');
    onclose?.();
  };
}

/** Watches a transport from its start on. */
export function watchConnection(transport: Transport, watched: Watched): void {
  const { start } = transport;
  transport.start = () => {
    // The SDK sets it before it starts the transport.
    watch(transport, watched);
    return start();
  };
}

/** The same servers, with the transports watched that they are connected to. */
export function watchServers(factory: McpServerFactory, watched: Watched): McpServerFactory {
  return async (context) => {
    const server = await factory(context);
    const { connect } = server;
    server.connect = async (transport) => {
      await connect.call(server, transport);
      watch(transport, watched);
    };
    return server;
  };
}
