import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field, type ToolAnswer } from '../support/clients.ts';
import { FIRST_START, manyBookings } from '../support/many.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { type Behaviour, json, startUpstream, type Upstream } from '../support/upstream.ts';
import { startWithout } from '../support/without-extensions.ts';

const COUNT = 10_000;
const day = (index: number) => new Date(FIRST_START + index * 86_400_000).toISOString().slice(0, 10);
const ids = (answer: ToolAnswer) => (answer.data.items as { id: string }[]).map((item) => item.id);

/** Follows the cursor to the end and returns all answers. */
async function all(session: HttpSession, name: string, args: Record<string, unknown>) {
  const answers: ToolAnswer[] = [];
  let cursor: unknown;
  do {
    const answer = await session.client.call(name, { ...args, ...(cursor ? { cursor } : {}) });
    expect(answer.isError, answer.text).toBe(false);
    answers.push(answer);
    cursor = answer.data.cursor;
  } while (cursor);
  return { answers, ids: answers.flatMap(ids) };
}

describe('search of a list of ten thousand records', () => {
  let platform: StartedPlatform;
  let upstream: Upstream;
  let session: HttpSession;

  beforeAll(async () => {
    platform = await startPlatform({ business: manyBookings(COUNT) });
    upstream = await startWithout(platform.url, 'list_filters');
    session = await startHttp({
      RCPT_BASE_URL: upstream.url,
      RCPT_API_KEY: await platform.key(),
      RCPT_TIME_ZONE: 'UTC',
    });
  });
  afterAll(async () => {
    await session?.close();
    await upstream?.close();
    await platform?.close();
  });

  it('scans the whole list, orders by time and reports both', async () => {
    const { data, text } = await session.client.call('list_bookings', { from: day(10), to: day(10), per_page: 100 });
    expect(data).toMatchObject({
      total: 24,
      has_more: false,
      scanned: COUNT,
      complete: true,
      window: { from: `${day(10)}T00:00:00Z`, to: `${day(11)}T00:00:00Z` },
      order: 'asc',
      time_zone: 'UTC',
    });
    expect((data.items as { id: string }[]).map((item) => item.id)).toEqual(
      Array.from({ length: 24 }, (_, hour) => `bk_${String(240 + hour).padStart(6, '0')}`),
    );
    expect(text).toContain('24 of 24 matching bookings; all 10000 scanned.');
  });

  it('applies each filter alone and combined', async () => {
    const rare = await all(session, 'list_bookings', {
      service_id: 'svc_rare',
      from: day(0),
      to: day(6),
      per_page: 100,
    });
    expect(rare.ids).toHaveLength(24);
    const cancelled = await session.client.call('list_bookings', {
      status: 'CANCELLED',
      service_id: 'svc_rare',
      from: day(0),
      to: day(6),
    });
    expect(ids(cancelled)).toEqual(['bk_000000', 'bk_000070', 'bk_000140']);
    expect(ids(await session.client.call('list_bookings', { query: 'zoe quist' }))).toEqual(['bk_004321']);
    expect(ids(await session.client.call('list_bookings', { query: 'quist unknown' }))).toEqual([]);
    expect(ids(await session.client.call('list_bookings', { order: 'desc', per_page: 2 }))).toEqual([
      'bk_009999',
      'bk_009998',
    ]);
  });

  it('returns every match once and in order by following the cursor', async () => {
    const { answers, ids: found } = await all(session, 'list_bookings', {
      status: 'cancelled',
      service_id: 'svc_rare',
      per_page: 50,
    });
    const every70th = Array.from({ length: 143 }, (_, index) => `bk_${String(index * 70).padStart(6, '0')}`);
    expect(found).toEqual(every70th);
    expect(answers).toHaveLength(3);
    for (const { data } of answers) expect(data.total).toBe(143);
    const desc = await all(session, 'list_bookings', {
      service_id: 'svc_rare',
      order: 'desc',
      from: day(0),
      to: day(3),
      per_page: 5,
    });
    expect(desc.ids).toEqual([
      'bk_000091',
      'bk_000084',
      'bk_000077',
      'bk_000070',
      'bk_000063',
      'bk_000056',
      'bk_000049',
      'bk_000042',
      'bk_000035',
      'bk_000028',
      'bk_000021',
      'bk_000014',
      'bk_000007',
      'bk_000000',
    ]);
  });

  it('rejects the cursor of another search', async () => {
    const { data } = await session.client.call('list_bookings', { status: 'cancelled', per_page: 1 });
    const refused = /cursor: it does not belong to this search/;
    for (const [name, args] of [
      ['list_bookings', { status: 'confirmed', cursor: data.cursor }],
      ['list_contacts', { cursor: data.cursor }],
      ['list_bookings', { status: 'cancelled', cursor: `${data.cursor}x` }],
      ['list_bookings', { status: 'cancelled', cursor: 'abc' }],
      ['list_bookings', { status: 'cancelled', cursor: 'WzFd.AAAA' }],
    ] as const) {
      const answer = await session.client.call(name, args);
      expect(answer.text).toMatch(refused);
      expect(answer.isError).toBe(true);
    }
  });

  it('returns all fields with detail full, and identifying ones otherwise', async () => {
    const brief = await session.client.call('list_bookings', { from: day(1), to: day(1), per_page: 1 });
    expect(Object.keys(field(brief.data, 'items', 0) as object)).toEqual([
      'id',
      'service_name',
      'status',
      'weekday',
      'start_local',
      'end_local',
      'contact_name',
      'contact_id',
      'staff_name',
    ]);
    const full = await session.client.call('list_bookings', { from: day(1), to: day(1), per_page: 1, detail: 'full' });
    expect(field(full.data, 'items', 0)).toMatchObject({
      staff_id: 'stf_one',
      service_id: expect.any(String),
      start_time: expect.stringMatching(/Z$/),
      end_local: expect.any(String),
    });
  });

  it('explains an invalid window', async () => {
    for (const [args, says] of [
      [{ from: 'next time' }, /2\d{3}-\d{2}-\d{2}/],
      [{ from: '2199-02-01', to: '2199-01-01' }, /before|after/],
      [{ from: '2199-02-30' }, /2199-02-30/],
      [{ page: 2, status: 'cancelled' }, /use cursor/],
    ] as const) {
      const answer = await session.client.call('list_bookings', args);
      expect(answer.isError).toBe(true);
      expect(answer.text).toMatch(says);
    }
  });
});

