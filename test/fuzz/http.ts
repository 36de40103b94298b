import fc from 'fast-check';
import { startHttp } from '../support/session.ts';
import type { Area, OpenArea } from './area.ts';
import { messageText } from './messages.ts';
import { requireClean, requireNoInternalError, requireNoSecret } from './output.ts';
import { exchange, headerValue, type RawAnswer, type RawRequest } from './raw.ts';
import { openWorld } from './world.ts';

/** The documented statuses. No 5xx among them. */
const STATUSES = [200, 202, 400, 403, 404, 405, 406, 413, 415];

/** Raw requests to `/mcp`: bodies, methods, and the headers of both protocol eras. */
export const httpRequests: Area = {
  name: 'HTTP requests',
  async open() {
    const world = await openWorld();
    const session = await startHttp({
      RCPT_BASE_URL: world.url,
      RCPT_API_KEY: world.apiKey,
      RCPT_REDACT: 'strict',
      RCPT_LOG_LEVEL: 'debug',
    });
    const origin = new URL(session.url).origin;
    const area: OpenArea<RawRequest> = {
      input: httpInput,
      async check(sent) {
        // The response stream of this method stays open until the client disconnects.
        const isLongLived = sent.body?.includes('subscriptions/listen') ?? false;
        const answer = await exchange(origin, sent, isLongLived);
        requireClean(answer.body, world.secrets);
        if (!STATUSES.includes(answer.status)) throw new Error(`${answer.status} ${answer.body.slice(0, 300)}`);
        if (sent.method !== 'HEAD') for (const message of messages(answer)) requireNoInternalError(message);
      },
      async verifyHealthy() {
        if (session.program.child.exitCode !== null) throw new Error('the program has ended');
        const answer = await session.client.call('list_services');
        if (answer.isError) throw new Error(`list_services: ${answer.text}`);
        const { stdout, stderr } = session.program.output;
        requireNoSecret(stdout + stderr, world.secrets);
        if (/"message":"(?:internal error|request failed)"/.test(stderr)) throw new Error(stderr.slice(-2_000));
      },
      async close() {
        await session.close();
        await world.close();
      },
    };
    return area as OpenArea<unknown>;
  },
};

/** Returns the JSON values of a response: its body, or the events of an SSE stream. */
function messages({ type, body }: RawAnswer): unknown[] {
  if (body === '') return [];
  if (type.startsWith('application/json')) return [JSON.parse(body)];
  if (!type.startsWith('text/event-stream')) throw new Error(`a response of type ${type}: ${body.slice(0, 200)}`);
  // SSE lines end only with CR, LF or CRLF: JSON strings may contain other line separators.
  const data = body.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'));
  return data
    .map((line) => line.slice('data:'.length).trim())
    .filter(Boolean)
    .map((text) => JSON.parse(text));
}

const VALID_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const HEADER_NAMES = [
  'content-type',
  'accept',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'mcp-param-x',
  'last-event-id',
  'origin',
  'host',
  'authorization',
  'cookie',
  'content-encoding',
  'accept-encoding',
  'traceparent',
];

/** Returns the headers that a message of revision 2026-07-28 requires; for others the common ones. */
function headersOf(text: string): Record<string, string> {
  const method = /"method":"([\w/]+)"/.exec(text)?.[1];
  const name = /"(?:name|uri)":"([\w:/]+)"/.exec(text)?.[1];
  if (!text.includes('2026-07-28') || !method) return VALID_HEADERS;
  return {
    ...VALID_HEADERS,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name ? { 'mcp-name': name } : {}),
  };
}

const unusual = fc
  .array(fc.tuple(fc.constantFrom(...HEADER_NAMES), headerValue), { maxLength: 3 })
  .map((all): Record<string, string> => Object.fromEntries(all));
const unusualHeaders = fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, { arbitrary: unusual, weight: 2 });

const message = fc.tuple(messageText, unusualHeaders).map(
  ([text, more]): RawRequest => ({
    method: 'POST',
    path: '/mcp',
    headers: { ...headersOf(text), ...more },
    body: Buffer.from(text),
  }),
);

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((raw) => Buffer.from(raw)),
  fc.tuple(messageText, fc.nat(200)).map(([text, at]) => Buffer.from(text.slice(0, at))),
  fc.integer({ min: 1_000_000, max: 1_100_000 }).map((size) => Buffer.alloc(size, ' ')),
);
const anything = fc.record({
  method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'DELETE', 'PUT', 'OPTIONS', 'HEAD', 'PATCH'),
  path: fc.constantFrom(
    '/mcp',
    '/mcp',
    '/mcp?x=1',
    '/mcp/',
    '/',
    '/healthz',
    '/readyz',
    '//mcp',
    '/mcp/%',
    '/MCP',
    '*',
  ),
  headers: unusualHeaders.map((more): Record<string, string> => ({ ...VALID_HEADERS, ...more })),
  body: bytes,
});

export const httpInput = fc.oneof({ arbitrary: message, weight: 4 }, { arbitrary: anything, weight: 1 });
