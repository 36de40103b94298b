import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Composition, compose } from '../../src/app/compose.ts';
import { readListings } from '../../src/cli/runtime/handshake.ts';
import { viewsOf } from '../../src/cli/runtime/views.ts';
import { readSettings } from '../../src/config/settings.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { fastPathToolsFor, serverFactory, viewHooks } from '../../src/server/index.ts';
import { ALL_TOOLS, DEFAULT_TOOLSETS } from '../../src/tools/index.ts';
import { serveOverHttp } from '../../src/transport/http/server.ts';
import { allowAll } from '../support/allow-all.ts';
import { VALID_ARGUMENTS } from '../support/arguments.ts';
import { withoutChance } from '../transport/twins.ts';

/**
 * A host that does not declare MCP Apps gets the same bytes from a server with views and from one without any, whose lists
 * are those of the SDK. `test/transport/sessions.test.ts` compares them with recorded ones, over stdio.
 */
let composition: Composition;
let servers: { url: string; close(): Promise<void> }[];

beforeAll(async () => {
  composition = await compose(readSettings({ database: ':memory:' }), silentLogger);
  const views = viewsOf(readListings('dist/listings.json'), 'dist');
  expect(views).toHaveLength(3);
  const common = { logger: silentLogger, host: '127.0.0.1', port: 0, ready: composition.ready };
  const serve = (options: Parameters<typeof serverFactory>[0], isFast: boolean) => {
    const fastPathTools = isFast ? fastPathToolsFor(options) : undefined;
    const view = { factory: serverFactory(options), fastPathTools, ...viewHooks(options) };
    return serveOverHttp({ ...common, authorize: allowAll(view) });
  };
  const { tools, services } = composition;
  servers = await Promise.all([
    serve({ tools, services }, false),
    serve({ tools, services, views }, false),
    serve({ tools, services, views }, true),
  ]);
});
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.close()));
  await composition?.close();
});

const META = 'io.modelcontextprotocol/';
const REQUESTS: [string, Record<string, unknown>][] = [
  ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }],
  ['server/discover', {}],
  ['tools/list', {}],
  ['tools/list', { cursor: 'x' }],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['prompts/list', {}],
  ['resources/read', { uri: 'rcpt://services' }],
  ['resources/read', { uri: 'rcpt://nothing/1' }],
  ...ALL_TOOLS.filter(({ toolset, effect }) => effect === 'read' && DEFAULT_TOOLSETS.includes(toolset)).map(
    ({ name }): [string, Record<string, unknown>] => ['tools/call', { name, arguments: VALID_ARGUMENTS[name] ?? {} }],
  ),
];

async function answer(url: string, era: '2025' | '2026', method: string, params: Record<string, unknown>) {
  const envelope = {
    [`${META}protocolVersion`]: '2026-07-28',
    [`${META}clientInfo`]: { name: 'c', version: '1' },
    [`${META}clientCapabilities`]: { elicitation: {}, extensions: { 'com.example/other': {} } },
  };
  const named = params.name ?? params.uri;
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': era === '2025' ? '2025-11-25' : '2026-07-28',
    ...(era === '2026' ? { 'mcp-method': method, ...(named ? { 'mcp-name': String(named) } : {}) } : {}),
  };
  const message = { jsonrpc: '2.0', id: 1, method, params: era === '2025' ? params : { ...params, _meta: envelope } };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) });
  return [response.status, withoutChance(await response.text())];
}

it.each(
  (['2025', '2026'] as const).flatMap((era) => REQUESTS.map(([method, params]) => [era, method, params] as const)),
)(
  'a host of %s without MCP Apps gets the same answer to %s %j as from a server without views',
  async (era, method, params) => {
    const [without, ...withViews] = servers.map(({ url }) => url);
    const expected = await answer(String(without), era, method, params);
    expect(expected[1]).toMatch(/"result"|"error"/);
    // The second time by the fast path.
    for (const url of [...withViews, ...withViews]) expect(await answer(url, era, method, params)).toEqual(expected);
  },
);
