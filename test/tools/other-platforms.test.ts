import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { temporaryFolder } from '../support/platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

/** Platforms of other vendors that announce some of the extensions, and answer as the embedded platform never does. */
const FRIDAY = '2200-01-03';
const BUSINESS = {
  id: 'biz_1',
  name: 'Elm Street Dental',
  time_zone: 'Europe/Berlin',
  country: 'DE',
  currency: 'EUR',
  opening_hours: ['Mon-Fri 09:00-17:00'],
  closures: [{ from: '2199-12-24', to: '2199-12-31', reason: null }],
  special_hours: [],
  rules: {},
  services: [],
  staff: [
    { id: 'lee', name: 'Dr. Lee', title: '', opening_hours: null, time_off: [], has_calendar: true, active: true },
  ],
  revision: 7,
  is_demo: false,
};
const PLAN = {
  revision: 7,
  applied: false,
  changes: [{ kind: 'add', path: 'closures', text: `New: closed ${FRIDAY}` }],
  affected_bookings: [],
  affected_total: 0,
};
const CHANGEABLE = ['business', 'business_changes'];

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let upstream: Upstream;
let session: HttpSession;
afterEach(async () => {
  await Promise.all([session?.close(), upstream?.close()]);
});

type Answer = { status?: number; data?: unknown; reset?: true };

/** Starts a platform with some extensions. `answer` has its answers by method and path. */
async function start(
  extensions: readonly string[],
  answer: (request: string, body: JsonObject) => Answer,
  env: Record<string, string> = {},
) {
  upstream = await startUpstream(({ method, path, body }, response) => {
    const request = `${method} ${path.replace('/api/v1', '')}`;
    const capabilities = { extensions: Object.fromEntries(extensions.map((name) => [name, { version: 1 }])) };
    const {
      status = 200,
      data,
      reset,
    } = request === 'GET /capabilities' ? { data: capabilities } : answer(request, body ? JSON.parse(body) : {});
    if (reset) return void response.destroy();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? { data } : { error: 'refused', message: 'Refused' }));
  });
  const toolsets = 'account,bookings,services,setup';
  session = await startHttp({
    RCPT_BASE_URL: upstream.url,
    RCPT_API_KEY: 'sk_live_x',
    RCPT_TOOLSETS: toolsets,
    ...env,
  });
}
const call = (name: string, args: Record<string, unknown>) => session.client.call(name, args);
const applied = () => upstream.received.filter(({ path }) => path.endsWith('/business/apply'));

