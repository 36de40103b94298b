import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { type OpenDay, startsOf } from '../support/open-times.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, page, startUpstream, type Upstream } from '../support/upstream.ts';
import { utc, wallTime, zoneChanges } from '../support/zones.ts';

/** Free times on platforms with fewer or other fields than the embedded one: an uncertain time is never free. */
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

/** Behaves as a platform with these services and bookings that rejects every new booking. */
function platform(services: unknown[], bookings: unknown[], rejection = 400) {
  upstream.behave((request, response) => {
    if (request.method !== 'GET') return json(rejection, { error: 'no', message: 'No' })(request, response);
    if (/\/bookings\/./.test(request.path)) return json(200, { data: bookings[0] })(request, response);
    return page(request.path.includes('/services') ? services : bookings)(request, response);
  });
}

interface Answer {
  starts: string[];
  assumptions: string[];
  unread: string[];
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
    unread: data.unread as string[],
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

describe('find_open_times with complete records', () => {
  it('an empty schedule is free during all opening hours', async () => {
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

  it('a booking blocks only its own member of staff', async () => {
    platform(
      [service],
      [
        { ...booking, staff_id: 'ann' },
        { ...booking, id: 'bk_2', staff_id: 'carl' },
      ],
    );
    const { starts, data } = await openTimes();
    expect(starts).toEqual(morning);
    expect(field(data, 'times', 4, 'staff')).toEqual(['bob']);
    expect((await openTimes({ staff_id: 'ann' })).starts).toEqual(['09:00', '11:00']);
  });

  it('a booking without staff blocks all staff who perform its service', async () => {
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
  ])('assumes the missing fields of the service %j', async (record, minutes) => {
    platform([record], [{ ...booking, staff_id: 'ann' }]);
    const { starts, assumptions, data } = await openTimes();
    expect(starts).toEqual(['09:00', '11:00']);
    expect(data.duration_minutes).toBe(60);
    expect(field(data, 'times', 0)).not.toHaveProperty('staff');
    expect(assumptions).toContain(
      'The service record names no staff: one resource is assumed, which every booking needs.',
    );
    const assumed = 'A duration of 60 minutes is assumed: the service record states none.';
    expect(assumptions.includes(assumed)).toBe(minutes === undefined);
  });

  it('a booking without end takes the duration of its service, or the longest known duration', async () => {
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

  it('an end before the start is ignored', async () => {
    platform([service], [{ ...booking, end_time: at('09:00') }]);
    expect((await openTimes()).starts).toEqual(['09:00', '11:00']);
  });

  it.each(['cancelled', 'Canceled', 'CANCELLED_BY_CUSTOMER'])(
    'a booking with status %s does not block time',
    async (status) => {
      platform([service], [{ ...booking, status }]);
      expect((await openTimes()).starts).toEqual(morning);
    },
  );

  it.each(['pending', 'no_show', 'cancellation_requested'])(
    'a booking with status %s blocks time, and the answer states it',
    async (status) => {
      platform([service], [{ ...booking, status }]);
      const { starts, assumptions } = await openTimes();
      expect(starts).toEqual(['09:00', '11:00']);
      expect(assumptions).toContain(`Bookings with these statuses count as busy: ${status}.`);
    },
  );

  it('a booking without status blocks time', async () => {
    const { status: _status, ...plain } = booking;
    platform([service], [plain]);
    expect((await openTimes()).starts).toEqual(['09:00', '11:00']);
  });
});

describe('find_open_times without the end of its window', () => {
  const hours = '09:00-11:00 every 15 min: ann, bob';
  // Clocks go forward on the 11th, and back on the 4th of November.
  it.each([
    ['whole days from a date', '2198-12-05', '2198-12-05', 7, hours],
    ['whole days from a date before clocks go forward', '2198-03-08', '2198-03-08', 7, hours],
    ['whole days from a date before clocks go back', '2198-10-31', '2198-10-31', 7, hours],
    ['whole days after the rest of a day', '2198-12-05T10:00', '2198-12-05', 8, '10:00-11:00 every 15 min: ann, bob'],
  ])('shows seven %s', async (_what, from, first, count, onFirst) => {
    platform([service], []);
    const { data, text, isError } = await session.client.call('find_open_times', { service_id: 'svc_1', from });
    expect(isError, text).toBe(false);
    const days = data.days as OpenDay[];
    expect(days.map(({ date }) => date)).toEqual(
      Array.from({ length: count }, (_, index) =>
        wallTime(Date.parse(`${first}T12:00Z`) + index * DAY, 'UTC').slice(0, 10),
      ),
    );
    // On the day of a clock change, the range states its offset.
    const free = days.map((day) => day.free.map((range) => range.replace(/ \(UTC.*?\)/, '')));
    expect(free).toEqual([[onFirst], ...Array.from({ length: count - 1 }, () => [hours])]);
  });

  it('shows seven whole days after the rest of the present one', async () => {
    platform([service], []);
    const { data } = await session.client.call('find_open_times', { service_id: 'svc_1' });
    const days = data.days as OpenDay[];
    expect(days).toHaveLength(8);
    expect(days.slice(1).map(({ free }) => free)).toEqual(Array.from({ length: 7 }, () => [hours]));
  });
});

describe('find_open_times on days that the window has in part', () => {
  it.each([
    ['in Los Angeles', { to: DATE, time_zone: 'America/Los_Angeles' }, ['03:00-24:00', '00:00-03:00']],
    ['in London', { to: DATE, time_zone: 'Europe/London' }, ['19:00-24:00', '00:00-19:00']],
    ['in the zone of the business', { to: '2198-12-06' }, [undefined, undefined]],
    ['who asks for a morning', { to: `${DATE}T11:30` }, ['00:00-11:30']],
  ])('says to a caller %s which part of a day was searched', async (_where, args, searched) => {
    platform([service], []);
    const { data, text } = await session.client.call('find_open_times', { service_id: 'svc_1', from: DATE, ...args });
    expect((data.days as OpenDay[]).map((day) => day.searched)).toEqual(searched);
    for (const part of searched) if (part) expect(text).toContain(`searched: ${part}`);
  });

  it('takes the rest of the present day for all of it', async () => {
    platform([service], []);
    const args = { service_id: 'svc_1', from: 'today', to: 'tomorrow' };
    const { data } = await session.client.call('find_open_times', args);
    expect((data.days as OpenDay[]).map((day) => day.searched)).toEqual([undefined, undefined]);
  });
});

describe('find_open_times for a person on a platform without a list of staff', () => {
  const shown = { ...booking, staff_id: 'st_9', staff_name: 'Keisha Brandt' };

  it('finds the person by the name that bookings show', async () => {
    platform([{ ...service, staff_ids: ['st_9', 'st_8'] }], [{ ...shown, status: 'cancelled' }]);
    const { data, starts } = await openTimes({ staff_id: 'keisha brandt', service_id: 'svc_1' });
    expect(starts).toEqual(morning);
    expect(data.staff).toEqual([{ id: 'st_9', name: 'Keisha Brandt' }]);
    expect(field(data, 'times', 0, 'staff')).toEqual(['Brandt']);
  });

  it('the refusal says that a name is not identified, not that the person does not perform the service', async () => {
    platform([service], [shown]);
    const refused = async (staff_id: string) =>
      (await session.client.call('find_open_times', { service_id: 'svc_1', from: DATE, to: DATE, staff_id })).text;
    expect(await refused('Jo Nemo')).toMatch(
      /^staff_id: "Jo Nemo" could not be identified.* The records name ann, bob, "Keisha Brandt" \(st_9\): give one/,
    );
    expect(await refused('Keisha Brandt')).toMatch(
      /^"Keisha Brandt" \(st_9\) does not perform this service; these do: ann/,
    );
    platform([{ id: 'svc_1' }], []);
    expect(await refused('Jo Nemo')).toMatch(/could not be identified.* The records name no staff/);
  });

  it('finds the service by its name', async () => {
    platform([{ ...service, name: 'Deep cleaning' }], []);
    const { data } = await openTimes({ service_id: 'deep cleaning' });
    expect(data).toMatchObject({ service_id: 'svc_1', service_name: 'Deep cleaning', found: 9 });
  });
});

describe('find_open_times within the token budget', () => {
  it.each([
    [ZONE, ZONE],
    ['Asia/Tokyo', 'America/Denver'],
    ['America/Denver', 'Asia/Tokyo'],
  ])(
    'a long answer of a business in %s has its first days, and a caller in %s continues where it ends',
    async (zone, time_zone) => {
      const small = await startHttp({
        RCPT_BASE_URL: upstream.url,
        RCPT_API_KEY: 'sk_live_x',
        RCPT_TIME_ZONE: zone,
        RCPT_OPENING_HOURS: 'daily 09:00-12:00',
        RCPT_MAX_TOKENS: '1000',
      });
      const staff_ids = Array.from({ length: 9 }, (_, index) => `person_of_the_staff_${index}`);
      platform([{ ...service, staff_ids }], []);
      const all = { service_id: 'svc_1', from: '2198-11-20', to: '2198-12-20', time_zone };
      const starts: number[] = [];
      let from: string | undefined = all.from;
      let calls = 0;
      while (from) {
        const { data, text } = await small.client.call('find_open_times', { ...all, from });
        expect(data.omitted).toBeUndefined();
        expect(data.assumptions).toContain(
          'Who is free is left out, as it would be too long: give staff_id to see one person.',
        );
        starts.push(...startsOf(data.days as OpenDay[], zone).map(({ start }) => start));
        from = data.continue_from as string | undefined;
        if (from) expect(text).toContain(`Shown until ${from}: repeat with it as from for the rest.`);
        calls++;
      }
      expect(calls).toBeGreaterThan(1);
      expect(starts).toHaveLength(31 * 9);
      expect(new Set(starts).size).toBe(31 * 9);
      await small.close();
    },
  );
});

describe('find_open_times with incomplete records', () => {
  it('a booking without a readable start blocks all time and is listed in unread', async () => {
    const odd = ['2198-12-05T10:00', 'Wednesday at ten', null].map((start_time, index) => ({
      id: `bk_odd_${index}`,
      service_id: 'svc_1',
      start_time,
      staff_id: 'ann',
    }));
    platform([service], odd);
    const { starts, unread, data } = await openTimes();
    // The bookings of the other member of staff are all readable.
    expect(starts).toEqual(morning);
    expect(field(data, 'times', 0, 'staff')).toEqual(['bob']);
    expect(data.complete).toBe(false);
    expect(unread).toEqual([
      '3 bookings without a readable start time, which may be at any time: bk_odd_0, bk_odd_1, bk_odd_2.',
    ]);
    platform([service], [{ ...odd[0], staff_id: null }]);
    const unassigned = await openTimes();
    expect(unassigned.data).toMatchObject({ times: [], found: 0, complete: false });
    expect(unassigned.data).not.toHaveProperty('next_best');
    expect(unassigned.text).toContain('No time is known to be free: see unread.');
  });

  it('returns no times if not all bookings could be read', async () => {
    upstream.behave((request, response) => {
      if (request.path.includes('/services')) return page([service])(request, response);
      const first = !/[?&]page=([2-9])/.test(request.path);
      return page(first ? [booking] : [], { total: 300, per_page: 100 })(request, response);
    });
    const { data, unread } = await openTimes();
    expect(data).toMatchObject({ times: [], found: 0, complete: false });
    expect(unread).toEqual(['Bookings: 1 of 300 could be read, so no time can be called free.']);
  });

  it('rejects a service that is not in the completely read list', async () => {
    platform([{ id: 'svc_2' }], []);
    const answer = await session.client.call('find_open_times', { service_id: 'svc_1' });
    expect(field(answer.data, 'error')).toMatchObject({ kind: 'invalid_input' });
  });

  it('assumes opening hours and zone without configuration, and states both assumptions', async () => {
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

describe('find_open_times on days of clock changes', () => {
  const ahead = Date.now() + DAY;
  const changes = zoneChanges(ZONE, ahead, ahead + 370 * DAY);

  it.each(changes.map((change) => [utc(change.at), change] as const))(
    'times are correct on the day of the clock change at %s',
    async (_at, { at: instant, before, after }) => {
      const always = await startHttp({
        RCPT_BASE_URL: upstream.url,
        RCPT_API_KEY: 'sk_live_x',
        RCPT_TIME_ZONE: ZONE,
        RCPT_OPENING_HOURS: 'daily 00:00-24:00',
      });
      const date = wallTime(instant, ZONE).slice(0, 10);
      // A booking spans the clock change itself.
      const taken = { ...booking, start_time: utc(instant - 30 * MINUTE), end_time: utc(instant + 30 * MINUTE) };
      platform([service], [taken]);
      const { data } = await openTimes({ from: date, to: date }, always.client);
      const times = data.times as { start_local: string; end_local: string }[];
      const { data: all } = await always.client.call('find_open_times', { service_id: 'svc_1', from: date, to: date });
      expect(startsOf(all.days as OpenDay[], ZONE)).toEqual(
        times.map((one) => ({ start: Date.parse(one.start_local), staff: ['ann', 'bob'] })),
      );
      const quarters = (DAY - (after - before)) / (15 * MINUTE);
      // Seven starts overlap with it: from 45 minutes before its start to 15 minutes before its end.
      expect(times).toHaveLength(quarters - 7);
      for (const { start_local, end_local } of times) {
        const start = Date.parse(start_local);
        expect(start_local.slice(0, 19)).toBe(wallTime(start, ZONE));
        expect(end_local.slice(0, 19)).toBe(wallTime(start + 60 * MINUTE, ZONE));
        expect(start <= instant - 90 * MINUTE || start >= instant + 30 * MINUTE).toBe(true);
      }
      await always.close();
    },
  );
});

describe('alternatives to a rejected booking', () => {
  const wanted = { service_id: 'svc_1', start_time: at('10:00'), contact_name: 'Ana', contact_phone: '+12125550144' };
  let people = 0;
  const rejectedWith = async (args: Record<string, unknown> = {}, client = session.client) => {
    // A different person each time: a repeated request would first read the list of bookings.
    const answer = await client.call('create_booking', { ...wanted, contact_name: `Ana ${people++}`, ...args });
    expect(answer.isError).toBe(true);
    return { text: answer.text, alternatives: field(answer.data, 'error', 'alternatives') };
  };

  it.each([400, 409, 422])('lists the nearest free times, those of the same day first (status %i)', async (status) => {
    platform(
      [{ ...service, staff_ids: ['ann'] }],
      [booking, { ...booking, id: 'bk_2', start_time: at('09:00') }],
      status,
    );
    const { text, alternatives } = await rejectedWith();
    expect(alternatives).toEqual([
      { start_time: `${DATE}T16:00:00Z`, start_local: at('11:00') },
      { start_time: '2198-12-04T16:00:00Z', start_local: '2198-12-04T11:00:00-05:00' },
      { start_time: '2198-12-06T14:00:00Z', start_local: '2198-12-06T09:00:00-05:00' },
    ]);
    expect(text).toContain(
      'Free instead: Wednesday 2198-12-05 11:00, Tuesday 2198-12-04 11:00, Thursday 2198-12-06 09:00 (America/New_York).',
    );
  });

  it('states the offset of times on a day on which the clock changes', async () => {
    const [first] = zoneChanges(ZONE, Date.now() + 40 * DAY, Date.now() + 410 * DAY);
    if (!first) throw new Error('no clock change is ahead');
    const date = wallTime(first.at, ZONE).slice(0, 10);
    const offset = `${first.after < 0 ? '-' : '+'}0${Math.abs(first.after) / (60 * MINUTE)}:00`;
    const start_time = `${date}T10:00:00${offset}`;
    const end_time = `${date}T11:00:00${offset}`;
    platform([{ ...service, staff_ids: ['ann'] }], [{ ...booking, start_time, end_time }]);
    const { text, alternatives } = await rejectedWith({ start_time });
    expect(text).toContain(`${date} 11:00 (UTC${offset})`);
    const ofDay = (alternatives as { start_local: string }[]).filter((one) => one.start_local.startsWith(date));
    expect(text.match(/\(UTC/g)).toHaveLength(ofDay.length);
  });

  it('lists times on both sides of the requested one', async () => {
    platform([{ ...service, staff_ids: ['ann'], duration_minutes: 15 }], [{ ...booking, end_time: at('10:10') }]);
    const early = { ...booking, id: 'bk_3', start_time: at('09:00'), end_time: at('09:40') };
    const { text } = await rejectedWith();
    expect(text).toContain('Free instead: Wednesday 2198-12-05 09:45, Wednesday 2198-12-05 10:15, Wednesday');
    // The two nearest are later ones, and so would be the third.
    platform(
      [{ ...service, staff_ids: ['ann'], duration_minutes: 15 }],
      [early, { ...booking, end_time: at('10:10') }],
    );
    const late = await rejectedWith({ start_time: at('09:15') });
    const starts = (late.alternatives as { start_local: string }[]).map(({ start_local }) => start_local);
    expect(starts).toEqual([at('09:45'), at('10:15'), '2198-12-04T11:45:00-05:00']);
  });

  it('the refusal says that a whole day has no free time, and lists the nearest days on both sides at about that time', async () => {
    platform([{ ...service, staff_ids: ['ann'] }], [{ ...booking, start_time: at('08:00'), end_time: at('20:00') }]);
    const { text, alternatives } = await rejectedWith();
    expect(text).toContain(
      'Nothing is free on Wednesday 2198-12-05. Free instead: Tuesday 2198-12-04 10:00, Thursday 2198-12-06 10:00, ',
    );
    expect(alternatives).toHaveLength(3);
  });

  it('a refusal for one person says whose times are listed, and who else is free; if a limit is reached, times of other days', async () => {
    const extensions = { staff_assignment: { version: 1 }, booking_rules: { version: 1 } };
    let rule = 'slot_unavailable';
    upstream.behave((request, response) => {
      if (request.path.endsWith('/capabilities')) return json(200, { data: { extensions } })(request, response);
      if (request.method !== 'GET') return json(400, { error: rule, message: 'No' })(request, response);
      const records = request.path.includes('/services') ? [service] : [{ ...booking, staff_id: 'ann' }];
      return page(records)(request, response);
    });
    const choosing = await startHttp({
      RCPT_BASE_URL: upstream.url,
      RCPT_API_KEY: 'sk_live_x',
      RCPT_TIME_ZONE: ZONE,
      RCPT_OPENING_HOURS: 'daily 09:00-12:00',
    });
    try {
      const { text } = await rejectedWith({ staff_id: 'ann' }, choosing.client);
      const times = `Wednesday ${DATE} 09:00, Wednesday ${DATE} 11:00, `;
      expect(text).toContain(` At the requested time free with: bob. Free instead with ann: ${times}`);
      expect((await rejectedWith({}, choosing.client)).text).not.toContain('free with');
      rule = 'limit_reached';
      const limited = await rejectedWith({ staff_id: 'ann' }, choosing.client);
      expect(limited.text).toMatch(/ with the user\. Free instead with ann: Tuesday 2198-12-04 10:00, Thursday /);
    } finally {
      await choosing.close();
    }
  });

  it('lists alternatives to a time outside of configured, but not of assumed opening hours', async () => {
    platform([service], []);
    expect((await rejectedWith({ start_time: at('20:00'), outside_hours: true })).text).toContain(
      'Free instead: Wednesday 2198-12-05 11:00',
    );
    expect((await rejectedWith({ start_time: at('20:00') }, bare.client)).alternatives).toBeUndefined();
  });

  it('lists no alternatives if the time is free, and keeps the failure unchanged', async () => {
    platform([service], []);
    const { text, alternatives } = await rejectedWith();
    expect(alternatives).toBeUndefined();
    expect(text).toMatch(/Correct what it names and call again\.$/);
  });

  it.each([401, 403, 404, 429, 500])(
    'lists no alternatives after status %i, and sends no further requests for them',
    async (status) => {
      platform([service], [{ ...booking }], status);
      const before = upstream.received.length;
      expect((await rejectedWith()).alternatives).toBeUndefined();
      // Transient failures are retried and indeterminate ones verified: those requests are not for alternatives.
      if (status < 429) {
        const sent = upstream.received.slice(before).map(({ method, path }) => `${method} ${path.split('?')[0]}`);
        // The reads are those of the check before the booking.
        expect(sent).toEqual(['GET /api/v1/services', 'GET /api/v1/bookings', 'POST /api/v1/bookings']);
      }
    },
  );

  it.each([
    ['cannot be read', json(403, { error: 'forbidden', message: 'No' })],
    ['are not answered', () => {}],
    ['were read in part', page([booking], { total: 900, per_page: 100 })],
  ])('lists no alternatives, but answers, when the bookings %s', async (_why, behaviour) => {
    upstream.behave((request, response) =>
      (request.method === 'GET' ? behaviour : json(400, { error: 'no', message: 'No' }))(request, response),
    );
    const { text, alternatives } = await rejectedWith();
    expect(alternatives).toBeUndefined();
    expect(text).toContain('refused the request (400)');
  });

  it('ignores the moved booking itself, and lists alternatives only for a change of the time', async () => {
    platform(
      [{ ...service, staff_ids: ['ann'] }],
      [booking, { ...booking, id: 'bk_2', start_time: at('11:00'), end_time: at('12:00') }],
    );
    const update = (args: Record<string, unknown>) =>
      session.client.call('update_booking', { booking_id: 'bk_1', ...args });
    const moved = await update({ start_time: at('10:30') });
    const first = field(moved.data, 'error', 'alternatives', 0);
    // The booking does not block its own time, and its own start is no other one.
    expect(first).toEqual({ start_time: `${DATE}T14:45:00Z`, start_local: at('09:45') });
    const noted = await update({ notes: 'x' });
    expect(field(noted.data, 'error')).not.toHaveProperty('alternatives');
  });
});
