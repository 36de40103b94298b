import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestAbout } from '../../lib/request.ts';
import { traceparentOf } from '../../lib/trace.ts';
import { outcomeOf } from '../tracing/message.ts';
import type { RequestTracer, TracedRequest } from '../tracing/tracer.ts';
import { Accepted } from './accepted-fingerprints.ts';
import { answerTo } from './answer.ts';
import { type PlainHead, plainHeaders } from './headers.ts';
import { type PlainRequest, plainRequest } from './request.ts';
import type { DirectTools } from './tools.ts';

/** How the SDK's handler, behind its web adapter, would answer. */
export type Otherwise = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

export interface DirectHttpOptions {
  tools: DirectTools;
  /** Told of each answer that is given here, so that shutting down waits for it. */
  onAnswer(outgoing: ServerResponse): void;
  onError(error: unknown, incoming: IncomingMessage): void;
  /** What is known of a request besides its content. */
  about?: ((incoming: IncomingMessage) => RequestAbout | undefined) | undefined;
  tracer?: RequestTracer | undefined;
}

const JSON_BODY = ['content-type', 'application/json'];
/** The headers of an answer that is an event stream, as the SDK sends them. */
const STREAM = [
  ...['cache-control', 'no-cache, no-transform'],
  ...['connection', 'keep-alive'],
  ...['content-type', 'text/event-stream'],
  ...['x-accel-buffering', 'no'],
];
/** A stream's headers go out after this time at the latest, in milliseconds; the SDK sends them at once. */
const HEAD_AFTER_MS = 50;
/** A stream shows this often that it is alive, as the SDK's do. */
const ALIVE_EVERY_MS = 15_000;

/**
 * Answers plain requests (`tools/call`, `tools/list`) straight from node:http. The SDK's handler spends four fifths of
 * a call on turning it into a web `Request`, making a server for it, and turning a `Response` back.
 *
 * It is safe because it sees only requests that were admitted, each by itself (`auth/authorize.ts`), and because the
 * first of each kind goes to the SDK, and only what that has accepted is answered here (see `Accepted`). Everything
 * unusual, and every error, is the SDK's.
 */
export function directHttp({ tools, onAnswer, onError, about, tracer }: DirectHttpOptions) {
  const accepted = new Accepted();

  const answer = async (request: PlainRequest, incoming: IncomingMessage, outgoing: ServerResponse) => {
    const gone = new AbortController();
    // After an answer there is nothing to cancel, and an error for each costs more than reading its request.
    outgoing.once('close', () => outgoing.writableFinished || gone.abort());
    onAnswer(outgoing);
    const send = sender(request, outgoing);
    const span = tracer?.began(traced(request, incoming));
    const own = span ? { ...request, traceparent: span.traceparent } : request;
    const response = await answerTo(own, tools, gone.signal, about?.(incoming));
    span?.ended(gone.signal.aborted ? 'cancelled' : outcomeOf(response));
    send(JSON.stringify(response));
  };

  const take = (
    head: PlainHead,
    body: Buffer,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    otherwise: Otherwise,
  ) => {
    const request = plainRequest(parsed(body), tools);
    const plain = request && head.agrees(request) ? request : undefined;
    const kind = plain && `${head.kind}\n${plain.era}\n${plain.envelope}`;
    if (plain && kind && accepted.has(kind)) {
      answer(plain, incoming, outgoing).catch((error: unknown) => onError(error, incoming));
      return;
    }
    if (kind) outgoing.once('finish', () => outgoing.statusCode === 200 && accepted.add(kind));
    otherwise(withBody(incoming, body), outgoing);
  };

  return (incoming: IncomingMessage, outgoing: ServerResponse, otherwise: Otherwise): void => {
    const head = plainHeaders(incoming);
    if (head) read(incoming, head.length, (body) => take(head, body, incoming, outgoing, otherwise));
    else otherwise(incoming, outgoing);
  };
}

/** What is told of a request. */
function traced({ method, id, name, era, traceparent }: PlainRequest, { headers }: IncomingMessage): TracedRequest {
  const { 'mcp-protocol-version': said } = headers;
  const version = era === '2026' ? '2026-07-28' : [said].flat()[0];
  return { method, id, over: 'http', target: name, version, traceparent, header: traceparentOf(headers.traceparent) };
}

function read(incoming: IncomingMessage, length: number, then: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => void chunks.push(chunk));
  incoming.once('end', () => {
    const [first] = chunks;
    then(first?.length === length ? first : Buffer.concat(chunks));
  });
}

/** Undefined where it is no JSON, or may not be UTF-8. */
function parsed(body: Buffer): unknown {
  const text = body.toString('utf8');
  if (text.includes('\ufffd')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A request whose body was read already, as the web adapter takes it. */
function withBody(incoming: IncomingMessage, rawBody: Buffer): IncomingMessage {
  return Object.assign(incoming, { rawBody });
}

/** How an answer goes out: in 2026 as JSON, in 2025 as the one event of a stream. */
function sender({ era, method }: PlainRequest, outgoing: ServerResponse): (text: string) => void {
  if (era === '2026') return (text) => whole(outgoing, JSON_BODY, text);
  // What is ready at once has a length, as with the SDK's adapter.
  if (method === 'tools/list') return (text) => whole(outgoing, STREAM, event(text));
  return stream(outgoing);
}

const event = (text: string) => `event: message\ndata: ${text}\n\n`;

function whole(outgoing: ServerResponse, headers: readonly string[], text: string): void {
  outgoing.writeHead(200, [...headers, 'content-length', String(Buffer.byteLength(text))]).end(text);
}

/** A stream is kept alive until its event comes. */
function stream(outgoing: ServerResponse): (text: string) => void {
  outgoing.writeHead(200, STREAM);
  let alive: NodeJS.Timeout | undefined;
  const head = setTimeout(() => {
    outgoing.flushHeaders();
    alive = setInterval(() => outgoing.write(': keepalive\n\n'), ALIVE_EVERY_MS).unref();
  }, HEAD_AFTER_MS).unref();
  outgoing.once('close', () => {
    clearTimeout(head);
    clearInterval(alive);
  });
  return (text) => {
    outgoing.write(event(text));
    outgoing.end();
  };
}