describe('a change of the business', () => {
  it('a change sends the revision of its plan, and prunes only the list concerned', async () => {
    await start(CHANGEABLE, (request) => {
      if (request === 'GET /business') return { data: BUSINESS };
      return { data: request.endsWith('/plan') ? PLAN : { ...PLAN, revision: 8, applied: true } };
    });
    const { data } = await call('close_days', { from: '2199-12-28', to: '2199-12-29', reopen: true });
    expect(data).toMatchObject({ applied: true, business: { id: 'biz_1', revision: 8 } });
    expect(applied().map(({ body }) => JSON.parse(body))).toEqual([
      {
        business: {
          closures: [
            { from: '2199-12-24', to: '2199-12-27', reason: null },
            { from: '2199-12-30', to: '2199-12-31', reason: null },
          ],
        },
        prune: ['closures'],
        revision: 7,
      },
    ]);
  });

  it('a change that meets another one changes nothing, and says so', async () => {
    await start(CHANGEABLE, (request) => {
      if (request === 'GET /business') return { data: BUSINESS };
      return request.endsWith('/plan') ? { data: PLAN } : { status: 412 };
    });
    const { text, data } = await call('close_days', { from: FRIDAY });
    expect(text).toMatch(/^The business was changed at the same time: call again without confirm_token/);
    expect(text).toMatch(/Nothing was changed\.$/);
    expect(data.error).toMatchObject({ changed: 'no' });
    expect(applied()).toHaveLength(1);
  });

  it('a change whose answer is lost is found by a new plan, also if a repeated attempt is refused', async () => {
    let isMade = false;
    await start(CHANGEABLE, (request) => {
      if (request === 'GET /business') return { data: BUSINESS };
      if (request.endsWith('/plan')) return { data: isMade ? { ...PLAN, revision: 8, changes: [] } : PLAN };
      if (isMade) return { status: 412 };
      isMade = true;
      return { reset: true };
    });
    const { data, text } = await call('close_days', { from: FRIDAY });
    expect(data, text).toMatchObject({ applied: true, business: { revision: 8 }, changes: [`New: closed ${FRIDAY}`] });
    expect(data.note).toBe('The platform did not confirm it, but the business is so now.');
  });

  it('a change that is never confirmed is reported as unknown', async () => {
    await start(CHANGEABLE, (request) => {
      if (request === 'GET /business') return { data: BUSINESS };
      return { data: PLAN };
    });
    const { data } = await call('close_days', { from: FRIDAY });
    expect(data.error).toMatchObject({ kind: 'unconfirmed', changed: 'unknown' });
  });

  it('a change is not planned if the platform leaves out a list of the business', async () => {
    const { closures: _, ...incomplete } = BUSINESS;
    await start(CHANGEABLE, () => ({ data: incomplete }));
    const { data } = await call('close_days', { from: FRIDAY });
    expect(data.error).toMatchObject({ kind: 'invalid_response', changed: 'no' });
    expect(upstream.received.map(({ path }) => path)).not.toContain('/api/v1/business/plan');
  });

  it('a change is audited with the id of the business, and a dry run is not', async () => {
    const file = join(folder, 'audit.jsonl');
    await start(
      CHANGEABLE,
      (request) => {
        if (request === 'GET /business') return { data: BUSINESS };
        return { data: request.endsWith('/plan') ? PLAN : { ...PLAN, revision: 8, applied: true } };
      },
      { RCPT_AUDIT: file },
    );
    await call('close_days', { from: FRIDAY, dry_run: true });
    await call('close_days', { from: FRIDAY });
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ tool: 'close_days' }, { outcome: 'done' }]);
    expect(lines[1]).toContain('biz_1');
  });
});

