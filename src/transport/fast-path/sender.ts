import type { ServerResponse } from 'node:http';
import type { FastPathRequest } from './request.ts';

const JSON_BODY = ['content-type', 'application/json'];
/** The SDK's headers of an event stream. */
const STREAM = [
  ...['cache-control', 'no-cache, no-transform'],
  ...['connection', 'keep-alive'],
  ...['content-type', 'text/event-stream'],
  ...['x-accel-buffering', 'no'],
];
/** The headers of a stream are sent with the answer, or after this time. The SDK sends them immediately. */
const FLUSH_HEADERS_MS = 50;
/** The interval of keep-alive comments in a stream, as in the SDK's. */
const KEEP_ALIVE_MS = 15_000;

/** Sends an answer in the SDK's form: in 2026 as JSON, in 2025 as the only event of a stream. */
export function sender({ era, method }: FastPathRequest, outgoing: ServerResponse): (text: string) => void {
  if (era === '2026') return (text) => sendWhole(outgoing, JSON_BODY, text);
  // An answer that is available immediately has a Content-Length, as with the SDK's adapter.
  if (method === 'tools/list') return (text) => sendWhole(outgoing, STREAM, event(text));
  return openStream(outgoing);
}

const event = (text: string) => `event: message\ndata: ${text}\n\n`;

function sendWhole(outgoing: ServerResponse, headers: readonly string[], text: string): void {
  outgoing.writeHead(200, [...headers, 'content-length', String(Buffer.byteLength(text))]).end(text);
}

/** Keeps a stream alive until its event is sent. */
function openStream(outgoing: ServerResponse): (text: string) => void {
  outgoing.writeHead(200, STREAM);
  let keepAlive: NodeJS.Timeout | undefined;
  const head = setTimeout(() => {
    outgoing.flushHeaders();
    keepAlive = setInterval(() => outgoing.write(': keepalive\n\n'), KEEP_ALIVE_MS).unref();
  }, FLUSH_HEADERS_MS).unref();
  outgoing.once('close', () => {
    clearTimeout(head);
    clearInterval(keepAlive);
  });
  return (text) => {
    outgoing.write(event(text));
    outgoing.end();
  };
}
