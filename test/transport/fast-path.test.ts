import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_TOOLS, DEFAULT_TOOLSETS } from '../../src/tools/index.ts';
import { httpInput } from '../fuzz/http.ts';
import { ENVELOPE } from '../fuzz/messages.ts';
import type { RawRequest } from '../fuzz/raw.ts';
import { VALID_ARGUMENTS } from '../support/arguments.ts';
import { randomExamples } from '../support/engines.ts';
import { startTwins, type Twins } from './twins.ts';

/** Answers of the fast path cannot be distinguished from those of the SDK. */
let twins: Twins;

beforeAll(async () => {
  twins = await startTwins(['--database', ':memory:', '--read-only']);
});
afterAll(() => twins?.close());

const PLAIN = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const ERAS = ['2025', '2026'] as const;
type Era = (typeof ERAS)[number];

/** A request as a client of an era sends it. */
function message(era: Era, method: string, params: Record<string, unknown> = {}, more = {}): RawRequest {
  const named = (params.name ?? params.uri) as string | undefined;
  const headers =
    era === '2025'
      ? { ...PLAIN, 'mcp-protocol-version': '2025-11-25' }
      : {
          ...PLAIN,
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': method,
          ...(named ? { 'mcp-name': named } : {}),
        };
  const whole = era === '2025' ? params : { ...params, _meta: { ...ENVELOPE, ...(params._meta ?? {}) } };
  return post({ jsonrpc: '2.0', id: 1, method, params: whole, ...more }, headers);
}

function post(body: unknown, headers: Record<string, string>): RawRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { method: 'POST', path: '/mcp', headers, body: Buffer.from(text) };
}

/** Repeats a request until the fast path answers it, if it ever does, and compares the answers. */
async function same(sent: RawRequest): Promise<boolean> {
  await twins.both(sent);
  const before = twins.answered;
  const { direct, sdk } = await twins.both(sent);
  expect(direct).toEqual(sdk);
  return twins.answered > before;
}

const OFFERED = new Set(
  ALL_TOOLS.filter(({ toolset, effect }) => DEFAULT_TOOLSETS.includes(toolset) && effect === 'read').map(
    ({ name }) => name,
  ),
);
const READS = Object.entries({ ...VALID_ARGUMENTS, get_account_context: {} }).filter(([name]) => OFFERED.has(name));

const APPS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };
const VIEWED = READS.filter(([name]) => ALL_TOOLS.some((tool) => tool.name === name && tool.view));

describe.each(ERAS)('a server with the fast path and one without answer the same in the %s era', (era) => {
  it.each(READS)('the fast path answers calls of %s', async (name, args) => {
    expect(await same(message(era, 'tools/call', { name, arguments: args }))).toBe(true);
  });

  it('the fast path answers tools/list', async () => {
    expect(await same(message(era, 'tools/list'))).toBe(true);
  });

  it.each(VIEWED)('the fast path answers calls of %s from a host that draws views', async (name, args) => {
    const _meta = era === '2026' ? { [CLIENT_CAPABILITIES_META_KEY]: APPS } : {};
    expect(await same(message(era, 'tools/call', { name, arguments: args, _meta }))).toBe(true);
  });

  it('the fast path lists the views of tools to a host that draws them', async () => {
    const _meta = era === '2026' ? { [CLIENT_CAPABILITIES_META_KEY]: APPS } : {};
    const sent = message(era, 'tools/list', { _meta });
    expect(await same(sent)).toBe(true);
    const views = ((await twins.both(sent)).direct.body.match(/"ui\/resourceUri"/g) ?? []).length;
    expect(views).toBe(era === '2026' ? VIEWED.length : 0);
  });

  it.each<[string, Record<string, unknown>, object?]>([
    ['an id that is text', { name: 'list_services', arguments: {} }, { id: 'a "quoted" \u2028 id' }],
    ['no arguments', { name: 'list_services' }],
    ['wrong arguments', { name: 'get_booking', arguments: { id: 7, '': [] } }],
    ['a record that is not there', { name: 'get_booking', arguments: { booking_id: 'bk_none' } }],
    ['an id that is none', { name: 'get_booking', arguments: { booking_id: '../x' } }],
    ['_meta of another vendor', { name: 'list_services', arguments: {}, _meta: { 'example.com/x': { a: [1] } } }],
  ])('the fast path answers a call with %s', async (_what, params, more) => {
    expect(await same(message(era, 'tools/call', params, more))).toBe(true);
  });

  it.each<[string, Record<string, unknown>, object?]>([
    ['an unknown tool', { name: 'no_such_tool', arguments: {} }],
    ['a tool that is not offered', { name: 'cancel_booking', arguments: { booking_id: 'bk_1' } }],
    ['a name that is none', { name: 7 }],
    ['arguments that are none', { name: 'list_services', arguments: [] }],
    ['an argument named __proto__', JSON.parse('{"name":"list_services","arguments":{"__proto__":{"a":1}}}')],
    ['an id that is none', { name: 'list_services' }, { id: 1.5 }],
    ['null for an id', { name: 'list_services' }, { id: null }],
    ['one member too many', { name: 'list_services' }, { extra: 1 }],
    ['one parameter too many', { name: 'list_services', task: {} }],
    ['another version of JSON-RPC', { name: 'list_services' }, { jsonrpc: '1.0' }],
    ['a request for progress', { name: 'list_calls', arguments: { query: 'a' }, _meta: { progressToken: 'p' } }],
    ['a reply to a form', { name: 'list_services', inputResponses: {}, requestState: 'x' }],
    ['_meta that is none', { name: 'list_services', _meta: 'x' }],
  ])('the SDK answers a call with %s', async (_what, params, more) => {
    const sent = message(era, 'tools/call', params, more);
    expect(await same(typeof params._meta === 'string' ? withMeta(sent, params._meta) : sent)).toBe(false);
  });

  it.each([
    ['server/discover', {}],
    ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }],
    ['ping', {}],
    ['tools/list', { cursor: 'x' }],
    ['resources/list', {}],
    ['resources/read', { uri: 'rcpt://services' }],
    ['resources/templates/list', {}],
    ['prompts/list', {}],
    ['prompts/get', { name: 'morning_briefing', arguments: { day: 'today' } }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' } }],
    ['subscriptions/listen', { notifications: {} }],
    ['logging/setLevel', { level: 'debug' }],
    ['no/such/method', {}],
    ['__proto__', {}],
  ])('the SDK answers %s', async (method, params) => {
    expect(await same(message(era, method, params))).toBe(false);
  });
});

