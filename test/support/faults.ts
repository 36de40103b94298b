import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Faults between client and platform, and whether the platform has committed the request. */
export const FAULTS = {
  /** The connection is closed before the platform receives the request. */
  'reset before sending': { committed: false },
  /** The platform commits; the response is lost with the connection. */
  'reset after commit': { committed: true },
  /** The connection is closed in the middle of the response. */
  'reset in the answer': { committed: true },
  'truncated JSON': { committed: true },
  'malformed JSON': { committed: true },
  'wrong content type': { committed: true },
  '500 before commit': { committed: false },
  '500 after commit': { committed: true },
  '502 before commit': { committed: false },
  '502 after commit': { committed: true },
  '503 before commit': { committed: false },
  '503 after commit': { committed: true },
  '429 before commit': { committed: false },
  /** The platform commits and answers after the client's timeout. */
  'late answer': { committed: true },
  /** The request reaches the platform after the client's timeout. */
  'late request': { committed: true },
  /** The response arrives in small pieces, within the timeout. */
  'slow drip': { committed: true },
  /** The response exceeds the client's size limit. */
  'oversized answer': { committed: true },
} as const;
export type Fault = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as Fault[];

export interface FaultProxy {
  url: string;
  /** Number of injected faults, by kind. */
  count: Map<Fault, number>;
  close(): Promise<void>;
}

export interface FaultOptions {
  target: string;
  /** Returns the fault to inject into a request, or undefined. */
  plan: (request: { method: string; path: string }) => Fault | undefined;
  /** Delay of late requests and answers in milliseconds: longer than the client's timeout. */
  lateMs: number;
}

/** A proxy between client and platform that injects the planned faults. */
export async function startFaultProxy({ target, plan, lateMs }: FaultOptions): Promise<FaultProxy> {
  const count = new Map<Fault, number>();
  const server = createServer(async (request, response) => {
    const body = await read(request);
    const fault = plan({ method: request.method ?? '', path: request.url ?? '' });
    if (fault) count.set(fault, (count.get(fault) ?? 0) + 1);
    const forward = () => send(target, request, body);
    await answer(fault, forward, response, lateMs).catch(() => response.destroy());
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
  const fail = (status: number) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":"fault","message":"Injected"}');
  const status = /^(5\d\d|429) (before|after)/.exec(fault ?? '');
  if (status) {
    if (status[2] === 'after') await forward();
    return fail(Number(status[1]));
  }
  switch (fault) {
    case 'reset before sending':
      return response.destroy();
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
