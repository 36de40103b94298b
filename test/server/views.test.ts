import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { McpUiResourceMetaSchema, McpUiToolMetaSchema } from '@modelcontextprotocol/ext-apps';
import { getToolUiResourceUri } from '@modelcontextprotocol/ext-apps/app-bridge';
import {
  EXTENSION_ID,
  getUiCapability,
  RESOURCE_MIME_TYPE,
  registerAppTool,
} from '@modelcontextprotocol/ext-apps/server';
import { McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawsViews } from '../../src/server/views/extension.ts';
import {
  CLIENTS,
  type ClientKind,
  connect,
  DRAWS_VIEWS,
  field,
  type Listed,
  type TestClient,
} from '../support/clients.ts';
import { demoDatabase } from '../support/demo-database.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment } from '../support/program.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/** Which hosts get views, over every transport of the built program (docs/views.md). */
const VIEWED = {
  get_account_context: 'agenda',
  summarize_activity: 'activity',
  list_bookings: 'agenda',
  find_open_times: 'agenda',
  get_call: 'call-review',
  get_call_transcript: 'call-review',
  search_calls: 'call-review',
  find_follow_ups: 'call-review',
};
const VIEWS = ['agenda', 'call-review', 'activity'];
const CURRENT = /^ui:\/\/rcpt-mcp\/(agenda|call-review|activity)-[0-9a-f]{12}\.html$/;

let home: string;
let stateless: HttpSession;
let sessions: HttpSession;

beforeAll(async () => {
  home = temporaryFolder();
  [stateless, sessions] = await Promise.all([startHttp(), startHttp({}, ['--sessions', '10'])]);
}, 60_000);
afterAll(async () => {
  await Promise.all([stateless?.close(), sessions?.close()]);
  rmSync(home, { recursive: true, force: true });
});

/** Runs a test with a client of its own. */
async function using<T>(
  kind: ClientKind,
  target: Parameters<typeof connect>[1],
  capabilities: Parameters<typeof connect>[2],
  test: (client: TestClient) => Promise<T>,
): Promise<T> {
  const client = await connect(kind, target, capabilities);
  try {
    return await test(client);
  } finally {
    await client.close();
  }
}

const stdio = (...args: string[]) => ({
  args: ['--database', demoDatabase(home), ...args],
  env: cleanEnvironment(home),
});
const isView = ({ uri }: Listed) => String(uri).startsWith('ui://');

/** A client that gets views. */
async function expectViews(client: TestClient) {
  expect(field(client.capabilities, 'extensions')).toEqual({ [EXTENSION_ID]: {} });
  const tools = await client.tools();
  const uris = new Map(
    tools.flatMap((tool) => {
      const uri = getToolUiResourceUri(tool as Parameters<typeof getToolUiResourceUri>[0]);
      return uri === undefined ? [] : [[tool.name, uri] as const];
    }),
  );
  expect(Object.fromEntries([...uris].map(([name, uri]) => [name, CURRENT.exec(uri)?.[1]]))).toEqual(VIEWED);
  for (const { name, _meta } of tools as { name: string; _meta?: Record<string, unknown> }[]) {
    if (!uris.has(name)) expect(_meta, name).toBeUndefined();
    else expect(McpUiToolMetaSchema.parse(_meta?.ui)).toEqual({ resourceUri: uris.get(name) });
  }

  const listed = (await client.resources()).filter(isView);
  expect(listed.map(({ name }) => name)).toEqual(VIEWS);
  expect(new Set(listed.map(({ uri }) => uri))).toEqual(new Set(uris.values()));
  expect(JSON.stringify(await client.templates())).not.toContain('ui://');
  for (const { uri, name, mimeType, _meta } of listed) {
    const page = await client.read(String(uri));
    expect(page.text).toMatch(/^<!doctype html>/i);
    expect([mimeType, page.mimeType, page.uri]).toEqual([RESOURCE_MIME_TYPE, RESOURCE_MIME_TYPE, uri]);
    const hash = createHash('sha256').update(page.text).digest('hex').slice(0, 12);
    expect(uri).toBe(`ui://rcpt-mcp/${name}-${hash}.html`);
    const none = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
    expect(McpUiResourceMetaSchema.parse(field(page._meta, 'ui'))).toEqual({ csp: none, prefersBorder: true });
    expect(page._meta).toEqual(_meta);
  }

  const { meta, text, data } = await client.call('list_bookings', { from: 'today', to: 'today' });
  expect(meta['rcpt-mcp/view']).toMatchObject({ tool: 'list_bookings', agenda: { days: [{}] } });
  expect(text).toContain('matching bookings');
  expect(data.items).toBeDefined();
  // A tool without a view has nothing to draw.
  expect((await client.call('list_services')).meta).not.toHaveProperty('rcpt-mcp/view');
}

