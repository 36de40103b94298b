import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/lib/logging/logger.ts';
import { openPlatform } from '../../../src/platform/index.ts';
import { type ManualClock, manualClock } from '../../support/clock.ts';
import { dumpDatabase } from '../../support/engines.ts';
import { type StartedPlatform, startPlatform } from '../../support/platform.ts';
import { httpClient } from '../support/client.ts';
import { NOW, smallBusiness } from '../support/fixture.ts';
import { feedClient } from './calendar.ts';

let started: StartedPlatform;
let clock: ManualClock;
let log: string;

beforeEach(async () => {
  clock = manualClock(NOW);
  log = '';
  const write = (line: string) => {
    log += `${line}\n`;
  };
  const logger = createLogger({ level: 'debug', format: 'json', write });
  started = await startPlatform({ business: smallBusiness(), clock, logger });
});
afterEach(() => started.close());

const add = async (options: { staffId?: string; masked?: boolean } = {}) => {
  const { feed, path } = await started.platform.calendarFeeds.add({ masked: false, ...options });
  return { id: feed.id, path: path.reveal() };
};
const status = async (path: string) => (await fetch(started.url + path)).status;
const tokenOf = (path: string) => /rcpt_cal_\w+/.exec(path)?.[0] ?? '';
const list = () => started.platform.calendarFeeds.list();

