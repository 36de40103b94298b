import type { Readable, Writable } from 'node:stream';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Connection, ConnectionOptions } from './connection.ts';
import { type LineEvent, lineSource } from './line-source.ts';

/** Answers a client's first requests without the server. */
export interface Handshake {
  /**
   * Returns the answer to a line, identical to the server's; the empty text for a notification. Undefined: this line and
   * all after it are passed to the server.
   */
  answer(line: Uint8Array): string | undefined;
  /** Returns the lines that the server must process before it takes over: those that chose the protocol era. */
  replay(): readonly Uint8Array[];
}

interface StdioOptions {
  /** Undefined: all lines are passed to the server. */
  handshake: Handshake | undefined;
  /** Loads the server's modules. Called once, by `load` or for the first line that the handshake does not answer. */
  load(): Promise<Pick<ConnectionOptions, 'factory' | 'onListen' | 'hooks' | 'tracer'>>;
  logger: Logger;
  input?: Readable;
  output?: Writable;
}

interface StdioServer extends Connection {
  /** Loads the server if it is not loaded yet. */
  load(): void;
}

/**
 * Serves MCP over stdio. The handshake answers the first requests of a client. Any other line loads the server, which
 * processes the lines of `replay` and then takes over the connection.
 */
export function serveOverStdio(options: StdioOptions): StdioServer {
  const { handshake, logger, input = process.stdin, output = process.stdout } = options;
  const lines = lineSource(input);
  let connection: Promise<Connection> | undefined;
  let isStopped = false;
  let end = () => {};
  let fail: (error: unknown) => void = () => {};
  const closed = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });

  const start = async (): Promise<Connection> => {
    const loaded = await options.load();
    const { serveConnection } = await import('./connection.ts');
    const started = serveConnection({ ...loaded, logger, lines, output, replayLines: handshake?.replay() });
    started.closed.then(end);
    return started;
  };
  const takeOver = (unused?: LineEvent) => {
    lines.hold(unused);
    connection = start();
    connection.catch(fail);
  };
  const stop = () => {
    if (connection) return void connection.then((started) => started.stop(), fail);
    isStopped = true;
    lines.pause();
    lines.destroy();
    end();
  };
  const report = (error: Error) => logger.warn('protocol error', { error: error.message });
  // The listener stays: writes may fail later, too.
  output.on('error', (error) => {
    if (connection) return;
    report(error);
    stop();
  });

  lines.read({
    line(bytes) {
      const answer = handshake?.answer(bytes);
      if (answer === undefined) return takeOver((next) => next.line(bytes));
      if (answer !== '') output.write(`${answer}\n`);
    },
    tooLong: () => takeOver((next) => next.tooLong()),
    end: stop,
    error: report,
  });
  return {
    closed,
    stop,
    load() {
      if (!connection && !isStopped) takeOver();
    },
  };
}
