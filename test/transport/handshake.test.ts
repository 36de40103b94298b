import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate as tick } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compose } from '../../src/app/compose.ts';
import { handshakeFor, readListings } from '../../src/cli/runtime/handshake.ts';
import { viewsOf } from '../../src/cli/runtime/views.ts';
import { readSettings, type Settings } from '../../src/config/settings.ts';
import { createLogger } from '../../src/lib/logging/logger.ts';
import { Secret } from '../../src/lib/secrets/secret.ts';
import { VERSIONS } from '../../src/server/handshake/index.ts';
import { connectionFactory } from '../../src/server/index.ts';
import { ALL_TOOLSETS, CONFIRMS, OUTPUTS, REDACTIONS } from '../../src/tools/index.ts';
import { type Handshake, serveOverStdio } from '../../src/transport/stdio/server.ts';

/**
 * A client's first requests are answered without the server (`src/server/handshake`), and the client must not notice:
 * the same lines are sent to the program with a handshake and without one, and every byte of the answers is compared.
 */
const file = fileURLToPath(new URL('../../dist/listings.json', import.meta.url));
const listings = readListings(file);
const VIEWS = viewsOf(listings, dirname(file));
const logger = createLogger({ level: 'error', format: 'text' });

const settings = () => readSettings({ database: ':memory:' });

/** How many lines the handshake answered itself, over all runs. */
let answered = 0;

/** Plays lines one after the other; what comes back after each. */
async function play(lines: readonly (string | Buffer)[], settings: Settings, handshake: Handshake | undefined) {
  const input = new PassThrough();
  const output = new PassThrough();
  const said: string[] = [];
  let chunks = 0;
  output.on('data', (chunk) => {
    chunks++;
    said.push(String(chunk));
  });
  const load = async () => connectionFactory(await compose(settings, logger, { views: VIEWS }));
  const counted: Handshake | undefined = handshake && {
    ...handshake,
    answer: (line) => {
      const answer = handshake.answer(line);
      if (answer !== undefined) answered++;
      return answer;
    },
  };
  const server = serveOverStdio({ handshake: counted, load, logger, input, output });
  for (const line of lines) {
    said.push('>');
    input.write(Buffer.concat([Buffer.from(line), Buffer.from('\n')]));
    // Nothing here waits for anything outside of the process: when nothing was said for some turns, all was said.
    for (let quiet = 0; quiet < 12; ) {
      const before = chunks;
      await tick();
      quiet = chunks === before ? quiet + 1 : 0;
    }
  }
  input.end();
  await server.closed;
  return said.join('');
}

async function same(lines: readonly (string | Buffer)[], settings: Settings): Promise<string> {
  const quick = await play(lines, settings, handshakeFor(settings, listings));
  expect(quick).toBe(await play(lines, settings, undefined));
  return quick;
}

const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const id = fc.oneof(one<unknown>(1, 2, 'a', '', 0, -1, '\u2028"'), one<unknown>(null, 1.5, 2 ** 60, {}, true));
const info = one<unknown>(
  { name: 'c', version: '1' },
  { name: 'c', version: '1', title: 'C', websiteUrl: 'no address' },
  { name: 'c', version: '1', icons: [{ src: 'data:,' }] },
  { name: 'c', version: '1', more: 1 },
  { name: 1, version: '1' },
  { name: 'c' },
  [],
);
const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`);
/** Of a host that draws views. */
const APPS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };
const capabilities = one<unknown>(
  {},
  { roots: { listChanged: true }, sampling: {}, elicitation: {} },
  { elicitation: { form: {}, url: {} }, extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html'] } } },
  APPS,
  { roots: {}, extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [] }, 'com.example/other': {} } },
  { elicitation: { form: { applyDefaults: true } }, experimental: { x: { y: [1, null] } } },
  { elicitation: { form: { applyDefaults: 1 } } },
  { sampling: { context: {}, tools: {} }, tasks: { list: {} } },
  { experimental: { x: deep } },
  { experimental: { x: 1 } },
  { roots: 3 },
  { roots: { listChanged: 'yes' } },
  { sampling: null },
  { unknown: {} },
  null,
);
const versions = one<unknown>(
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
  '2026-07-28',
  'x',
  7,
);
const lists = one('tools/list', 'prompts/list', 'resources/list', 'resources/templates/list');
const absent = fc.constant(undefined);
const plain = one<unknown>(
  ...[undefined, {}, {}, { _meta: {} }, { _meta: { progressToken: 'p' } }, { _meta: { progressToken: {} } }],
  ...[{ cursor: 'x' }, { cursor: undefined }, { more: 1 }, null, [], 'x', { _meta: null }, { _meta: { x: 1 } }],
);
const META = 'io.modelcontextprotocol/';
const envelope = fc.record({
  [`${META}protocolVersion`]: one<unknown>('2026-07-28', '2026-07-28', '2026-07-28', '2025-11-25', 'x', 1, undefined),
  [`${META}clientInfo`]: fc.oneof({ weight: 3, arbitrary: one<unknown>({ name: 'c', version: '1' }) }, info, absent),
  [`${META}clientCapabilities`]: fc.oneof({ weight: 3, arbitrary: one<unknown>({}, APPS) }, capabilities, absent),
  progressToken: one<unknown>(undefined, undefined, 1, 'p', {}),
  more: one<unknown>(undefined, undefined, undefined, 1),
});
const enveloped = fc.record({ _meta: envelope, cursor: one<unknown>(undefined, undefined, undefined, 'x') });
const message = (parts: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .record({ jsonrpc: one<unknown>('2.0', '2.0', '2.0', '2.0', '2.0', '2.0', '1.0', undefined), ...parts })
    .map((value) => JSON.stringify(value));
const initialize = message({
  id,
  method: fc.constant('initialize'),
  params: fc.record({ protocolVersion: versions, capabilities, clientInfo: info, more: one(undefined, undefined, 1) }),
});
const line: fc.Arbitrary<string | Buffer> = fc.oneof(
  initialize,
  message({ method: fc.constant('notifications/initialized'), params: plain }),
  { weight: 3, arbitrary: message({ id, method: lists, params: plain }) },
  { weight: 3, arbitrary: message({ id, method: fc.oneof(lists, fc.constant('server/discover')), params: enveloped }) },
  message({ id, method: one('ping', 'nothing/such', 'tools/call', 'server/discover'), params: plain }),
  message({ method: one('notifications/cancelled', 'notifications/roots/list_changed', 'tools/list'), params: plain }),
  message({ id, result: fc.constant({}) }),
  one<string | Buffer>('', ' ', 'x', '{}', '[]', 'null', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', '\ufeff{}'),
  fc.constant(Buffer.from([0x7b, 0xff, 0x7d])),
);

const greeting = (capabilities: object) => ({
  '2025': [
    `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":${JSON.stringify(capabilities)},"clientInfo":{"name":"c","version":"1"}}}`,
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  ],
  '2026': [request(0, 'server/discover', capabilities)],
});

