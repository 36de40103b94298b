import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ToolAnswer } from '../../support/clients.ts';
import { ENGINE, newDatabase, randomExamples } from '../../support/engines.ts';
import { startPlatform } from '../../support/platform.ts';
import { pick, randomOf } from '../../tools/activity/random-business.ts';
import { type BothWays, startBothWays } from './support/both-ways.ts';
import { FIRST } from './support/business.ts';
import { randomQuery, spokenBusiness } from './support/spoken-business.ts';

const business = spokenBusiness(5, 160);
let both: BothWays;

beforeAll(async () => {
  both = await startBothWays(business, 'call_search');
}, 60_000);
afterAll(() => both?.close());

const day = (offset: number) => new Date(FIRST + offset * 86_400_000).toISOString().slice(0, 10);

/** What an answer says about the calls. A platform that searches itself has searched all of them. */
function comparable({ data, text, isError }: ToolAnswer) {
  if (isError) return { error: text };
  const { searched: _searched, omitted: _omitted, read_at: _readAt, now_local: _now, cursor, ...rest } = data;
  return { ...rest, continues: cursor !== undefined };
}

/** Expects the same answers of both servers to the end, each with the cursors of the other. Returns the number of calls. */
async function expectSame(args: Record<string, unknown>): Promise<number> {
  let cursor: unknown;
  let count = 0;
  for (let page = 0; page < 100; page++) {
    const input = { ...args, ...(cursor === undefined ? {} : { cursor }) };
    const ask = (client: BothWays['asking']) => client.call('search_calls', input);
    const [asked, scanned] = await Promise.all([ask(both.asking), ask(both.scanning)]);
    expect(comparable(asked), `${JSON.stringify(args)}, page ${page}`).toEqual(comparable(scanned));
    if (asked.isError) return 0;
    count += (asked.data.items as unknown[]).length;
    cursor = (page % 2 === 0 ? asked : scanned).data.cursor;
    if (cursor === undefined) return count;
  }
  throw new Error(`${JSON.stringify(args)} does not end`);
}

describe('search_calls of a platform that searches transcripts itself', () => {
  it('answers random questions as a search that reads all transcripts does', async () => {
    const random = randomOf(3);
    let found = 0;
    const rounds = randomExamples(150);
    for (let round = 0; round < rounds; round++) {
      const query = randomQuery(random);
      if (query === '' || query === '""') continue;
      const filters = Object.entries({
        speaker: ['caller', 'Receptionist', 'absent'],
        from: [day(0), day(5)],
        to: [day(6), day(30)],
        outcome: ['booked', 'callback promised'],
        language: ['es', 'DE'],
        order: ['asc', 'desc'],
      }).filter(() => random() < 0.15);
      const args = { query, limit: pick(random, [3, 50]) };
      const chosen = filters.map(([name, values]) => [name, pick(random, values as string[])]);
      found += (await expectSame({ ...args, ...Object.fromEntries(chosen) })) > 0 ? 1 : 0;
    }
    expect(found).toBeGreaterThan(rounds * 0.4);
  }, 120_000);

  it.each([
    ['the words of a mask', { query: 'card number' }],
    ['the words of a mask beside others', { query: 'card phone' }],
    ['digits that are masked', { query: '4111111111111111' }],
    ['an outcome that no call has', { query: 'cleaning', outcome: 'unheard of' }],
    ['a language that no call has', { query: 'cleaning', language: 'fr' }],
    ['no word', { query: '...' }],
    ['no call', { query: 'zzzz' }],
    ['an id', { query: business.calls[0]?.id }],
  ])('answers a search for %s as a search that reads all transcripts does', async (_what, args) => {
    await expectSame(args);
  });

  it('takes few requests however many calls there are', async () => {
    await both.asking.call('search_calls', { query: 'warm up' });
    const before = both.requests();
    await both.asking.call('search_calls', { query: 'cleaning', limit: 5 });
    expect(both.requests() - before).toBeLessThanOrEqual(2);
  });
});

interface Found {
  data: { id: string }[];
  meta: { has_more: boolean; next?: string; selected: number };
}