describe('search on other platforms', () => {
  let upstream: Upstream;
  let session: HttpSession;

  beforeAll(async () => {
    upstream = await startUpstream();
    session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
  });
  afterAll(async () => {
    await Promise.all([session?.close(), upstream?.close()]);
  });

  const record = (index: number) => ({
    id: `bk_${index}`,
    start_time: new Date(FIRST_START + index * 60_000).toISOString(),
  });
  const query = (path: string) => new URL(path, 'http://x').searchParams;

  /** Serves `records()` in pages of at most `size`, whatever is asked for. */
  const pages =
    (records: (page: number) => object[], size: number, meta: (page: number, total: number) => object): Behaviour =>
    (request, response) => {
      const page = Number(query(request.path).get('page') ?? 1);
      const per = Math.min(size, Number(query(request.path).get('per_page') ?? 25));
      const data = records(page);
      json(200, { data: data.slice((page - 1) * per, page * per), meta: meta(page, data.length) })(request, response);
    };
  const three_hundred = Array.from({ length: 300 }, (_, index) => record(index));

  it('reads the whole list if pages are smaller than requested', async () => {
    upstream.behave(
      pages(
        () => three_hundred,
        20,
        (page, total) => ({ total, page, per_page: 20, has_more: page < 15 }),
      ),
    );
    expect((await session.client.call('list_bookings', { order: 'asc' })).data).toMatchObject({
      scanned: 300,
      complete: true,
      total: 300,
    });
  });

  it('reads the whole list if pages are smaller than requested and per_page does not report it', async () => {
    upstream.behave(
      pages(
        () => three_hundred,
        20,
        (_page, total) => ({ total }),
      ),
    );
    expect((await session.client.call('list_bookings', { order: 'asc' })).data).toMatchObject({
      scanned: 300,
      complete: true,
    });
    upstream.behave(
      pages(
        () => three_hundred,
        20,
        (page, total) => ({ total, per_page: 0, page }),
      ),
    );
    expect((await session.client.call('list_bookings', { order: 'asc' })).data).toMatchObject({
      scanned: 300,
      complete: true,
    });
  });

  it('reports an incomplete search if the list has fewer records than its total', async () => {
    upstream.behave(
      pages(
        () => three_hundred,
        100,
        (page) => ({ total: 310, page, per_page: 100, has_more: page < 3 }),
      ),
    );
    expect((await session.client.call('list_bookings', { order: 'asc' })).data).toMatchObject({
      scanned: 300,
      complete: false,
      total: null,
    });
  });

  it('reads the whole list if the platform sends neither total nor per_page', async () => {
    upstream.behave(
      pages(
        () => three_hundred,
        100,
        (page) => ({ has_more: page < 3 }),
      ),
    );
    expect((await session.client.call('list_bookings', { order: 'asc' })).data).toMatchObject({
      scanned: 300,
      complete: true,
    });
    upstream.behave(
      pages(
        () => three_hundred,
        100,
        () => ({}),
      ),
    );
    expect((await session.client.call('list_bookings', { order: 'asc' })).data).toMatchObject({
      scanned: 300,
      complete: true,
    });
  });

  it('returns each record once if the list grows during the search', async () => {
    let added = 0;
    upstream.behave(
      pages(
        () => {
          // Each request adds one record before all others.
          added++;
          return [...Array.from({ length: added }, (_, index) => record(1_000 + added - index)), ...three_hundred];
        },
        100,
        (page, total) => ({ total, page, per_page: 100, has_more: page * 100 < total }),
      ),
    );
    const { ids: found } = await all(session, 'list_bookings', { order: 'asc', per_page: 100 });
    expect(new Set(found).size).toBe(found.length);
    expect(three_hundred.every(({ id }) => found.includes(id))).toBe(true);
  });

  it('returns every remaining record if the list shrinks during the search', async () => {
    let reads = 0;
    upstream.behave(
      pages(
        () => (++reads > 1 ? three_hundred.slice(50) : three_hundred),
        100,
        (page, total) => ({ total, page, per_page: 100, has_more: page * 100 < total }),
      ),
    );
    const { data } = await session.client.call('list_bookings', { order: 'desc', per_page: 1 });
    expect(data).toMatchObject({ complete: true, total: 300 });
  });

  it('reports records that lack the field of a filter', async () => {
    upstream.behave(
      json(200, {
        data: [record(1), { id: 'bk_x' }, { id: 'bk_y', start_time: 'soon' }],
        meta: { total: 3, page: 1, per_page: 100, has_more: false },
      }),
    );
    const { data } = await session.client.call('list_bookings', { from: '2199-01-01T00:00:00Z' });
    expect(ids({ data } as ToolAnswer)).toEqual(['bk_1']);
    expect(data.omitted).toBe('2 records lack a field that the filters read.');
  });

  it('fails if a later page fails, and does not return the first page alone', async () => {
    upstream.behave((request, response) => {
      const page = Number(query(request.path).get('page'));
      if (page === 2) json(500, {})(request, response);
      else
        json(200, { data: three_hundred.slice(0, 100), meta: { total: 300, page, per_page: 100, has_more: true } })(
          request,
          response,
        );
    });
    const answer = await session.client.call('list_bookings', { order: 'asc' });
    expect(answer.isError).toBe(true);
    expect(field(answer.data, 'error', 'kind')).toBe('server_error');
  });

  it('searches a list beyond the scan limit in parts and reports each as incomplete', async () => {
    const huge = 25_000;
    upstream.behave((request, response) => {
      const page = Number(query(request.path).get('page'));
      const data = Array.from({ length: 100 }, (_, index) => record((page - 1) * 100 + index));
      json(200, { data, meta: { total: huge, page, per_page: 100, has_more: page < 250 } })(request, response);
    });
    const first = await session.client.call('list_bookings', {
      from: record(10).start_time,
      to: record(12).start_time,
    });
    expect(first.data).toMatchObject({ scanned: 10_000, complete: false, total: null, has_more: true });
    expect(first.text).toContain('not all');
    const { ids: found, answers } = await all(session, 'list_bookings', {
      from: record(9_999).start_time,
      to: record(10_050).start_time,
      per_page: 100,
    });
    expect(found).toEqual(Array.from({ length: 51 }, (_, index) => `bk_${9_999 + index}`));
    expect(answers.at(-1)?.data).toMatchObject({ has_more: false });
  });

  it('sends progress notifications, and stops when the client cancels', async () => {
    const seen: { progress: number; total?: number | undefined }[] = [];
    upstream.behave(
      pages(
        () => three_hundred,
        100,
        (page, total) => ({ total, page, per_page: 100, has_more: page * 100 < total }),
      ),
    );
    await session.client.call('list_bookings', { order: 'asc' }, { onprogress: (step) => void seen.push({ ...step }) });
    expect(seen.at(-1)).toMatchObject({ progress: 300, total: 300 });

    const stop = new AbortController();
    upstream.behave((request, response) => {
      stop.abort();
      setTimeout(
        () =>
          pages(
            () => three_hundred,
            1,
            (page, total) => ({ total, page, per_page: 1, has_more: true }),
          )(request, response),
        20,
      );
    });
    const before = upstream.received.length;
    await expect(session.client.call('list_bookings', { order: 'asc' }, { signal: stop.signal })).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(upstream.received.length - before).toBeLessThan(20);
  });
});