function withMeta(sent: RawRequest, _meta: unknown): RawRequest {
  const body = JSON.parse(String(sent.body));
  return { ...sent, body: Buffer.from(JSON.stringify({ ...body, params: { ...body.params, _meta } })) };
}

describe('the SDK answers an unusual request, also after plain ones', () => {
  const params = { name: 'list_services', arguments: {} };
  const modern = message('2026', 'tools/call', params);
  const legacy = message('2025', 'tools/call', params);
  const body = (change: (text: string) => string, from = modern): RawRequest => ({
    ...from,
    body: Buffer.from(change(String(from.body))),
  });
  const head = (change: Record<string, string | undefined>, from = modern): RawRequest => {
    const entries = Object.entries({ ...from.headers, ...change }).filter(([, value]) => value !== undefined);
    return { ...from, headers: Object.fromEntries(entries) as Record<string, string> };
  };

  it.each<[string, RawRequest]>([
    ['another host', head({ host: 'evil.example.com' })],
    ['another origin', head({ origin: 'https://evil.example.com' })],
    ['an origin that is none', head({ origin: 'null' })],
    ['no accepted types (2025)', head({ accept: undefined }, legacy)],
    ['one accepted type (2025)', head({ accept: 'application/json' }, legacy)],
    ['no type', head({ 'content-type': undefined })],
    ['another type', head({ 'content-type': 'text/plain' })],
    ['no version (2026)', head({ 'mcp-protocol-version': undefined })],
    ['the other version', head({ 'mcp-protocol-version': '2025-11-25' })],
    ['the other version (2025)', head({ 'mcp-protocol-version': '2026-07-28' }, legacy)],
    ['a version that is none (2025)', head({ 'mcp-protocol-version': '1900-01-01' }, legacy)],
    ['no method header', head({ 'mcp-method': undefined })],
    ['another method header', head({ 'mcp-method': 'tools/list' })],
    ['no name header', head({ 'mcp-name': undefined })],
    ['another name header', head({ 'mcp-name': 'get_booking' })],
    ['an encoded name header', head({ 'mcp-name': `=?base64?${Buffer.from('list_services').toString('base64')}?=` })],
    ['a session (2025)', head({ 'mcp-session-id': 'x' }, legacy)],
    ['a header of its own', head({ 'x-own': '1' })],
    ['another path', { ...modern, path: '/mcp/' }],
    ['a query', { ...modern, path: '/mcp?x=1' }],
    ['no JSON', body(() => '{')],
    ['a byte order mark', body((text) => `\ufeff${text}`)],
    ['bytes that are no UTF-8', { ...modern, body: Buffer.from([0x7b, 0xff, 0x7d]) }],
    ['a batch', body((text) => `[${text}]`, legacy)],
    ['nothing', body(() => '')],
    ['too much', body((text) => text + ' '.repeat(1_100_000))],
    ['much', body((text) => text + ' '.repeat(70_000))],
    ['half an envelope', body((text) => text.replace('"io.modelcontextprotocol/clientCapabilities":{}', '"x":{}'))],
    ['a client that is none', body((text) => text.replace('"name":"fuzz"', '"name":7'))],
    ['another revision', body((text) => text.replace('"2026-07-28"', '"2199-01-01"'))],
    [
      'another protocol key',
      body((text) => text.replace('"_meta":{', '"_meta":{"io.modelcontextprotocol/logLevel":"debug",')),
    ],
  ])('%s', async (_what, sent) => {
    await same(modern);
    await same(legacy);
    expect(await same(sent)).toBe(false);
  });

  it('credentials do not matter to the fast path, which sees only authorized requests', async () => {
    await same(modern);
    const headers = { authorization: 'Bearer x', 'x-api-key': 'sk_live_x', 'x-rcpt-read-only': 'true' };
    expect(await same(head(headers))).toBe(true);
  });

  it.each(['GET', 'HEAD', 'DELETE', 'PUT', 'OPTIONS'])('%s', async (method) => {
    expect(await same({ ...modern, method })).toBe(false);
  });
});

it('a server with the fast path and one without answer the corpus of bad input the same', async () => {
  await fc.assert(
    fc.asyncProperty(httpInput, async (sent) => {
      await same(sent);
    }),
    { numRuns: randomExamples(400), seed: 7, endOnFailure: true },
  );
}, 120_000);
