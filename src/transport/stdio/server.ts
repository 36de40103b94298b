import type { Readable, Writable } from 'node:stream';
import type { Logger } from '../../lib/logger.ts';
import type { Connection, ConnectionOptions } from './connection.ts';
import { type LineEvent, lineSource } from './line-source.ts';

/** Answers a client's first requests without the server. */
export interface Handshake {
  /**
   * The answer to a line, byte for byte what the server would send; the empty text for a notification.
   * Undefined: this line and all after it are for the server.
   */
  answer(line: Uint8Array): string | undefined;
  /** Lines that the server has to process before it takes over: those that settled the protocol. */
  replay(): readonly Uint8Array[];
}

export interface StdioOptions {
  /** Undefined: everything is for the server. */
  handshake: Handshake | undefined;
  /** Loads what makes servers. Called once, at the latest for the first line that the handshake leaves to it. */
  load(): Promise<Pick<ConnectionOptions, 'factory' | 'onListen' | 'tracer'>>;
  logger: Logger;
  input?: Readable;
  output?: Writable;
}

export interface StdioServer extends Connection {
  /** Loads the server now, if it is not yet. */
  load(): void;
}

/**
 * Serves MCP over stdio. The first requests of an AI client are answered by the handshake. Any other line loads the
 * server, which processes the lines of `replay` and has the connection from then on.
 */
export function serveOverStdio(options: StdioOptions): StdioServer {
  const { handshake, logger, input = process.stdin, output = process.stdout } = options;
  const lines = lineSource(input);
  let connection: Promise<Connection> | undefined;
  let stopped = false;
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
  const leave = (unused?: LineEvent) => {
    lines.hold(unused);
    connection = start();
    connection.catch(fail);
  };
  const stop = () => {
    if (connection) return void connection.then((started) => started.stop(), fail);
    stopped = true;
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
      if (answer === undefined) return leave((next) => next.line(bytes));
      if (answer !== '') output.write(`${answer}\n`);
    },
    tooLong: () => leave((next) => next.tooLong()),
    end: stop,
    error: report,
  });
  return {
    closed,
    stop,
    load() {
      if (!connection && !stopped) leave();
    },
  };
}