describe('the address of a calendar feed', () => {
  it('has 200 random bits, and is stored as a hash only', async () => {
    const paths = await Promise.all(Array.from({ length: 5 }, () => add()));
    for (const { path } of paths) expect(path).toMatch(/^\/api\/calendars\/rcpt_cal_[0-9a-hjkmnp-tv-z]{40}\.ics$/);
    expect(new Set(paths.map(({ path }) => path)).size).toBe(5);
    const dump = await dumpDatabase(started.database);
    expect(dump).toContain(paths[0]?.id);
    for (const { path } of paths) expect(dump).not.toContain(tokenOf(path));
    expect(JSON.stringify(await list())).not.toContain('rcpt_cal_');
  });

  it('answers GET and HEAD with headers that keep it out of referrers, indexes and shared caches', async () => {
    const { path } = await add();
    const get = await fetch(started.url + path);
    const head = await fetch(started.url + path, { method: 'HEAD' });
    expect(await get.text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
    expect(await head.text()).toBe('');
    for (const { status: code, headers } of [get, head]) {
      expect(code).toBe(200);
      expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('etag')).toBe(get.headers.get('etag'));
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'PROPFIND']) {
      const response = await fetch(started.url + path, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  it('gives the same 404 for an unknown, revoked, replaced and malformed token, and for one of a person who has left', async () => {
    const revoked = await add();
    const renewed = await add();
    const ofStaff = await add({ staffId: 'st_2_a' });
    expect(await started.platform.calendarFeeds.revoke(revoked.id)).toBe(true);
    expect((await started.platform.calendarFeeds.renew(renewed.id))?.path.reveal()).not.toBe(renewed.path);
    const key = await started.key();
    const business = {
      staff: [{ id: 'st_1_a', name: 'Sam' }],
      services: ['sv_cut_a', 'sv_color_a', 'sv_none_a'].map((id) => ({ id, staff: ['st_1_a'] })),
    };
    const body = { business, prune: ['staff'] };
    const applied = await httpClient(started.url)('POST', '/v1/business/apply', { key, body });
    expect(applied.status, JSON.stringify(applied.body)).toBe(200);
    expect(await list()).toMatchObject([{ id: renewed.id, active: true }]);
    const unknown = renewed.path.replace(/\w{4}\.ics$/, 'zzzz.ics');
    const paths = [
      revoked.path,
      renewed.path,
      ofStaff.path,
      unknown,
      unknown.replace('.ics', ''),
      unknown.replace('rcpt_cal_', ''),
      unknown.replace('zzzz', 'zzz'),
      unknown.toUpperCase().replace('/API/CALENDARS', '/api/calendars'),
      '/api/calendars/.ics',
      '/api/calendars/a/b.ics',
      '/api/calendars/%00.ics',
      '/api/calendars/%ff.ics',
      `/api/calendars/${'a'.repeat(4_000)}.ics`,
      '/api/calendars/',
    ];
    const answers = await Promise.all(
      paths.map(async (path) => {
        const response = await fetch(started.url + path);
        const { date: _, ...headers } = Object.fromEntries(response.headers);
        return JSON.stringify([response.status, headers, await response.text()]);
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^\[404,.*"referrer-policy":"no-referrer".*There is no calendar at this address/);
  });

  it('ends at once in all processes when it is renewed or revoked', async () => {
    const { id, path } = await add();
    const other = await openPlatform({ database: started.database, clock, deliveries: false });
    try {
      const through = (at: string) => feedClient(other, at)().then((response) => response.status);
      expect([await status(path), await through(path)]).toEqual([200, 200]);
      const renewed = (await other.calendarFeeds.renew(id))?.path.reveal() ?? '';
      expect([await status(path), await through(path), await status(renewed), await through(renewed)]).toEqual([
        404, 404, 200, 200,
      ]);
      expect(await other.calendarFeeds.revoke(id)).toBe(true);
      expect([await status(renewed), await through(renewed)]).toEqual([404, 404]);
      expect(await started.platform.calendarFeeds.revoke(id)).toBe(false);
      expect(await started.platform.calendarFeeds.renew(id)).toBeUndefined();
    } finally {
      await other.close();
    }
  });

  it('reaches no log, also at level debug and when it is mistyped', async () => {
    const { path } = await add();
    const token = tokenOf(path);
    for (const at of [
      path,
      `${path}?x=${token}`,
      path.replace('.ics', ''),
      path.replace('calendars', 'calendar'),
      `/${token}`,
      `/api/calendars/x${token.slice(3)}`,
      '/api/v1/bookings/bk_canary',
    ])
      await fetch(started.url + at, { headers: { referer: started.url + path } });
    await started.platform.close();
    expect(log.match(/"message":"request"/g)?.length).toBe(7);
    expect(log).toContain('"route":"/api/calendars/*"');
    expect(log).toContain('"route":"/api/v1/bookings/:id"');
    expect(log).not.toContain('bk_canary');
    expect(log).not.toContain(token.slice(9));
  });
});

describe('the limits of calendar feeds', () => {
  it('a feed that is fetched too often answers 429 with Retry-After, and others still answer', async () => {
    const [first, second] = [await add(), await add()];
    const fetchFirst = feedClient(started.platform, first.path, '192.0.2.1');
    for (let count = 0; count < 120; count++) expect((await fetchFirst()).status).toBe(200);
    const refused = await fetchFirst();
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('cache-control')]).toEqual([
      429,
      '30',
      'no-store',
    ]);
    expect((await feedClient(started.platform, first.path, '192.0.2.2')()).status).toBe(429);
    expect((await feedClient(started.platform, second.path, '192.0.2.1')()).status).toBe(200);
    clock.advance(30_000);
    expect((await fetchFirst()).status).toBe(200);
  });

  it('a client that asks for too many addresses gets 429 also for a right one, and other clients do not', async () => {
    const { path } = await add();
    const wrong = feedClient(started.platform, '/api/calendars/x.ics', '192.0.2.1');
    for (let count = 0; count < 600; count++) expect((await wrong()).status).toBe(404);
    expect((await wrong()).status).toBe(429);
    expect((await feedClient(started.platform, path, '192.0.2.1')()).status).toBe(429);
    expect((await feedClient(started.platform, path, '192.0.2.2')()).status).toBe(200);
  });

  it('a team has at most 200 feeds', async () => {
    for (let count = 0; count < 200; count++) await add();
    await expect(add()).rejects.toThrow('A team can have 200 calendar feeds.');
    const answer = await httpClient(started.url)('POST', '/v1/calendar-feeds', { key: await started.key(), body: {} });
    expect(answer).toMatchObject({ status: 400, body: { error: 'limit_reached' } });
  });
});

describe('the last fetch of a calendar feed', () => {
  const PROGRAMS = {
    google: 'Google-Calendar-Importer',
    apple: 'iOS/18.1 (22B83) dataaccessd/1.0',
    outlook: 'Microsoft.Exchange/15.20 (Windows NT 10.0; Win64; x64)',
    thunderbird: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0',
    browser: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/130.0.0.0',
    other: 'curl/8.5.0',
  };

  it.each(Object.entries(PROGRAMS))('shows the kind of program: %s', async (kind, userAgent) => {
    const { path } = await add();
    expect(await list()).toMatchObject([{ last_fetched_at: null, last_fetched_by: null }]);
    await fetch(started.url + path, { headers: { 'user-agent': userAgent } });
    await expect.poll(list).toMatchObject([{ last_fetched_at: NOW, last_fetched_by: kind }]);
    expect(await dumpDatabase(started.database)).not.toContain(userAgent);
  });

  it('changes at most once a minute, and counts for the present address only', async () => {
    const { id, path } = await add();
    await fetch(started.url + path);
    await expect.poll(list).toMatchObject([{ last_fetched_at: NOW }]);
    clock.advance(59_000);
    await fetch(started.url + path);
    await started.platform.calendarFeeds.add({ masked: true });
    expect((await list())[0]).toMatchObject({ last_fetched_at: NOW });
    clock.advance(1_000);
    await fetch(started.url + path);
    await expect.poll(list).toMatchObject([{ last_fetched_at: '2026-03-02T09:01:00Z' }, {}]);
    const renewed = await started.platform.calendarFeeds.renew(id);
    expect(renewed?.feed).toMatchObject({ last_fetched_at: null, renewed_at: '2026-03-02T09:01:00Z' });
  });
});

describe('calendar feeds in the REST API', () => {
  it('can be created, listed, renewed and revoked, and only the answers to creation and renewal have the address', async () => {
    const send = httpClient(started.url);
    const key = await started.key();
    const body = { staff_id: 'st_1_a', masked: true };
    const created = (await send('POST', '/v1/calendar-feeds', { key, body })).body.data;
    expect(created).toMatchObject({ staff_id: 'st_1_a', staff_name: 'Sam', masked: true, active: true, url: null });
    const { body: listed } = await send('GET', '/v1/calendar-feeds', { key });
    const { path: _, url: __, ...record } = created;
    expect(listed).toMatchObject({ data: [record], meta: { total: 1 } });
    expect(await status(String(created.path))).toBe(200);
    const renewed = (await send('POST', `/v1/calendar-feeds/${created.id}/renew`, { key })).body.data;
    expect([await status(String(created.path)), await status(String(renewed.path))]).toEqual([404, 200]);
    const revoked = await send('DELETE', `/v1/calendar-feeds/${created.id}`, { key });
    expect(revoked.body.data).toEqual({ id: created.id, deleted: true });
    expect(await status(String(renewed.path))).toBe(404);
    expect((await send('DELETE', `/v1/calendar-feeds/${created.id}`, { key })).status).toBe(404);
  });

  it('refuse a person of another team, and one who does not exist', async () => {
    await started.platform.addBusiness(smallBusiness('b'));
    const key = await started.key();
    for (const staff_id of ['st_1_b', 'none']) {
      const answer = await httpClient(started.url)('POST', '/v1/calendar-feeds', { key, body: { staff_id } });
      expect(answer).toMatchObject({
        status: 400,
        body: { error: 'validation_error', message: expect.stringContaining('staff_id') },
      });
    }
  });

  it('have the whole address where the platform knows its public one', async () => {
    const publicUrl = new URL('https://desk.example.com/office/');
    const platform = await openPlatform({ database: started.database, clock, deliveries: false, publicUrl });
    try {
      const response = await platform.fetch(
        new Request('http://localhost/api/v1/calendar-feeds', {
          method: 'POST',
          headers: {
            authorization: `Bearer ${platform.issueProcessKey().reveal()}`,
            'content-type': 'application/json',
          },
          body: '{}',
        }),
      );
      const { data } = (await response.json()) as { data: { url: string; path: string } };
      expect(data.url).toBe(`https://desk.example.com/office${data.path}`);
    } finally {
      await platform.close();
    }
  });
});