describe('GET /v1/search/calls', () => {
  const report = (call_id: string, text: string, summary: string | null = null) => ({
    event: 'ended' as const,
    call_id,
    started_at: '2199-03-01T10:00:00Z',
    ended_at: '2199-03-01T10:05:00Z',
    summary,
    turns: [{ speaker: 'caller', text, offset_seconds: 1 }],
  });

  async function open(options: Parameters<typeof startPlatform>[0] = {}) {
    const started = await startPlatform(options);
    const key = await started.key();
    const get = async (path: string) => {
      const response = await fetch(`${started.url}/api${path}`, { headers: { authorization: `Bearer ${key}` } });
      return { status: response.status, body: (await response.json()) as never };
    };
    return {
      ...started,
      get,
      search: async (query: string, rest = '') => {
        const { status, body } = await get(`/v1/search/calls?query=${encodeURIComponent(query)}${rest}`);
        expect(status).toBe(200);
        return body as Found;
      },
      isAnnounced: async () => {
        const { data } = (await get('/v1/capabilities')).body as { data: { extensions: Record<string, unknown> } };
        return 'call_search' in data.extensions;
      },
    };
  }

  it('finds what the last report of a call says, and not what an earlier one said', async () => {
    const { platform, search, close } = await open();
    await platform.calls.importBatch([report('c-1', 'about the blue lamp')] as never, { dryRun: false });
    expect((await search('lamp')).data).toHaveLength(1);
    const later = { ...report('c-1', 'about the green lamp', 'They want a chair.'), status: 'completed' };
    await platform.calls.importBatch([later] as never, { dryRun: false });
    expect((await search('chair')).data).toHaveLength(1);
    expect((await search('"green lamp"')).data).toHaveLength(1);
    expect((await search('blue')).data).toHaveLength(0);
    await close();
  });

  it('finds nothing of calls that were removed, and what was added after them', async () => {
    const { platform, search, close } = await open({ demo: true });
    expect((await search('cleaning')).data.length).toBeGreaterThan(0);
    await platform.demo.remove();
    expect((await search('cleaning')).data).toHaveLength(0);
    await platform.calls.importBatch([report('c-2', 'only a cleaning')] as never, { dryRun: false });
    expect((await search('cleaning')).data).toHaveLength(1);
    await close();
  });

  it('continues behind each call that it shows, in both orders', async () => {
    const key = both.key;
    const get = async (rest: string) => {
      const response = await fetch(`${both.platform.url}/api/v1/search/calls?query=a&per_page=7${rest}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return (await response.json()) as Found;
    };
    for (const order of ['asc', 'desc']) {
      const ids: string[] = [];
      for (let next: string | undefined = ''; next !== undefined; ) {
        const after: string = next === '' ? '' : `&after=${encodeURIComponent(next)}`;
        const page = await get(`&order=${order}${after}`);
        ids.push(...page.data.map(({ id }) => id));
        next = page.meta.next;
        expect(page.meta.has_more).toBe(next !== undefined);
      }
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeGreaterThan(50);
    }
  });

  it('refuses what is no search', async () => {
    const { get, close } = await open();
    for (const query of ['', '?query=', '?query=...', '?query=a&query=b', '?query=a&page=2', '?query=a&order=up'])
      expect((await get(`/v1/search/calls${query}`)).status, query).toBe(400);
    await close();
  });

  it('answers are right while calls without words are indexed, which is announced afterwards and survives interruptions', async () => {
    const target = await newDatabase();
    const first = await open({ business, database: target.database });
    const queries = ['cleaning', '"deep-cleaning"', '0150', 'groß', '予約', 'a', 'zzzz', 'Jones'];
    const answers = async ({ search }: Pick<typeof first, 'search'>) =>
      Promise.all(queries.map(async (query) => (await search(query, '&per_page=100')).data.map(({ id }) => id)));
    const expected = await answers(first);
    expect(expected.map((ids) => ids.length > 0)).toEqual(queries.map((query) => query !== 'zzzz'));
    await first.close();

    // As a server without full-text search leaves it.
    const grams = ENGINE === 'sqlite' ? ["insert into word_grams (word_grams) values ('delete-all')"] : [];
    await target.direct(
      'delete from calls_words',
      'delete from words',
      ...grams,
      'update calls set derived_version = 0',
      ...(ENGINE === 'sqlite' ? ['update calls set doc = null'] : []),
    );
    const before = await open({ database: target.database });
    expect(await before.isAnnounced()).toBe(false);
    expect(await answers(before)).toEqual(expected);
    await before.close();

    for (let stop = 0; stop < 3; stop++) {
      const interrupted = await open({ database: target.database, deliveries: true });
      expect(await answers(interrupted)).toEqual(expected);
      await interrupted.close();
    }
    const after = await open({ database: target.database, deliveries: true });
    await vi.waitFor(async () => expect(await after.isAnnounced()).toBe(true), { timeout: 20_000, interval: 50 });
    expect(await answers(after)).toEqual(expected);
    await after.close();
    await target.remove();
  });

  it('indexes again what a statement changed without the index', async () => {
    const target = await newDatabase();
    const first = await open({ database: target.database });
    await first.platform.calls.importBatch([report('c-3', 'about a lamp')] as never, { dryRun: false });
    await first.close();
    await target.direct(`update calls set summary = 'They want a table.'`);
    const second = await open({ database: target.database, deliveries: true });
    expect((await second.search('table')).data).toHaveLength(1);
    await vi.waitFor(async () => expect(await second.isAnnounced()).toBe(true), { timeout: 20_000, interval: 50 });
    expect((await second.search('table')).data).toHaveLength(1);
    await second.close();
    await target.remove();
  });
});
