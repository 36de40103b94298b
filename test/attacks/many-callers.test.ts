import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Guarded, startGuarded } from '../support/guarded.ts';
import { beginSession, type RawSession, responseIn } from '../support/mcp-session.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { legacyCall, modernCall } from './support/front.ts';

/** Isolation of concurrent callers on every code path: fast path, SDK, sessions and cached searches. */
const CALLERS = 6;
const RECORDS = 30;
let platform: Upstream;
let server: Guarded;
const keyOf = (caller: number) => `sk_live_caller${caller}x`;

beforeAll(async () => {
  // Each response contains records of the caller's key. Even pages are delayed, so that responses overtake each other.
  platform = await startUpstream(({ path, headers }, response) => {
    const owner = /caller\d+x/.exec(headers.authorization ?? '')?.[0] ?? 'unknown';
    const url = new URL(path, 'http://localhost');
    const page = Number(url.searchParams.get('page') ?? 1);
    const size = Number(url.searchParams.get('per_page') ?? 25);
    const record = (index: number) => ({
      id: `ct_${index}`,
      name: `of-${owner}-${index}`,
      email: null,
      phone: null,
      created_at: '2026-01-05T10:00:00Z',
      updated_at: '2026-01-05T10:00:00Z',
    });
    const all = Array.from({ length: RECORDS }, (_, index) => record(index));
    const list = url.pathname.split('/').length === 4;
    const body = list
      ? {
          data: all.slice((page - 1) * size, page * size),
          meta: { total: RECORDS, page, per_page: size, has_more: page * size < RECORDS },
        }
      : { data: record(Number(/ct_(\d+)/.exec(path)?.[1] ?? 0)) };
    const send = () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (page % 2 === 0) setImmediate(() => setImmediate(send));
    else send();
  });
  server = await startGuarded('platform-key', ['--sessions', '50'], { RCPT_BASE_URL: platform.url });
});
afterAll(async () => {
  await server?.close();
  await platform?.close();
});

/** Sends a request as this caller and asserts that the response contains no record of another. */
async function sendAs(
  caller: number,
  sent: { headers: Record<string, string>; body: string },
  more = {},
): Promise<string> {
  const headers = { ...sent.headers, 'x-api-key': keyOf(caller), ...more };
  const answer = await fetch(server.url, { method: 'POST', headers, body: sent.body });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  const owners = new Set([...text.matchAll(/of-(caller\d+x)/g)].map(([, owner]) => owner));
  for (const owner of owners) expect(owner).toBe(`caller${caller}x`);
  return text;
}

const jsonOf = (text: string) =>
  JSON.parse(text.replace(/^[^{]*/, '')) as { result: { structuredContent: Record<string, unknown> } };
const recordPrefix = (caller: number) => `of-caller${caller}x`;
/** A header that the fast path does not handle, so that the SDK serves the request. */
const UNUSUAL = { 'x-unusual': '1' };

/** All kinds of requests of one caller concurrently: 2025 clients in sessions, 2026 clients without. */
async function round(caller: number, session: RawSession): Promise<void> {
  const get = { contact_id: `ct_${caller}` };
  const search = (cursor?: unknown) =>
    modernCall('list_contacts', { order: 'desc', per_page: 7, ...(cursor ? { cursor } : {}) });
  const one = async (more = {}) =>
    expect(await sendAs(caller, modernCall('get_contact', get), more)).toContain(recordPrefix(caller));
  const inSession = async () => {
    const answer = await session.send('tools/call', { name: 'get_contact', arguments: get });
    const text = await answer.text();
    expect(text).toContain(`${recordPrefix(caller)}-${caller}`);
  };
  const paging = async () => {
    let cursor: unknown;
    let seen = 0;
    do {
      const text = await sendAs(caller, search(cursor));
      const { items, cursor: next } = jsonOf(text).result.structuredContent as {
        items: { name: string }[];
        cursor?: string;
      };
      seen += items.length;
      for (const { name } of items) expect(name).toContain(recordPrefix(caller));
      cursor = next;
    } while (cursor);
    expect(seen).toBe(RECORDS);
  };
  const restricted = async () => {
    const { headers, body } = modernCall('x', {});
    const { 'mcp-name': _name, ...otherHeaders } = headers;
    const { params } = JSON.parse(body) as { params: { _meta: object } };
    const list = {
      headers: { ...otherHeaders, 'mcp-method': 'tools/list' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: params._meta } }),
    };
    const [less, all] = await Promise.all([sendAs(caller, list, { 'x-rcpt-read-only': 'true' }), sendAs(caller, list)]);
    expect([less.includes('"create_contact"'), all.includes('"create_contact"')]).toEqual([false, true]);
  };
  await Promise.all([
    one(),
    one(UNUSUAL),
    one(),
    paging(),
    inSession(),
    restricted(),
    one(UNUSUAL),
    inSession(),
    paging(),
  ]);
}

it('concurrent callers get only their own records: fast path, SDK, sessions and searches', {
  timeout: 90_000,
}, async () => {
  const callers = Array.from({ length: CALLERS }, (_, caller) => caller);
  // Keys that the platform has not accepted yet count as one caller, which may have 16 requests at a time.
  for (const caller of callers) await sendAs(caller, modernCall('get_contact', { contact_id: `ct_${caller}` }));
  const sessions = await Promise.all(callers.map((caller) => beginSession(server.url, { 'x-api-key': keyOf(caller) })));
  for (let times = 0; times < 3; times++) {
    await Promise.all(callers.map((caller) => round(caller, sessions[caller] as RawSession)));
  }
  await Promise.all(sessions.map((session) => session.end()));
});

describe('an MCP session belongs to its caller', () => {
  const ownHeaders = { 'x-api-key': keyOf(1) };
  it.each<[string, Record<string, string>]>([
    ['another caller', { 'x-api-key': keyOf(2) }],
    ['the same caller with fewer rights', { ...ownHeaders, 'x-rcpt-read-only': 'true' }],
    ['the same caller with other tools', { ...ownHeaders, 'x-rcpt-toolsets': 'contacts' }],
  ])('answers 404 to %s', async (_name, headers) => {
    const session = await beginSession(server.url, ownHeaders);
    const before = platform.received.length;
    const call = { name: 'get_contact', arguments: { contact_id: 'ct_1' } };
    const answers = [
      await session.send('tools/call', call, headers),
      await session.send('notifications/cancelled', { requestId: 1 }, headers),
      await session.stream(headers),
      await session.end(headers),
    ];
    // The same response as for an unknown session id.
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(await responseIn(answer)).toMatchObject({ error: { code: -32001 } });
    }
    expect(platform.received.length).toBe(before);
    expect(await (await session.send('tools/call', call)).text()).toContain(recordPrefix(1));
    await session.end();
  });

  it('answers the same 401 as an unknown session without a credential', async () => {
    const session = await beginSession(server.url, ownHeaders);
    const answers = await Promise.all(
      [session.id, 'x'].map(async (id) => {
        const headers = { ...legacyCall('', {}).headers, 'mcp-session-id': id };
        const answer = await fetch(server.url, {
          method: 'POST',
          headers,
          body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        });
        return `${answer.status} ${await answer.text()}`;
      }),
    );
    expect(answers[0]).toMatch(/^401/);
    expect(answers[0]).toBe(answers[1]);
    await session.end();
  });
});
