import type { Writable } from 'node:stream';
import { INVALID_REQUEST, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { type Frame, readFrame, refused } from './frames.ts';
import { type LineSource, MAX_LINE_BYTES } from './line-source.ts';

export interface LineTransportOptions {
  lines: LineSource;
  output: Writable;
  /** Lines that were answered already: the server is told of them, and its answers to them are kept back. */
  replay: readonly Uint8Array[];
  /** Nothing follows. */
  onend(): void;
  /** Says of what a line holds that it is a message, if it knows. */
  known?(value: unknown): boolean;
  /** Whether more answers are awaited than one. */
  busy?(): boolean;
}

export interface LineTransport {
  transport: Transport;
  /** Whether the server was told of all that was answered without it. */
  readonly caughtUp: boolean;
}

/** JSON-RPC messages, one a line (MCP, Transports, stdio). What is no message is refused, and reading goes on. */
export function lineTransport({ lines, output, replay, onend, known, busy }: LineTransportOptions): LineTransport {
  let closed = false;
  /** Settles when the server has answered what is played to it. */
  let played: (() => void) | undefined;
  let caughtUp = false;
  const transport: Transport = {
    async start() {
      output.on('error', failed);
      // Not waited for, and not before the server has started: input that has ended already would close it.
      void Promise.resolve().then(play);
    },
    async send(message) {
      if (closed) throw new Error('The connection is closed');
      if (played && isAnswer(message)) played();
      else await write(message);
    },
    async close() {
      if (closed) return;
      closed = true;
      lines.pause();
      gathered.flush();
      transport.onclose?.();
    },
  };
  const report = (error: Error) => transport.onerror?.(error);
  // Nobody reads the answers any more. The listener stays: writes may fail later, too.
  const failed = (error: Error) => {
    if (closed) return;
    report(error);
    void transport.close();
  };
  const gathered = gather(output, busy);
  const write = (message: JSONRPCMessage | object) =>
    new Promise<void>((resolve, reject) => {
      gathered.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  const take = (frame: Frame) => {
    if ('message' in frame) return transport.onmessage?.(frame.message);
    if ('ignored' in frame) return undefined;
    report(new Error(frame.refusal.error.message));
    return void write(frame.refusal).catch(report);
  };
  /** Tells the server what was answered without it, one by one, then lets the input through. */
  const play = async () => {
    for (const line of replay) {
      const frame = readFrame(line);
      const answer = new Promise<void>((resolve) => {
        played = resolve;
      });
      take(frame);
      if ('message' in frame && 'id' in frame.message) await answer;
    }
    played = undefined;
    caughtUp = true;
    lines.read({
      line: (line) => take(readFrame(line, known)),
      tooLong: () =>
        take(refused(INVALID_REQUEST, `Invalid request: more than ${MAX_LINE_BYTES} bytes in a line`, null)),
      end: onend,
      error: report,
    });
  };
  return {
    transport,
    get caughtUp() {
      return caughtUp;
    },
  };
}

function isAnswer(message: JSONRPCMessage): boolean {
  return 'id' in message && !('method' in message);
}

type Written = (error?: Error | null) => void;

/**
 * Writes what is said in one turn of the event loop at once: each write is a call of the system, and wakes the client.
 * Where nobody else waits it would only come later.
 */
function gather(output: Writable, busy = () => false) {
  let texts = '';
  let waiting: Written[] = [];
  const flush = () => {
    if (waiting.length === 0) return;
    const told = waiting;
    waiting = [];
    output.write(texts, (error) => {
      for (const written of told) written(error);
    });
    texts = '';
  };
  return {
    write(text: string, written: Written) {
      texts += text;
      if (waiting.push(written) > 1) return;
      if (busy()) setImmediate(flush);
      else flush();
    },
    flush,
  };
}
