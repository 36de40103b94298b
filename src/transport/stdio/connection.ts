import type { Writable } from 'node:stream';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { type StdioServerHandle, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Logger } from '../../lib/logging/logger.ts';
import { LISTEN_METHOD } from '../limits/long-lived.ts';
import { cleanErrors } from '../sdk/clean-errors.ts';
import { decorateTransport, type TransportHook } from '../sdk/decorate-transport.ts';
import { protocolErrorLogger } from '../sdk/log-protocol-error.ts';
import { traceRequests } from '../tracing/trace-transport.ts';
import type { RequestTracer } from '../tracing/tracer.ts';
import type { LineSource } from './line-source.ts';
import { lineTransport } from './line-transport.ts';
import { trackPendingRequests } from './pending-requests.ts';

export interface ConnectionOptions {
  factory: McpServerFactory;
  logger: Logger;
  /** Called when the client subscribes to changes. */
  onListen?: (() => void) | undefined;
  /** Creates the hooks of the connection. */
  hooks?: (() => TransportHook[]) | undefined;
  lines: LineSource;
  output: Writable;
  /** Lines that the handshake has answered: they are replayed to the server, and its answers to them are dropped. */
  replayLines?: readonly Uint8Array[] | undefined;
  /** How long open requests may take after the end of input or a signal. Default 10 s. */
  drainMs?: number;
  /** Receives each request except the replayed ones. */
  tracer?: RequestTracer | undefined;
}

export interface Connection {
  /** Settles when the connection has ended and all open requests were answered. */
  closed: Promise<void>;
  /** Stops reading, waits for open requests, then closes. */
  stop(): void;
}

/**
 * Serves MCP over lines. The SDK's own transport drops open requests when input ends (a client that pipes its requests in
 * and closes would lose the last answers, perhaps that of a booking), does not answer lines that are no messages, and ends
 * the connection at a line that is too long. Therefore the lines are read here.
 */
export function serveConnection(options: ConnectionOptions): Connection {
  const { logger, lines, output, tracer, onListen, hooks, replayLines = [] } = options;
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    lines.pause();
    const deadline = performance.now() + (options.drainMs ?? 10_000);
    while ((pending.size > 0 || !wire.replayed) && performance.now() < deadline) await pending.change();
    if (pending.size > 0) logger.warn('closed with requests unanswered', { count: pending.size });
    await handle?.close();
    lines.destroy();
  };
  const pending = trackPendingRequests();
  const wire = lineTransport({ lines, output, replayLines, onEnd: stop, busy: () => pending.size > 1 });
  let handle: StdioServerHandle | undefined;
  const closed = new Promise<void>((resolve) => {
    // In the order of received messages.
    const transport = decorateTransport(wire.transport, [
      ...(tracer ? [traceRequests({ tracer, over: 'stdio', isReplaying: () => !wire.replayed })] : []),
      ...(hooks?.() ?? []),
      pending.hook,
      cleanErrors(logger),
      ...(onListen ? [announceListen(onListen)] : []),
      { onClose: resolve },
    ]);
    handle = serveStdio(options.factory, { transport, onerror: protocolErrorLogger(logger) });
  });
  return { closed, stop: () => void stop() };
}

/** Calls `onListen` after the server has received a request to subscribe. */
function announceListen(onListen: () => void): TransportHook {
  return {
    onReceive(message, _extra, next) {
      next(message);
      if ('method' in message && message.method === LISTEN_METHOD) onListen();
    },
  };
}
