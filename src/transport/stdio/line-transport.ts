import type { Writable } from 'node:stream';
import { INVALID_REQUEST, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { type LineSource, MAX_LINE_BYTES } from './line-source.ts';
import { type ParsedLine, parseMessage, refused } from './parse-message.ts';

interface LineTransportOptions {
  lines: LineSource;
  output: Writable;
  /** Lines that the handshake has answered: they are replayed to the server, and its answers to them are dropped. */
  replayLines: readonly Uint8Array[];
  /** Called at the end of input. */
  onEnd(): void;
  /** Returns whether more than one answer is outstanding. */
  busy(): boolean;
}

interface LineTransport {
  transport: Transport;
  /** True after all lines were replayed. */
  readonly replayed: boolean;
}

/**
 * The SDK's transport interface over newline-delimited JSON-RPC (MCP, Transports, stdio). A line that is no message is
 * answered with an error, and reading continues.
 */
export function lineTransport({ lines, output, replayLines, onEnd: onend, busy }: LineTransportOptions): LineTransport {
  let isClosed = false;
  /** Called when the server has answered the line that is being replayed. */
  let onReplayAnswer: (() => void) | undefined;
  let replayed = false;
  const transport: Transport = {
    async start() {
      output.on('error', onOutputError);
      // Not awaited, and only after the server has started: input that has already ended would close the transport.
      void Promise.resolve().then(replay);
    },
    async send(message) {
      if (isClosed) throw new Error('The connection is closed');
      if (onReplayAnswer && isAnswer(message)) onReplayAnswer();
      else await write(message);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      lines.pause();
      batched.flush();
      transport.onclose?.();
    },
  };
  const report = (error: Error) => transport.onerror?.(error);
  // The client no longer reads answers. The listener stays: later writes may fail, too.
  const onOutputError = (error: Error) => {
    if (isClosed) return;
    report(error);
    void transport.close();
  };
  const batched = batchWrites(output, busy);
  const write = (message: JSONRPCMessage | object) =>
    new Promise<void>((resolve, reject) => {
      batched.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  const handle = (parsed: ParsedLine) => {
    if ('message' in parsed) return transport.onmessage?.(parsed.message);
    if ('ignored' in parsed) return undefined;
    report(new Error(parsed.refusal.error.message));
    return void write(parsed.refusal).catch(report);
  };
  /** Replays the lines one after the other, then reads the input. */
  const replay = async () => {
    for (const line of replayLines) {
      const parsed = parseMessage(line);
      const answer = new Promise<void>((resolve) => {
        onReplayAnswer = resolve;
      });
      handle(parsed);
      if ('message' in parsed && 'id' in parsed.message) await answer;
    }
    onReplayAnswer = undefined;
    replayed = true;
    lines.read({
      line: (line) => handle(parseMessage(line)),
      tooLong: () =>
        handle(refused(INVALID_REQUEST, `Invalid request: more than ${MAX_LINE_BYTES} bytes in a line`, null)),
      end: onend,
      error: report,
    });
  };
  return {
    transport,
    get replayed() {
      return replayed;
    },
  };
}

function isAnswer(message: JSONRPCMessage): boolean {
  return 'id' in message && !('method' in message);
}

type Written = (error?: Error | null) => void;

/**
 * Combines the messages of one event-loop tick in one write: each write is a system call and wakes the client. A single
 * outstanding answer is written immediately, because there is nothing to combine it with.
 */
function batchWrites(output: Writable, busy: () => boolean) {
  let texts = '';
  let waiting: Written[] = [];
  const flush = () => {
    if (waiting.length === 0) return;
    const callbacks = waiting;
    waiting = [];
    output.write(texts, (error) => {
      for (const written of callbacks) written(error);
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
