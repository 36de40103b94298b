import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, page, startUpstream, type Upstream } from '../support/upstream.ts';
import { utc, wallTime, zoneChanges } from '../support/zones.ts';

/** Free times on platforms that say less, or something else, than the embedded one: in doubt nothing is free. */
const ZONE = 'America/New_York';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A Wednesday far enough ahead, without clock changes around it. */
const DATE = '2198-12-05';
const at = (time: string) => `${DATE}T${time}:00-05:00`;

let upstream: Upstream;
let session: HttpSession;
let bare: HttpSession;

beforeAll(async () => {
  upstream = await startUpstream();
  const platform = { RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x', RCPT_TIMEOUT: '3' };
  [session, bare] = await Promise.all([
    startHttp({ ...platform, RCPT_TIME_ZONE: ZONE, RCPT_OPENING_HOURS: 'daily 09:00-12:00' }),
    startHttp(platform),
  ]);
});
afterAll(async () => {
  await Promise.all([session?.close(), bare?.close(), upstream?.close()]);
});

/** A platform with these services and bookings that refuses every new booking. */
function platform(services: unknown[], bookings: unknown[], refusal = 400) {
  upstream.behave((request, response) => {
    if (request.method !== 'GET') return json(refusal, { error: 'no', message: 'No' })(request, response);
    if (/\/bookings\/./.test(request.path)) return json(200, { data: bookings[0] })(request, response);
    return page(request.path.includes('/services') ? services : bookings)(request, response);
  });
}

interface Answer {
  starts: string[];
  assumptions: string[];
  notRead: string[];
  data: Record<string, unknown>;
  text: string;
}

async function openTimes(args: Record<string, unknown> = {}, client = session.client): Promise<Answer> {
  const all = { service_id: 'svc_1', from: DATE, to: DATE, limit: 100, ...args };
  const { data, text, isError } = await client.call('find_open_times', all);
  expect(isError, text).toBe(false);
  const times = data.times as { start_local: string }[];
  return {
    starts: times.map(({ start_local: local }) => local.slice(11, 16)),
    assumptions: data.assumptions as string[],
    notRead: data.unread as string[],
    data,
    text,
  };
}

const service = { id: 'svc_1', duration_minutes: 60, staff_ids: ['ann', 'bob'] };
const morning = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15', '10:30', '10:45', '11:00'];
const booking = {
  id: 'bk_1',
  service_id: 'svc_1',
  status: 'confirmed',
  start_time: at('10:00'),
  end_time: at('11:00'),
};

describe('what the records say', () => {
  it('an empty diary is free throughout', async () => {
    platform([service], []);
    const { starts, data } = await openTimes();
    expect(starts).toEqual(morning);
    expect(data).toMatchObject({
      found: 9,
      complete: true,
      duration_minutes: 60,
      window: { from: `${DATE}T05:00:00Z`, to: '2198-12-06T05:00:00Z' },
      assumptions: ['Open daily 09:00-12:00 in America/New_York.'],
      unread: [],
    });
  });

  it('a booking occupies its member of staff alone, and nobody who does not perform the service', async () => {
    platform(
      [service],
      [
        { ...booking, staff_id: 'ann' },
        { ...booking, id: 'bk_2', staff_id: 'carl' },
      ],
    );
    const { starts, data } = await openTimes();
    expect(starts).toEqual(morning);
    expect(field(data, 'times', 4, 'staff_ids')).toEqual(['bob']);
    expect((await openTimes({ staff_id: 'ann' })).starts).toEqual(['09:00', '11:00']);
  });

  it('a booking without staff occupies everybody it could be with', async () => {
    platform([service], [booking]);
    const { starts, assumptions } = await openTimes();
    expect(starts).toEqual(['09:00', '11:00']);
    expect(assumptions).toContain('1 booking without staff: counted for everybody who may perform them.');
    platform([service, { id: 'svc_2', staff_ids: ['carl'] }], [{ ...booking, service_id: 'svc_2' }]);
    expect((await openTimes()).starts).toEqual(morning);
  });

  it.each([
    [{ id: 'svc_1', duration_minutes: 60 }, 60],
    [{ id: 'svc_1', durationMinutes: '60' }, 60],
    [{ id: 'svc_1', length_in_minutes: 60 }, 60],
    [{ id: 'svc_1', duration: 45 }, undefined],
    [{ id: 'svc_1' }, undefined],
  ])('of a service that says only %j, the rest is assumed', async (record, minutes) => {
    platform([record], [{ ...booking, staff_id: 'ann' }]);
    const { starts, assumptions, data } = await openTimes();
    expect(starts).toEqual(['09:00', '11:00']);
    expect(data.duration_minutes).toBe(60);
    expect(field(data, 'times', 0)).not.toHaveProperty('staff_ids');
    expect(assumptions).toContain(
      'The service record names no staff: one resource assumed, which every booking needs.',
    );
    const assumed = 'It takes 60 minutes, assumed: the service record does not say.';
    expect(assumptions.includes(assumed)).toBe(minutes === undefined);
  });

  it('a booking without end takes as long as its service, or as the longest one known', async () => {
    const { end_time: _end, ...endless } = { ...booking, staff_id: 'ann' };
    platform([{ ...service, staff_ids: ['ann'] }], [endless]);
    const known = await openTimes();
    expect(known.starts).toEqual(['09:00', '11:00']);
    expect(known.assumptions).toHaveLength(1);
    platform(
      [{ ...service, staff_ids: ['ann'] }, { id: 'svc_2', duration_minutes: 90 }, { id: 'svc_3' }],
      [{ ...endless, service_id: 'svc_3' }],
    );
    const longest = await openTimes();
    expect(longest.starts).toEqual(['09:00']);
    expect(longest.assumptions).toContain(
      '1 booking without end and known duration: counted as 90 minutes, the longest duration known.',
    );
  });

  it('an end before the start is none', async () => {
    platform([service], [{ ...booking, end_time: at('09:00') }]);
    expect((await openTimes()).starts).toEqual(['09:00', '11:00']);
  });

  it.each(['cancelled', 'Canceled', 'CANCELLED_BY_CUSTOMER'])('%s is free', async (status) => {
    platform([service], [{ ...booking, status }]);
    expect((await openTimes()).starts).toEqual(morning);
  });

  it.each(['pending', 'no_show', 'cancellation_requested'])('%s is busy, and that is said', async (status) => {
    platform([service], [{ ...booking, status }]);
    const { starts, assumptions } = await openTimes();
    expect(starts).toEqual(['09:00', '11:00']);
    expect(assumptions).toContain(`Bookings with these statuses count as busy: ${status}.`);
  });

  it('a booking without status is busy', async () => {
    const { status: _status, ...plain } = booking;
    platform([service], [plain]);
    expect((await openTimes()).starts).toEqual(['09:00', '11:00']);
  });
});

describe('what is not known is not called free', () => {
  it('a booking without a readable start may be at any time, and is named', async () => {
    const odd = ['2198-12-05T10:00', 'Wednesday at ten', null].map((start_time, index) => ({
      id: `bk_odd_${index}`,
      service_id: 'svc_1',
      start_time,
      staff_id: 'ann',
    }));
    platform([service], odd);
    const { starts, notRead, data } = await openTimes();
    // With the other member of staff everything is known.
    expect(starts).toEqual(morning);
    expect(field(data, 'times', 0, 'staff_ids')).toEqual(['bob']);
    expect(data.complete).toBe(false);
    expect(notRead).toEqual([
      '3 bookings without a readable start time, which may be at any time: bk_odd_0, bk_odd_1, bk_odd_2.',
    ]);
    platform([service], [{ ...odd[0], staff_id: null }]);
    const nobody = await openTimes();
    expect(nobody.data).toMatchObject({ times: [], found: 0, complete: false });
    expect(nobody.data).not.toHaveProperty('next_best');
    expect(nobody.text).toContain('No time is known to be free: see unread.');
  });

  it('bookings that could not all be read leave no time', async () => {
    upstream.behave((request, response) => {
      if (request.path.includes('/services')) return page([service])(request, response);
      const first = !/[?&]page=([2-9])/.test(request.path);
      return page(first ? [booking] : [], { total: 300, per_page: 100 })(request, response);
    });
    const { data, notRead } = await openTimes();
    expect(data).toMatchObject({ times: [], found: 0, complete: false });
    expect(notRead).toEqual(['Bookings: 1 of 300 could be read, so no time can be called free.']);
  });

  it('a service that is not in a list read to its end does not exist', async () => {
    platform([{ id: 'svc_2' }], []);
    const answer = await session.client.call('find_open_times', { service_id: 'svc_1' });
    expect(field(answer.data, 'error')).toMatchObject({ kind: 'invalid_input' });
  });

  it('without configuration, hours and zone are assumed and said to be', async () => {
    platform([service], []);
    const window = { from: '2198-12-05T00:00Z', to: '2198-12-06T00:00Z' };
    const { assumptions, starts, data } = await openTimes(window, bare.client);
    expect(data.time_zone).toBe('UTC');
    expect([starts[0], starts.at(-1)]).toEqual(['09:00', '16:00']);
    expect(assumptions).toEqual([
      'Open Mon-Fri 09:00-17:00 in UTC, assumed: no opening hours are configured.',
      'No time zone of the business is configured.',
    ]);
    const berlin = await openTimes({ time_zone: 'Europe/Berlin' }, bare.client);
    expect(berlin.data.time_zone).toBe('Europe/Berlin');
    expect([berlin.starts[0], berlin.starts.at(-1)]).toEqual(['09:00', '16:00']);
    const refused = await bare.client.call('find_open_times', { service_id: 'svc_1', from: DATE });
    expect(refused.text).toMatch(/neither an offset nor a zone\. Add time_zone/);
  });
});

describe('on days of clock changes', () => {
  const ahead = Date.now() + DAY;
  const changes = zoneChanges(ZONE, ahead, ahead + 370 * DAY);

  it.each(changes.map((change) => [utc(change.at), change] as const))(
    '%s',
    async (_at, { at: instant, before, after }) => {
      const always = await startHttp({
        RCPT_BASE_URL: upstream.url,
        RCPT_API_KEY: 'sk_live_x',
        RCPT_TIME_ZONE: ZONE,
        RCPT_OPENING_HOURS: 'daily 00:00-24:00',
      });
      const date = wallTime(instant, ZONE).slice(0, 10);
      // Somebody is there over the change itself.
      const taken = { ...booking, start_time: utc(instant - 30 * MINUTE), end_time: utc(instant + 30 * MINUTE) };
      platform([service], [taken]);
      const { data } = await openTimes({ from: date, to: date }, always.client);
      const times = data.times as { start_time: string; start_local: string; end_local: string }[];
      const quarters = (DAY - (after - before)) / (15 * MINUTE);
      // Seven starts would run into it: those from 45 minutes before it begins to 15 minutes before it ends.
      expect(times).toHaveLength(quarters - 7);
      for (const { start_time, start_local, end_local } of times) {
        const start = Date.parse(start_time);
        expect(start_local.slice(0, 19)).toBe(wallTime(start, ZONE));
        expect(end_local.slice(0, 19)).toBe(wallTime(start + 60 * MINUTE, ZONE));
        expect(Date.parse(start_local)).toBe(start);
        expect(start <= instant - 90 * MINUTE || start >= instant + 30 * MINUTE).toBe(true);
      }
      await always.close();
    },
  );
});

describe('alternatives to a refused booking', () => {
  const wanted = { service_id: 'svc_1', start_time: at('10:00'), contact_name: 'Ana', contact_phone: '+12125550144' };
  let people = 0;
  const refusedWith = async (args: Record<string, unknown> = {}, client = session.client) => {
    // Somebody else each time: the same wish again is looked for before it is repeated.
    const answer = await client.call('create_booking', { ...wanted, contact_name: `Ana ${people++}`, ...args });
    expect(answer.isError).toBe(true);
    return { text: answer.text, alternatives: field(answer.data, 'error', 'alternatives') };
  };

  it.each([400, 409, 422])('are the nearest free times, those of the day first (%i)', async (status) => {
    platform(
      [{ ...service, staff_ids: ['ann'] }],
      [booking, { ...booking, id: 'bk_2', start_time: at('09:00') }],
      status,
    );
    const { text, alternatives } = await refusedWith();
    expect(alternatives).toEqual([
      { start_time: `${DATE}T16:00:00Z`, start_local: at('11:00') },
      { start_time: '2198-12-04T16:00:00Z', start_local: '2198-12-04T11:00:00-05:00' },
      { start_time: '2198-12-06T14:00:00Z', start_local: '2198-12-06T09:00:00-05:00' },
    ]);
    expect(text).toContain(
      'Free instead: Wednesday 2198-12-05 11:00, Tuesday 2198-12-04 11:00, Thursday 2198-12-06 09:00 (America/New_York).',
    );
  });

  it('come when the time lies outside configured hours, and not when hours are only assumed', async () => {
    platform([service], []);
    expect((await refusedWith({ start_time: at('20:00') })).text).toContain('Free instead: Wednesday 2198-12-05 11:00');
    expect((await refusedWith({ start_time: at('20:00') }, bare.client)).alternatives).toBeUndefined();
  });

  it('do not come when the time looks free, and the refusal stands as it is', async () => {
    platform([service], []);
    const { text, alternatives } = await refusedWith();
    expect(alternatives).toBeUndefined();
    expect(text).toMatch(/Correct what it names and call again\.$/);
  });

  it.each([401, 403, 404, 429, 500])(
    'do not come for other failures (%i), and nothing more is read for them',
    async (status) => {
      platform([service], [{ ...booking }], status);
      const before = upstream.received.length;
      expect((await refusedWith()).alternatives).toBeUndefined();
      // What may pass is asked again, and what may have happened is looked for: that is not for alternatives.
      if (status < 429) expect(upstream.received.length).toBe(before + 1);
    },
  );

  it.each([
    ['cannot be read', json(403, { error: 'forbidden', message: 'No' })],
    ['are not answered', () => {}],
    ['were read in part', page([booking], { total: 900, per_page: 100 })],
  ])('do not come when the bookings %s, and the answer does', async (_why, behaviour) => {
    upstream.behave((request, response) =>
      (request.method === 'GET' ? behaviour : json(400, { error: 'no', message: 'No' }))(request, response),
    );
    const { text, alternatives } = await refusedWith();
    expect(alternatives).toBeUndefined();
    expect(text).toContain('refused the request (400)');
  });

  it('to a move leave the moved booking out of account, and come only for moves', async () => {
    platform(
      [{ ...service, staff_ids: ['ann'] }],
      [booking, { ...booking, id: 'bk_2', start_time: at('11:00'), end_time: at('12:00') }],
    );
    const update = (args: Record<string, unknown>) =>
      session.client.call('update_booking', { booking_id: 'bk_1', ...args });
    const moved = await update({ start_time: at('10:30') });
    const first = field(moved.data, 'error', 'alternatives', 0);
    // Its own hour is free for it.
    expect(first).toEqual({ start_time: `${DATE}T15:00:00Z`, start_local: at('10:00') });
    const noted = await update({ notes: 'x' });
    expect(field(noted.data, 'error')).not.toHaveProperty('alternatives');
  });
});