describe('find_open_times on a platform with availability', () => {
  const times = {
    service_id: 'svc_1',
    time_zone: 'Europe/Berlin',
    duration_minutes: 30,
    slot_interval_minutes: 30,
    free: [
      { from: '2200-01-03T07:00:00Z', to: '2200-01-03T09:00:00Z', staff_ids: ['lee'] },
      { from: '2200-01-03T15:30:00Z', to: '2200-01-03T15:30:00Z', staff_ids: ['lee', 'ortiz'] },
    ],
    earliest_start_time: '2200-01-03T06:00:00Z',
    latest_start_time: null,
    closures: [{ from: FRIDAY, to: FRIDAY, reason: 'Afternoon' }],
    calendars: [
      { staff_id: 'lee', state: 'stale', as_of: '2200-01-02T20:00:00Z' },
      { staff_id: 'ortiz', state: 'unknown', as_of: null },
    ],
  };
  const window = { service_id: 'svc_1', from: FRIDAY, to: FRIDAY };

  it('the ranges are expanded in its zone, with closures, limits and calendars', async () => {
    await start(['availability', 'business'], (request) => ({
      data: request === 'GET /business' ? BUSINESS : times,
    }));
    const { data, text } = await call('find_open_times', window);
    const [day] = data.days as { free: string[] }[];
    expect(day?.free).toEqual(['08:00-10:00 every 30 min: Lee', '16:30: Lee, ortiz']);
    expect(data).toMatchObject({
      found: 6,
      time_zone: 'Europe/Berlin',
      duration_minutes: 30,
      complete: false,
      earliest_start_time: '2200-01-03T06:00:00Z',
      earliest_start_local: '2200-01-03T07:00:00+01:00',
      calendars: times.calendars.map(({ as_of, ...note }) => ({ ...note, ...(as_of ? { as_of } : {}) })),
      assumptions: [
        'Open "Mon-Fri 09:00-17:00" in Europe/Berlin, by the platform.',
        'The private calendar of lee counts as it was at 2200-01-02T20:00:00Z.',
      ],
      unread: ['The private calendar of ortiz cannot be read, so this person may be busy.'],
    });
    expect(text).toContain('6 free starts for 30 minutes.');
    const asked = upstream.received.find(({ path }) => path.startsWith('/api/v1/availability'));
    expect(asked?.path).toContain('from=2200-01-02T23');
  });

  it('the present of a platform whose clock is ahead is not named as what limits the times', async () => {
    const earliest = new Date(Date.now() + 20_000).toISOString();
    const none = { ...times, free: [], closures: [], calendars: [], earliest_start_time: earliest };
    await start(['availability', 'business'], (request) => ({ data: request === 'GET /business' ? BUSINESS : none }));
    const { data, text } = await call('find_open_times', { service_id: 'svc_1' });
    expect(text).toContain('Nothing is free in this window, nor in the 14 days after it. ');
    expect(text).not.toMatch(/notice|earliest/);
    expect(data).not.toHaveProperty('earliest_start_time');
  });

  it('the hours of the option are shown only, and usual ones are assumed where the platform has none', async () => {
    await start(
      ['availability', 'business'],
      (request) => ({ data: request === 'GET /business' ? { ...BUSINESS, opening_hours: null } : times }),
      { RCPT_TIME_ZONE: 'Europe/Berlin', RCPT_OPENING_HOURS: 'Mon-Fri 08:30-10:00' },
    );
    expect((await call('find_open_times', window)).data).toMatchObject({
      found: 3,
      assumptions: ['Open Mon-Fri 08:30-10:00 in Europe/Berlin.', expect.anything()],
    });
    await session.close();
    session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
    expect((await call('find_open_times', window)).data).toMatchObject({
      found: 4,
      assumptions: [
        'Open Mon-Fri 09:00-17:00 in Europe/Berlin, assumed: the platform states no opening hours.',
        expect.anything(),
      ],
    });
  });

  it('no time is hidden by assumed hours where the platform shows the key neither hours nor staff', async () => {
    const { staff, ...shown } = { ...BUSINESS, opening_hours: null };
    expect(staff).toHaveLength(1);
    await start(['availability', 'business'], (request) => ({ data: request === 'GET /business' ? shown : times }));
    expect((await call('find_open_times', window)).data).toMatchObject({
      found: 6,
      assumptions: [
        'The platform states no opening hours, and hides those of staff: all free times are shown.',
        expect.anything(),
      ],
    });
  });
});

it('list_staff shows whom services and bookings mention where the platform has no list', async () => {
  const meta = { page: 1, per_page: 100, total: 2, has_more: false };
  upstream = await startUpstream(({ path }, response) => {
    const data = path.startsWith('/api/v1/services')
      ? [
          { id: 'svc_1', staff_ids: ['stf_1', 'stf_2'] },
          { id: 'svc_2', staff_ids: ['stf_2'] },
        ]
      : [
          { id: 'bk_1', staff_id: 'stf_2', staff_name: 'Dana Lee' },
          { id: 'bk_2', staff_id: 'stf_3' },
        ];
    response.writeHead(path.includes('capabilities') ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data, meta }));
  });
  session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x' });
  const { data } = await call('list_staff', {});
  expect(data).toMatchObject({
    items: [
      { id: 'stf_1', service_ids: ['svc_1'] },
      { id: 'stf_2', name: 'Dana Lee', service_ids: ['svc_1', 'svc_2'] },
      { id: 'stf_3', service_ids: [] },
    ],
    total: 3,
    note: expect.stringMatching(/^The platform gives no list of staff/),
  });
  expect((await call('list_staff', { query: 'dana' })).data.items).toMatchObject([{ id: 'stf_2' }]);
});
