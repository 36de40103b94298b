import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { json, key, object, text } from './values.ts';

/** JSON-RPC messages: valid MCP messages, unknown methods, and malformed ones. */

export const INFO = { name: 'fuzz', version: '1' };

/** The `_meta` that revision 2026-07-28 requires in each request. */
export const ENVELOPE = {
  [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
  [CLIENT_INFO_META_KEY]: INFO,
  [CLIENT_CAPABILITIES_META_KEY]: {},
};

const METHODS = [
  'ping',
  'initialize',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/subscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'tasks/get',
  'subscriptions/listen',
  'sampling/createMessage',
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/roots/list_changed',
  'no/such',
  'rpc.discover',
];

/** Few values, so that ids repeat. */
const id = fc.oneof(
  { arbitrary: fc.integer({ min: 0, max: 5 }), weight: 4 },
  { arbitrary: fc.constantFrom('a', 'b', '', '1', '__proto__', 'x'.repeat(5_000), '\u2028', '🙂'), weight: 2 },
  { arbitrary: fc.constantFrom(-1, 2 ** 53, 1e21, 1.5, 0.1), weight: 1 },
);

const oddId = fc.oneof(fc.constantFrom<unknown>(null, true, [], {}, [1]), json);
const method = fc.oneof({ arbitrary: fc.constantFrom(...METHODS), weight: 6 }, { arbitrary: text, weight: 1 });

const meta = fc.oneof(
  { arbitrary: fc.constant<unknown>(ENVELOPE), weight: 4 },
  { arbitrary: fc.constant<unknown>({ progressToken: 'p' }), weight: 1 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom(...Object.keys(ENVELOPE), 'progressToken', 'traceparent'), json)
      .map(([name, value]): unknown => ({ ...ENVELOPE, [name]: value })),
    weight: 2,
  },
  { arbitrary: json, weight: 1 },
);

const params = fc.oneof(
  fc.constantFrom<Record<string, unknown>>(
    {},
    { name: 'list_services', arguments: {} },
    { name: 'get_booking', arguments: { booking_id: 'x' } },
    { name: 'cancel_booking', arguments: { booking_id: 'x' } },
    { name: 'no_such_tool' },
    { uri: 'rcpt://services' },
    { uri: 'rcpt://bookings/%' },
    { uri: 'file:///etc/hosts' },
    { name: 'morning_briefing', arguments: { day: 'today' } },
    { ref: { type: 'ref/prompt', name: 'book_appointment' }, argument: { name: 'service', value: 'c' } },
    { requestId: 1 },
    { cursor: 'x' },
    { level: 'debug' },
    { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: INFO },
  ),
  fc
    .array(
      fc.tuple(
        fc.oneof(fc.constantFrom('name', 'arguments', 'uri', 'ref', 'argument', 'requestId', 'level'), key),
        json,
      ),
      { maxLength: 4 },
    )
    .map(object),
);

/** Parameters, sometimes with a valid or almost valid `_meta`. */
const enveloped = fc
  .tuple(params, fc.oneof(fc.constant(undefined), meta))
  .map(([rest, _meta]) => (_meta === undefined ? rest : { ...rest, _meta }));

/** A well-formed request with an arbitrary method and parameters. */
const request = fc.record({ jsonrpc: fc.constant('2.0'), id, method, params: enveloped });

const notification = fc.record({ jsonrpc: fc.constant('2.0'), method, params: enveloped });

/** An object with any members of a message, each valid, invalid or absent. */
const malformed = fc.record(
  {
    jsonrpc: fc.oneof(
      { arbitrary: fc.constant<unknown>('2.0'), weight: 5 },
      fc.constantFrom<unknown>('1.0', 2, '2.00'),
      json,
    ),
    id: fc.oneof({ arbitrary: id as fc.Arbitrary<unknown>, weight: 4 }, oddId),
    method: fc.oneof({ arbitrary: method as fc.Arbitrary<unknown>, weight: 4 }, json),
    params: fc.oneof({ arbitrary: enveloped as fc.Arbitrary<unknown>, weight: 2 }, json),
    result: json,
    error: json,
    extra: json,
  },
  { requiredKeys: [] },
);

/** One JSON text: a message, a malformed message or another JSON value. */
export const messageText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: request.map(write), weight: 5 },
  { arbitrary: notification.map(write), weight: 2 },
  { arbitrary: malformed.map(write), weight: 4 },
  { arbitrary: json.map(write), weight: 1 },
  { arbitrary: fc.array(request, { maxLength: 3 }).map(write), weight: 1 },
  { arbitrary: fc.integer({ min: 1, max: 30_000 }).map((depth) => deep(depth)), weight: 1 },
);

function write(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

/** Nested deeper than the call stack allows: written as text, because `JSON.stringify` would overflow. */
function deep(depth: number): string {
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_services","arguments":{"x":${'['.repeat(depth)}${']'.repeat(depth)}}}}`;
}
