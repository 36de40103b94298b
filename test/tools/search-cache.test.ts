import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSearchCache } from '../../src/tools/index.ts';
import type { ToolAnswer } from '../support/clients.ts';
import { deliver, newSecret, notification } from '../support/deliveries.ts';
import { temporaryFolder } from '../support/platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

interface Row {
  id: string;
  start_time: string;
  status: string;
}

/** A booking; times increase with the index. */
const row = (index: number): Row => ({
  id: `bk_${String(index).padStart(5, '0')}`,
  start_time: new Date(Date.UTC(2194, 0, 1) + index * 60_000).toISOString(),
  status: index % 2 === 0 ? 'cancelled' : 'confirmed',
});
const ids = (answer: ToolAnswer) => (answer.data.items as Row[]).map((item) => item.id);

describe('a search that continues with its cursor', () => {
  const secret = newSecret();
  const folder = temporaryFolder();
  let upstream: Upstream;
  let session: HttpSession;
  let replica: HttpSession;
  let rows: Row[];
  const lists = () => upstream.received.filter(({ path }) => path.includes('page=')).length;

  beforeAll(async () => {
    upstream = await startUpstream();
    const environment = { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x', RCPT_CONFIRM: 'never' };
    const file = join(folder, 'secrets.txt');
    writeFileSync(file, secret, { mode: 0o600 });
    [session, replica] = await Promise.all([
      startHttp(environment, ['--webhooks', '--webhook-secrets', file]),
      startHttp(environment),
    ]);
  });
  afterAll(async () => {
    await Promise.all([session?.close(), replica?.close(), upstream?.close()]);
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    rows = Array.from({ length: 3_000 }, (_, index) => row(index));
    upstream.received.length = 0;
    upstream.behave((request, response) => {
      const { pathname, searchParams } = new URL(request.path, 'http://x');
      if (!searchParams.has('page')) {
        const id = pathname.split('/')[4] ?? '';
        json(200, { data: rows.find((one) => one.id === id) ?? { id, status: 'cancelled' } })(request, response);
        return;
      }
      const page = Number(searchParams.get('page'));
      const data = rows.slice((page - 1) * 100, page * 100);
      const meta = { total: rows.length, page, per_page: 100, has_more: page * 100 < rows.length };
      json(200, { data, meta })(request, response);
    });
  });

  const search = (args: object, on = session) =>
    on.client.call('list_bookings', { status: 'cancelled', per_page: 50, ...args });

  /** Searches from the beginning and follows the cursor for `count` parts. */
  async function parts(count: number): Promise<ToolAnswer[]> {
    const answers = [await search({})];
    while (answers.length < count) answers.push(await search({ cursor: answers.at(-1)?.data.cursor }));
    return answers;
  }

  it('reuses the records of the first part and reports the time of their read', async () => {
    const before = Date.now();
    const [first, second, third] = (await parts(3)) as [ToolAnswer, ToolAnswer, ToolAnswer];
    expect(lists()).toBe(30);
    expect(first.data.read_at).toBeUndefined();
    expect(Date.parse(second.data.read_at as string)).toBeGreaterThanOrEqual(before);
    expect(third.data.read_at).toBe(second.data.read_at);
    expect(second.text).toContain('read_at');
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(
      Array.from({ length: 150 }, (_, index) => row(index * 2).id),
    );
    expect(second.data).toMatchObject({ total: 1_500, scanned: 3_000, complete: true, has_more: true });
  });

  it('returns the same part for the same cursor, while a new search reads the list again', async () => {
    const [first, second] = (await parts(2)) as [ToolAnswer, ToolAnswer];
    expect(ids(await search({ cursor: first.data.cursor }))).toEqual(ids(second));
    expect(lists()).toBe(30);
    rows = rows.slice(2);
    expect(ids(await search({}))[0]).toBe(row(2).id);
    expect(lists()).toBe(60);
  });

  it('returns the same records on a replica without a cache entry', async () => {
    const [first, second] = (await parts(2)) as [ToolAnswer, ToolAnswer];
    const remote = await search({ cursor: first.data.cursor }, replica);
    expect(remote.data.read_at).toBeUndefined();
    expect(ids(remote)).toEqual(ids(second));
    expect(remote.data.cursor).toBe(second.data.cursor);
  });

  it('reads the list again for a cursor before the cached records', async () => {
    const own = (cursor?: unknown, on = session) => search({ status: 'confirmed', ...(cursor ? { cursor } : {}) }, on);
    const first = await own();
    const second = await own(first.data.cursor);
    // What the replica caches begins after the second part.
    const third = await own(second.data.cursor, replica);
    expect(ids(third)[0]).toBe(row(201).id);
    const again = await own(first.data.cursor, replica);
    expect(ids(again)).toEqual(ids(second));
    expect(again.data.read_at).toBeUndefined();
  });

  it('reads the list again after a write by this server', async () => {
    const [first] = await parts(1);
    const gone = row(100).id;
    await session.client.call('cancel_booking', { booking_id: gone });
    rows = rows.filter(({ id }) => id !== gone);
    const second = await search({ cursor: first?.data.cursor });
    expect(second.data.read_at).toBeUndefined();
    expect(ids(second)[0]).toBe(row(102).id);
  });

  it('reads the list again after the platform reported a change', async () => {
    const [first] = await parts(1);
    const gone = row(100).id;
    rows = rows.filter(({ id }) => id !== gone);
    const body = JSON.stringify(notification('booking.cancelled', { id: gone }));
    const url = session.url.replace('/mcp', '/webhooks');
    expect((await deliver(url, body, { secrets: [secret] })).status).toBe(200);
    // The server processes the notification after its answer.
    await expect.poll(async () => ids(await search({ cursor: first?.data.cursor }))[0]).toBe(row(102).id);
  });

  it('returns every record beyond the maximum number of cached ones', async () => {
    const all = await parts(30);
    expect(all.flatMap(ids)).toEqual(Array.from({ length: 1_500 }, (_, index) => row(index * 2).id));
    expect(all.at(-1)?.data.has_more).toBe(false);
    // Two reads of the list, because a thousand records are cached.
    expect(lists()).toBe(60);
  });
});

it('a cache of searches counts its keys and entries, not only their values', async () => {
  const cache = await createSearchCache(10_000).open();
  const keys = Array.from({ length: 1_000 }, (_, index) => `search ${index}`);
  for (const key of keys) cache.set(key, 0, cache.generation());
  expect(keys.filter((key) => cache.get(key) !== undefined).length).toBeLessThan(50);
  expect(cache.get('search 999')).toBe(0);
});