function request(number: number, method: string, capabilities: object): string {
  const _meta = {
    [`${META}protocolVersion`]: '2026-07-28',
    [`${META}clientInfo`]: { name: 'c', version: '1' },
    [`${META}clientCapabilities`]: capabilities,
  };
  return JSON.stringify({ jsonrpc: '2.0', id: number, method, params: { _meta } });
}

const plainLists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];
const handshakesOf = (capabilities: object) => ({
  '2025': [
    ...greeting(capabilities)['2025'],
    ...plainLists.map((method, i) => `{"jsonrpc":"2.0","id":${i},"method":"${method}"}`),
  ],
  '2026': [...greeting(capabilities)['2026'], ...plainLists.map((method, i) => request(i + 1, method, capabilities))],
});
const handshakes = handshakesOf({});

it('a stdio server ends when its input ends while the server is being loaded', async () => {
  for (const line of ['x', '', '{"jsonrpc":"2.0","method":"tools/list"}', ...handshakes['2025']]) {
    const load = async () => connectionFactory(await compose(settings(), logger));
    const input = new PassThrough();
    const output = new PassThrough().resume();
    const server = serveOverStdio({ handshake: undefined, load, logger, input, output });
    input.end(`${line}\n`);
    await server.closed;
  }
});

it('the build writes listings of at most 150 KB', () => {
  expect(statSync(file).size).toBeLessThanOrEqual(150_000);
});

it('the handshake negotiates the protocol versions of the SDK', () => {
  expect(VERSIONS).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
});

it.each(['2025', '2026'] as const)(
  'any lines of a client of %s get the same answers with a handshake and without one',
  async (era) => {
    answered = 0;
    const lines = fc.tuple(
      fc.integer({ min: 0, max: 3 }),
      fc.boolean(),
      fc.array(line, { minLength: 1, maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(lines, async ([greeted, drawsViews, more]) => {
        const greeting = handshakesOf(drawsViews ? APPS : {})[era].slice(0, greeted);
        await same([...greeting, ...more], settings());
      }),
      { numRuns: 250, seed: 20_261_120 },
    );
    // Else this compared the server with itself.
    expect(answered).toBeGreaterThan(250);
  },
);

it('a handshake lists and announces the same as the server under any settings', async () => {
  const given = fc.record({
    toolsets: fc.subarray([...ALL_TOOLSETS], { minLength: 1 }),
    'read-only': fc.boolean(),
    confirm: one(...CONFIRMS),
    output: one(...OUTPUTS),
    redact: one(...REDACTIONS),
    'time-zone': one(undefined, 'Europe/Berlin'),
    remote: fc.boolean(),
    poll: fc.boolean(),
    channel: fc.boolean(),
    era: one('2025' as const, '2026' as const),
    drawsViews: fc.boolean(),
  });
  answered = 0;
  await fc.assert(
    fc.asyncProperty(given, async ({ remote, poll, channel, era, drawsViews, 'time-zone': zone, ...options }) => {
      const key = new Secret('sk_live_0123456789');
      const elsewhere = remote ? { 'base-url': new URL('https://receptionist.example.com'), 'api-key': key } : {};
      const events = remote && poll ? { poll: 60_000 } : {};
      const keys = { 'session-cookie': new Secret('a=b'), 'team-id': 'team_1' };
      const read = readSettings({
        ...options,
        ...(zone ? { 'time-zone': zone } : {}),
        ...elsewhere,
        ...events,
        ...(channel && (poll || !remote) ? { channel } : {}),
        ...keys,
      });
      const said = await same(handshakesOf(drawsViews ? APPS : {})[era], read);
      const views = said.match(/ui:\/\/rcpt-mcp\/[a-z-]+-[0-9a-f]{12}\.html/g) ?? [];
      const hasViewed = read.toolsets.some((toolset) => ['account', 'bookings', 'calls'].includes(toolset));
      expect(views.length > 0).toBe(drawsViews && hasViewed && read.output !== 'text');
      expect(said.match(/"result"/g)?.length).toBeGreaterThan(1);
    }),
    { numRuns: 150, seed: 20_261_120 },
  );
  expect(answered).toBeGreaterThan(450);
});
