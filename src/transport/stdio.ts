import { PassThrough, type Readable, type Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { JSONRPCMessage, McpServerFactory, Transport } from '@modelcontextprotocol/server';
import { type StdioServerHandle, StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Logger } from '../lib/logger.ts';

export interface StdioOptions {
  factory: McpServerFactory;
  logger: Logger;
  input?: Readable;
  output?: Writable;
  /** How long requests under way may take after the end of input or a signal, in milliseconds. Default 10 s. */
  drainMs?: number;
}

export interface StdioServer {
  /** Settles when the connection has ended and everything under way was answered. */
  closed: Promise<void>;
  /** Reads no more, answers what is under way, then closes. */
  stop(): void;
}

/** A connection-long request: it never settles, so nobody waits for it. */
const ENDLESS = 'subscriptions/listen';

/**
 * Serves MCP over stdio. The SDK's transport drops requests under way when input ends; a client that pipes its
 * requests in and closes would lose the answers to its last ones, perhaps that of a booking. So input reaches the
 * SDK through a gate that is closed only when nothing is under way any more.
 */
export function serveOverStdio(options: StdioOptions): StdioServer {
  const { logger, input = process.stdin, output = process.stdout } = options;
  const gate = new PassThrough();
  const { transport, pending } = tracked(new StdioServerTransport(gate, output));

  let handle: StdioServerHandle | undefined;
  const closed = new Promise<void>((resolve) => {
    handle = serveStdio(options.factory, {
      transport: onClose(transport, resolve),
      onerror: (error) => logger.warn('protocol error', { error: error.message }),
    });
  });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    input.unpipe(gate);
    const giveUp = Date.now() + (options.drainMs ?? 10_000);
    // What was read may still be on its way through the gate: only an empty gate and no open request is the end.
    do await setImmediate();
    while (gate.readableLength + gate.writableLength > 0);
    while (pending.size > 0 && Date.now() < giveUp) await pending.change();
    if (pending.size > 0) logger.warn('closed with requests unanswered', { count: pending.size });
    await handle?.close();
    input.destroy();
  };

  input.pipe(gate, { end: false });
  input.once('end', stop);
  input.once('close', stop);
  return { closed, stop: () => void stop() };
}

/** Requests that were read and not answered yet. */
interface Pending {
  readonly size: number;
  /** Settles at the next answer, or after a tenth of a second. */
  change(): Promise<void>;
}

function tracked(inner: StdioServerTransport): { transport: Transport; pending: Pending } {
  const open = new Set<string | number>();
  let wake = () => {};
  const settle = (id: unknown) => {
    open.delete(id as string | number);
    wake();
  };
  const received = (message: JSONRPCMessage) => {
    if (!('method' in message)) return;
    if ('id' in message && message.method !== ENDLESS) open.add(message.id);
    // A cancelled request is not answered.
    if (message.method === 'notifications/cancelled') settle(message.params?.requestId);
  };
  const transport: Transport = {
    start: () => {
      inner.onmessage = (message) => {
        received(message);
        transport.onmessage?.(message);
      };
      inner.onerror = (error) => transport.onerror?.(error);
      inner.onclose = () => transport.onclose?.();
      return inner.start();
    },
    send: async (message) => {
      try {
        await inner.send(message);
      } finally {
        if ('id' in message && !('method' in message)) settle(message.id);
      }
    },
    close: () => inner.close(),
  };
  const pending: Pending = {
    get size() {
      return open.size;
    },
    change: () =>
      new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, 100).unref();
      }),
  };
  return { transport, pending };
}

/** The SDK sets `onclose` when it starts the transport: this runs after whatever it set. */
function onClose(transport: Transport, then: () => void): Transport {
  const start = transport.start.bind(transport);
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
