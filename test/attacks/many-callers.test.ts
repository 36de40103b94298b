import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Guarded, startGuarded } from '../support/guarded.ts';
import { beginSession, type RawSession, responseIn } from '../support/mcp-session.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { legacyCall, modernCall } from './support/front.ts';

/** Callers at the same time, on every way that a request may go: whose answer is whose, and whose session. */
const CALLERS = 6;
const RECORDS = 30;
let platform: Upstream;
let server: Guarded;
const keyOf = (caller: number) => `sk_live_caller${caller}x`;

beforeAll(async () => {
  // Whatever is asked is answered with records of whoever asked, sometimes later than what was asked after it.
  platform = await startUpstream(({ path, headers }, response) => {
    const owner = /caller\d+x/.exec(headers.authorization ?? '')?.[0] ?? 'nobody';
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

/** Sends as this caller, and looks that nothing of another's is in the answer. */
async function as(caller: number, sent: { headers: Record<string, string>; body: string }, more = {}): Promise<string> {
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
const of = (caller: number) => `of-caller${caller}x`;
/** Of the SDK alone: with a header that the direct path leaves to it. */
const UNUSUAL = { 'x-unusual': '1' };

/** Clients of 2025 in sessions, of 2026 without: each request of this is one of a caller's. */
async function round(caller: number, session: RawSession): Promise<void> {
  const get = { contact_id: `ct_${caller}` };
  const search = (cursor?: unknown) =>
    modernCall('list_contacts', { order: 'desc', per_page: 7, ...(cursor ? { cursor } : {}) });
  const one = async (more = {}) => expect(await as(caller, modernCall('get_contact', get), more)).toContain(of(caller));
  const inSession = async () => {
    const answer = await session.send('tools/call', { name: 'get_contact', arguments: get });
    const text = await answer.text();
    expect(text).toContain(`${of(caller)}-${caller}`);
  };
  const paging = async () => {
    let cursor: unknown;
    let seen = 0;
    do {
      const text = await as(caller, search(cursor));
      const { items, cursor: next } = jsonOf(text).result.structuredContent as {
        items: { name: string }[];
        cursor?: string;
      };
      seen += items.length;
      for (const { name } of items) expect(name).toContain(of(caller));
      cursor = next;
    } while (cursor);
    expect(seen).toBe(RECORDS);
  };
  const narrowed = async () => {
    const { headers, body } = modernCall('x', {});
    const { 'mcp-name': _name, ...usual } = headers;
    const { params } = JSON.parse(body) as { params: { _meta: object } };
    const list = {
      headers: { ...usual, 'mcp-method': 'tools/list' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: params._meta } }),
    };
    const [less, all] = await Promise.all([as(caller, list, { 'x-rcpt-read-only': 'true' }), as(caller, list)]);
    expect([less.includes('"create_contact"'), all.includes('"create_contact"')]).toEqual([false, true]);
  };
  await Promise.all([
    one(),
    one(UNUSUAL),
    one(),
    paging(),
    inSession(),
    narrowed(),
    one(UNUSUAL),
    inSession(),
    paging(),
  ]);
}

it('each has its own answers, whoever else asks: direct, by the SDK, in sessions, in searches', {
  timeout: 90_000,
}, async () => {
  const callers = Array.from({ length: CALLERS }, (_, caller) => caller);
  const sessions = await Promise.all(callers.map((caller) => beginSession(server.url, { 'x-api-key': keyOf(caller) })));
  for (let times = 0; times < 3; times++) {
    await Promise.all(callers.map((caller) => round(caller, sessions[caller] as RawSession)));
  }
  await Promise.all(sessions.map((session) => session.end()));
});

describe('a session is its caller’s alone', () => {
  const mine = { 'x-api-key': keyOf(1) };
  it.each<[string, Record<string, string>]>([
    ['another caller', { 'x-api-key': keyOf(2) }],
    ['the same caller with fewer rights', { ...mine, 'x-rcpt-read-only': 'true' }],
    ['the same caller with other tools', { ...mine, 'x-rcpt-toolsets': 'contacts' }],
  ])('and is nothing to %s', async (_who, headers) => {
    const session = await beginSession(server.url, mine);
    const before = platform.received.length;
    const call = { name: 'get_contact', arguments: { contact_id: 'ct_1' } };
    const answers = [
      await session.send('tools/call', call, headers),
      await session.send('notifications/cancelled', { requestId: 1 }, headers),
      await session.stream(headers),
      await session.end(headers),
    ];
    // As one that never was.
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(await responseIn(answer)).toMatchObject({ error: { code: -32001 } });
    }
    expect(platform.received.length).toBe(before);
    expect(await (await session.send('tools/call', call)).text()).toContain(of(1));
    await session.end();
  });

  it('without a credential nobody is told whether it is there', async () => {
    const session = await beginSession(server.url, mine);
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
