import { Agent, request } from 'node:http';
import fc from 'fast-check';

/** HTTP as it is written: whatever Node lets through, where `fetch` would tidy up. */
export interface RawRequest {
  method: string;
  /** Path and query, as they stand in the request line. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface RawAnswer {
  status: number;
  type: string;
  body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends a request and reads the whole answer. `endless` answers are read for a moment only. */
export function exchange(
  origin: string,
  { method, path, headers, body }: RawRequest,
  endless = false,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const content = method === 'GET' || method === 'HEAD' ? undefined : body;
  // Node sends no length with DELETE by itself, and what follows would be read as another request.
  const length = content ? { 'content-length': String(content.length) } : {};
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: { ...headers, ...length }, agent }, (response) => {
      let read = '';
      const answer = () =>
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body: read });
      response.setEncoding('utf8').on('data', (chunk: string) => {
        read += chunk;
      });
      response.on('end', answer);
      response.on('error', reject);
      if (endless) {
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

/** What may stand in a header: the bytes that Node sends. */
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
