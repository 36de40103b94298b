import type { Readable, Writable } from 'node:stream';
import {
  INVALID_REQUEST,
  type JSONRPCMessage,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
  type Transport,
} from '@modelcontextprotocol/server';
import { type Frame, readFrame, refused } from './frames.ts';
import { splitLines } from './lines.ts';

export interface LineTransport {
  transport: Transport;
  /** Reads no more. What was read is answered still. */
  pause(): void;
}

/** JSON-RPC messages, one a line (MCP, Transports, stdio). What is no message is refused, and reading goes on. */
export function lineTransport(input: Readable, output: Writable): LineTransport {
  let closed = false;
  const transport: Transport = {
    async start() {
      input.on('data', add).on('error', report);
      output.on('error', failed);
    },
    async send(message) {
      if (closed) throw new Error('The connection is closed');
      await write(message);
    },
    async close() {
      if (closed) return;
      closed = true;
      pause();
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
  const write = (message: JSONRPCMessage | object) =>
    new Promise<void>((resolve, reject) => {
      output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  const take = (frame: Frame) => {
    if ('message' in frame) return transport.onmessage?.(frame.message);
    if ('ignored' in frame) return undefined;
    report(new Error(frame.refusal.error.message));
    return void write(frame.refusal).catch(report);
  };
  const limit = STDIO_DEFAULT_MAX_BUFFER_SIZE;
  const tooLong = () => take(refused(INVALID_REQUEST, `Invalid request: more than ${limit} bytes in a line`, null));
  const lines = splitLines(limit, (line) => take(readFrame(line)), tooLong);
  const add = (chunk: Buffer) => lines.add(chunk);
  const pause = () => {
    input.off('data', add).pause();
  };
  return { transport, pause };
}
