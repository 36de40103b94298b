import type { Writable } from 'node:stream';
import type { JSONRPCMessage, McpServerFactory, Transport } from '@modelcontextprotocol/server';
import { type StdioServerHandle, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Logger } from '../lib/logger.ts';
import { answerDirectly, type DirectConnection } from './direct/stdio.ts';
import type { DirectTools } from './direct/tools.ts';
import type { LineSource } from './line-source.ts';
import { lineTransport } from './line-transport.ts';
import { withoutQuotes } from './protocol-error.ts';
import type { RequestTracer } from './watch/tracer.ts';
import { watchConnection } from './watch/transport.ts';

export interface SessionOptions {
  factory: McpServerFactory;
  /** Answers plain tool calls without the SDK. Absent: the SDK answers everything, and the same. */
  direct?: DirectTools | undefined;
  logger: Logger;
  /** Called when the client asks to listen. */
  onListen?: (() => void) | undefined;
  lines: LineSource;
  output: Writable;
  /** Lines that were answered already: the server is told of them, and its answers to them are kept back. */
  replay?: readonly Uint8Array[] | undefined;
  /** How long requests under way may take after the end of input or a signal, in milliseconds. Default 10 s. */
  drainMs?: number;
  /** Told of each request, but not of those in the replay. */
  tracer?: RequestTracer | undefined;
}

export interface Session {
  /** Settles when the connection has ended and everything under way was answered. */
  closed: Promise<void>;
  /** Reads no more, answers what is under way, then closes. */
  stop(): void;
}

/** A connection-long request: it never settles, so nobody waits for it. */
const ENDLESS = 'subscriptions/listen';

/**
 * Serves MCP over lines. The SDK's own transport drops requests under way when input ends (a client that pipes its
 * requests in and closes would lose the answers to its last ones, perhaps that of a booking), says nothing to lines
 * that are no messages, and ends the connection at a line that is too long. So the lines are read here.
 */
export function serveSession(options: SessionOptions): Session {
  const { logger, lines, output, replay = [] } = options;
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    lines.pause();
    const giveUp = Date.now() + (options.drainMs ?? 10_000);
    while ((pending.size > 0 || !connection.caughtUp) && Date.now() < giveUp) await pending.change();
    if (pending.size > 0) logger.warn('closed with requests unanswered', { count: pending.size });
    await handle?.close();
    lines.destroy();
  };
  let direct: DirectConnection | undefined;
  const known = (value: unknown) => direct?.known(value) ?? false;
  const connection = lineTransport({ lines, output, replay, onend: stop, known, busy: () => pending.size > 1 });
  const { transport } = connection;
  if (options.tracer) {
    watchConnection(transport, { tracer: options.tracer, over: 'stdio', live: () => connection.caughtUp });
  }
  const pending = track(transport, options.onListen);
  const failed = (error: unknown) => logger.error('request failed', { error });
  if (options.direct) direct = answerDirectly(transport, options.direct, failed);

  let handle: StdioServerHandle | undefined;
  const closed = new Promise<void>((resolve) => {
    handle = serveStdio(options.factory, {
      transport: onClose(transport, resolve),
      onerror: (error) => logger.warn('protocol error', { error: withoutQuotes(error) }),
    });
  });
  return { closed, stop: () => void stop() };
}

/** Requests that were read and not answered yet. */
interface Pending {
  readonly size: number;
  /** Settles at the next answer, or after a tenth of a second. */
  change(): Promise<void>;
}

/** Watches what goes through a transport. */
function track(transport: Transport, onListen = () => {}): Pending {
  /** How many requests of an id are open: a client may use one twice. */
  const open = new Map<unknown, number>();
  let wake = () => {};
  const settle = (id: unknown, all = false) => {
    const left = all ? 0 : (open.get(id) ?? 0) - 1;
    if (left > 0) open.set(id, left);
    else open.delete(id);
    wake();
  };
  const received = (message: JSONRPCMessage) => {
    if (!('method' in message)) return;
    if ('id' in message && message.method !== ENDLESS) open.set(message.id, (open.get(message.id) ?? 0) + 1);
    // A cancelled request is not answered.
    if (message.method === 'notifications/cancelled') settle(message.params?.requestId, true);
  };
  const { send, start } = transport;
  transport.start = () => {
    // The SDK sets it before it starts the transport.
    const { onmessage } = transport;
    transport.onmessage = (message, extra) => {
      received(message);
      onmessage?.(message, extra);
      if ('method' in message && message.method === ENDLESS) onListen();
    };
    return start();
  };
  transport.send = async (message) => {
    try {
      await send(message);
    } finally {
      if ('id' in message && !('method' in message)) settle(message.id);
    }
  };
  return {
    get size() {
      return open.size;
    },
    change: () =>
      new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, 100).unref();
      }),
  };
}

/** The SDK sets `onclose` when it starts the transport: this runs after whatever it set. */
function onClose(transport: Transport, then: () => void): Transport {
  const { start } = transport;
  transport.start = () => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      then();
    };
    return start();
  };
  return transport;
}
