import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** When the platform commits a request with a fault: before the response, some time after it, or never. */
type Commit = 'before' | 'after' | 'never';

/** Faults between client and platform. */
export const FAULTS = {
  /** The connection is closed before the platform receives the request. */
  'reset before sending': 'never',
  /** The platform commits; the response is lost with the connection. */
  'reset after commit': 'before',
  /** The connection is closed in the middle of the response. */
  'reset in the answer': 'before',
  'truncated JSON': 'before',
  'malformed JSON': 'before',
  'wrong content type': 'before',
  '500 before commit': 'never',
  '500 after commit': 'before',
  '502 before commit': 'never',
  '502 after commit': 'before',
  '503 before commit': 'never',
  '503 after commit': 'before',
  '429 before commit': 'never',
  /** The platform commits and answers after the client's timeout. */
  'late answer': 'before',
  /** The request reaches the platform after the client's timeout. */
  'late request': 'after',
  /** The response arrives in small pieces, within the timeout. */
  'slow drip': 'before',
  /** The response exceeds the client's size limit. */
  'oversized answer': 'before',
  /** A proxy gives up, and the platform commits later. */
  'reset, committed later': 'after',
  '500, committed later': 'after',
  '502, committed later': 'after',
  '503, committed later': 'after',
  '202, committed later': 'after',
  /** A success that is none. */
  '200 with an error': 'never',
  '200 without success': 'never',
  '200 without a record': 'never',
  '200 with another record': 'never',
  '200 with an unchanged record': 'never',
  '200 without an id': 'before',
} as const satisfies Record<string, Commit>;
export type Fault = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as Fault[];

/** Faults that concern only writes. */
export const isWriteFault = (fault: Fault) => /^202|later$|^200/.test(fault);

export interface FaultProxy {
  url: string;
  /** Number of injected faults, by kind. */
  count: Map<Fault, number>;
  close(): Promise<void>;
}

export interface FaultOptions {
  target: string;
  /** Returns the fault to inject into a request, or undefined. */
  plan: (request: { method: string; path: string; body: string }) => Fault | undefined;
  /** Delay of late requests and answers in milliseconds: longer than the client's timeout. */
  lateMs: number;
  /** Returns how long after the response the platform commits a request that it commits later, in milliseconds. */
  commitAfterMs?: () => number;
}

/** A proxy between client and platform that injects the planned faults. */
export async function startFaultProxy(options: FaultOptions): Promise<FaultProxy> {
  const { target, plan, lateMs, commitAfterMs = () => 1_000 } = options;
  const count = new Map<Fault, number>();
  const commitLater = (forward: () => Promise<unknown>) =>
    void pause(commitAfterMs())
      .then(forward)
      .catch(() => {});
  const server = createServer(async (request, response) => {
    const body = await read(request);
    const fault = plan({ method: request.method ?? '', path: request.url ?? '', body });
    if (fault) count.set(fault, (count.get(fault) ?? 0) + 1);
    const forward = () => send(target, request, body);
    if (fault && FAULTS[fault] === 'after' && fault !== 'late request') commitLater(forward);
    const falsify = falseSuccess(fault, { request, body, target });
    const done = falsify
      ? falsify.then((text) => answerJson(response, text))
      : answer(fault, forward, response, lateMs);
    await done.catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Forwarded {
  status: number;
  type: string;
  /** Its `ETag`, if it has one. */
  tag: { etag?: string };
  text: string;
}

async function send(target: string, request: IncomingMessage, body: string): Promise<Forwarded> {
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  const answered = await fetch(target + request.url, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(body ? { body } : {}),
  });
  const etag = answered.headers.get('etag');
  return {
    status: answered.status,
    type: answered.headers.get('content-type') ?? '',
    tag: etag === null ? {} : { etag },
    text: await answered.text(),
  };
}

async function answer(
  fault: Fault | undefined,
  forward: () => Promise<Forwarded>,
  response: ServerResponse,
  lateMs: number,
) {
  const fail = (status: number) => answerJson(response, '{"error":"fault","message":"Injected"}', status);
  const status = /^(5\d\d|429)(?: (before|after)|,)/.exec(fault ?? '');
  if (status) {
    if (status[2] === 'after') await forward();
    return fail(Number(status[1]));
  }
  switch (fault) {
    case 'reset before sending':
    case 'reset, committed later':
      return response.destroy();
    case '202, committed later':
      return answerJson(response, '{"data":{"id":"job_1","status":"queued"}}', 202);
    case 'reset after commit':
      await forward();
      return response.destroy();
    case 'late request':
      await pause(lateMs);
      await forward();
      return response.destroy();
  }
  const { status: code, type, tag, text } = await forward();
  switch (fault) {
    case 'reset in the answer':
      response.writeHead(code, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
      response.write(text.slice(0, text.length / 2));
      return setTimeout(() => response.destroy(), 5);
    case 'truncated JSON':
      return response.writeHead(code, { 'content-type': type }).end(text.slice(0, text.length / 2));
    case 'malformed JSON':
      return response.writeHead(code, { 'content-type': type }).end(`${text.slice(0, -1)},]`);
    case 'wrong content type':
      return response.writeHead(code, { 'content-type': 'text/html' }).end('<html><body>Welcome</body></html>');
    case 'oversized answer':
      return response.writeHead(code, { 'content-type': type }).end(Buffer.alloc(9 * 1024 * 1024, ' '));
    case 'late answer':
      await pause(lateMs);
      break;
    case 'slow drip':
      response.writeHead(code, { 'content-type': type, ...tag });
      for (let at = 0; at < text.length; at += 64) {
        response.write(text.slice(at, at + 64));
        await pause(2);
      }
      return response.end();
  }
  return response.writeHead(code, { 'content-type': type, ...tag }).end(text);
}

function answerJson(response: ServerResponse, text: string, status = 200) {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

/** Returns the body of a successful response that is none; undefined for the other faults. */
function falseSuccess(
  fault: Fault | undefined,
  { request, body, target }: { request: IncomingMessage; body: string; target: string },
): Promise<string> | undefined {
  const path = (request.url ?? '').replace(/\/cancel$/, '');
  const [collection = '', id] = /^(\/api\/v1\/\w+)(?:\/(\w+))?/.exec(path)?.slice(1) ?? [];
  const get = async (url: string) => {
    const { authorization = '' } = request.headers;
    return (await (await fetch(target + url, { headers: { authorization } })).json()) as { data: unknown };
  };
  switch (fault) {
    case '200 with an error':
      return Promise.resolve('{"error":"slot_taken","message":"That slot is taken"}');
    case '200 without success':
      return Promise.resolve('{"success":false}');
    case '200 without a record':
      return Promise.resolve('{"data":null}');
    case '200 with another record':
      return get(`${collection}?per_page=2`).then(({ data }) => {
        const other = (data as { id: string }[]).find((record) => record.id !== id);
        return JSON.stringify({ data: other ?? { id: 'another_record' } });
      });
    case '200 with an unchanged record':
      // A create has no earlier state.
      return (id ? get(path) : Promise.resolve({ data: {} })).then((before) => JSON.stringify(before));
    case '200 without an id':
      return send(target, request, body).then(({ text }) => {
        const answered = JSON.parse(text) as { data?: { id?: string } };
        delete answered.data?.id;
        return JSON.stringify(answered);
      });
  }
  return undefined;
}

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  request.setEncoding('utf8');
  for await (const chunk of request) body += chunk;
  return body;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A seeded random number generator (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
