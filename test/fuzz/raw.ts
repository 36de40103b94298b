import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { headersOf } from '../support/openapi.ts';

/** A raw HTTP request: anything that `node:http` sends, where `fetch` would normalize or reject it. */
export interface RawRequest {
  method: string;
  /** Path and query, sent unchanged in the request line. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface RawAnswer {
  status: number;
  type: string;
  headers: Headers;
  body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends a request and reads the whole response; only the first 100 ms of a long-lived one. */
export function exchange(
  origin: string,
  { method, path, headers, body }: RawRequest,
  isLongLived = false,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const content = method === 'GET' || method === 'HEAD' ? undefined : body;
  // Node adds no Content-Length to DELETE: the server would read the body as the next request.
  const length = content ? { 'content-length': String(content.length) } : {};
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: { ...headers, ...length }, agent }, (response) => {
      let read = '';
      const answer = () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          headers: headersOf(response),
          body: read,
        });
      response.setEncoding('utf8').on('data', (chunk: string) => {
        read += chunk;
      });
      response.on('end', answer);
      response.on('error', reject);
      if (isLongLived) {
        setTimeout(() => {
          answer();
          sent.destroy();
        }, 100);
      }
    });
    sent.on('error', reject);
    sent.end(content);
  });
}

/** Header values that Node accepts. */
export const headerValue: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    'null',
    '*/*',
    'text/plain',
    'application/json; charset=utf-16',
    'Bearer',
    'Bearer  x',
    'Basic Og==',
  ),
  fc.constantFrom(
    'application/json',
    'application/JSON;',
    'text/event-stream',
    'gzip',
    'http://localhost',
    'evil.example.com',
  ),
  fc.constantFrom(
    '2026-07-28',
    '2025-11-25',
    '1900-01-01',
    '__proto__',
    'session=;;=',
    'a=b; a=c',
    'tools/call',
    'tools/list',
  ),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 40 }),
  fc.string({ unit: fc.integer({ min: 0x80, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 10 }),
  fc.integer({ min: 100, max: 6_000 }).map((length) => 'h'.repeat(length)),
);