/** A view that cancels a booking gets the question that it shows, without the token that is for models. */
async function expectQuestions(client: TestClient) {
  const { data } = await client.call('list_bookings', { status: 'active', from: 'tomorrow' });
  const asked = await client.call('cancel_booking', { booking_id: field(data, 'items', 0, 'id') });
  expect(field(asked.data, 'question', 'repeat_with', 'confirm_token')).toEqual(expect.any(String));
  expect(field(asked.meta, 'rcpt-mcp/view', 'question')).toMatch(/^Cancel the booking "[^.]*\?$/);
}

/** A client that gets none. */
async function expectNoViews(client: TestClient) {
  const listings = [client.capabilities, await client.tools(), await client.resources(), await client.templates()];
  expect(JSON.stringify(listings)).not.toMatch(/ui:\/\/|"ui\/|\/ui"/);
  const { meta, text } = await client.call('list_bookings', { from: 'today', to: 'today' });
  expect(JSON.stringify(meta)).not.toContain('rcpt-mcp/view');
  expect(text).toContain('matching bookings');
}

it.each(CLIENTS)('a %s client that draws views gets questions as forms show them, over stdio', (kind) =>
  using(kind, stdio('--confirm', 'destructive'), DRAWS_VIEWS, expectQuestions),
);

it.each(CLIENTS)('a %s client that draws views gets them over stdio', (kind) =>
  using(kind, stdio(), DRAWS_VIEWS, expectViews),
);

it('a 2026-07-28 client that draws views gets them over HTTP', () =>
  using('v2 2026-07-28', { url: stateless.url }, DRAWS_VIEWS, expectViews));

it.each(['v2 2025-11-25', 'v1'] as const)('a %s client that draws views gets them in a session', (kind) =>
  using(kind, { url: sessions.url }, DRAWS_VIEWS, expectViews),
);

it.each(['v2 2025-11-25', 'v1'] as const)(
  'a %s client gets no views over HTTP without a session, because its capabilities are unknown',
  (kind) => using(kind, { url: stateless.url }, DRAWS_VIEWS, expectNoViews),
);

it.each(CLIENTS)('a %s client that declares nothing gets no views over stdio', (kind) =>
  using(kind, stdio(), {}, expectNoViews),
);

it.each(CLIENTS)('a %s client that declares nothing gets no views over HTTP with sessions', (kind) =>
  using(kind, { url: sessions.url }, {}, expectNoViews),
);

it('a client that draws another type of page gets no views', () => {
  const capabilities = { extensions: { [EXTENSION_ID]: { mimeTypes: ['text/html'] } } };
  return using('v2 2025-11-25', { url: sessions.url }, capabilities, expectNoViews);
});

it('a server without structured content offers no views', () =>
  using('v2 2026-07-28', stdio('--output', 'text'), DRAWS_VIEWS, expectNoViews));

it.each([
  ['calls', ['call-review']],
  ['bookings', ['agenda']],
  ['services,contacts', []],
])('a server with the toolsets %s offers the views %j', async (toolsets, views) => {
  const args = ['--toolsets', toolsets, '--read-only'];
  await using('v2 2025-11-25', stdio(...args), DRAWS_VIEWS, async (client) => {
    const listed = (await client.resources()).filter(isView);
    expect(listed.map(({ name }) => name)).toEqual(views);
    expect(JSON.stringify(client.capabilities).includes(EXTENSION_ID)).toBe(views.length > 0);
    const absent = client.read('ui://rcpt-mcp/activity-0123456789ab.html');
    await expect(absent).rejects.toThrow('not found');
  });
});

describe('resources/read of a view', () => {
  const read = (uri: string) => using('v2 2026-07-28', { url: stateless.url }, {}, (client) => client.read(uri));

  it('serves the current page under an outdated hash, also to a host that declared nothing', async () => {
    const outdated = 'ui://rcpt-mcp/call-review-0123456789ab.html';
    const current = await using('v2 2026-07-28', { url: stateless.url }, DRAWS_VIEWS, async (client) => {
      const uri = (await client.resources()).find(({ name }) => name === 'call-review')?.uri;
      return client.read(String(uri));
    });
    expect(await read(outdated)).toEqual({ ...current, uri: outdated });
  });

  it.each([
    'ui://rcpt-mcp/nothing-0123456789ab.html',
    'ui://rcpt-mcp/agenda.html',
    'ui://elsewhere/agenda-0123456789ab.html',
  ])('answers %s with an error', async (uri) => {
    await expect(read(uri)).rejects.toThrow('not found');
  });
});

it('a tool has the _meta that registerAppTool of ext-apps writes', async () => {
  const uri = 'ui://rcpt-mcp/agenda-0123456789ab.html';
  let written: unknown;
  const server = new McpServer({ name: 's', version: '1' });
  const registerTool = ((_name: string, config: { _meta?: unknown }) => {
    written = config._meta;
  }) as unknown as McpServer['registerTool'];
  registerAppTool({ ...server, registerTool }, 'x', { _meta: { ui: { resourceUri: uri } } }, async () => ({
    content: [],
  }));
  const tools = await using('v2 2026-07-28', { url: stateless.url }, DRAWS_VIEWS, (client) => client.tools());
  const ours = JSON.stringify(tools.find(({ name }) => name === 'list_bookings')?._meta);
  expect(JSON.parse(ours.replaceAll(/ui:\/\/[^"]+/g, uri))).toEqual(written);
});

it.each([
  undefined,
  null,
  {},
  'x',
  { extensions: null },
  { extensions: { [EXTENSION_ID]: {} } },
  { extensions: { [EXTENSION_ID]: { mimeTypes: [] } } },
  { extensions: { [EXTENSION_ID]: { mimeTypes: ['text/html'] } } },
  { extensions: { [EXTENSION_ID]: { mimeTypes: ['text/html', RESOURCE_MIME_TYPE] } } },
  { extensions: { 'com.example/other': { mimeTypes: [RESOURCE_MIME_TYPE] } } },
  { experimental: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } },
])('capabilities %j are understood as ext-apps understands them', (capabilities) => {
  const declared = getUiCapability(capabilities as Parameters<typeof getUiCapability>[0]);
  expect(drawsViews(capabilities)).toBe(declared?.mimeTypes?.includes(RESOURCE_MIME_TYPE) === true);
});
