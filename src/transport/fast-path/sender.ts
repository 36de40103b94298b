import type { ServerResponse } from 'node:http';
import type { FastPathRequest } from './request.ts';

/** The form of a response: one JSON document, or an event stream. */
export type AnswerForm = 'json' | 'stream';

/** The headers of a JSON answer, as names and values in turn. */
export const JSON_BODY = ['content-type', 'application/json'];
/** The SDK's headers of an event stream. */
export const STREAM = [
  ...['cache-control', 'no-cache, no-transform'],
  ...['connection', 'keep-alive'],
  ...['content-type', 'text/event-stream'],
  ...['x-accel-buffering', 'no'],
];
/** The headers of a stream are sent with the answer, or after this time. The SDK sends them immediately. */
const FLUSH_HEADERS_MS = 50;
/** The interval of keep-alive comments in a stream, as in the SDK's. */
const KEEP_ALIVE_MS = 15_000;

/**
 * Sends an answer as JSON, or as the only event of a stream.
 * @param form default: the SDK's, which is JSON in 2026 and a stream in 2025.
 */
export function sender(
  { era, method }: FastPathRequest,
  outgoing: ServerResponse,
  form: AnswerForm = era === '2026' ? 'json' : 'stream',
): (text: string) => void {
  if (form === 'json') return (text) => sendWhole(outgoing, JSON_BODY, text);
  // As with the SDK's adapter: an answer that is available as a whole has a Content-Length.
  if (method === 'tools/list' || era === '2026') return (text) => sendWhole(outgoing, STREAM, toEvent(text));
  return openStream(outgoing);
}

/** Formats a message as an event of a stream. */
export const toEvent = (text: string) => `event: message\ndata: ${text}\n\n`;

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
    outgoing.write(toEvent(text));
    outgoing.end();
  };
}
