import { describe, expect, it } from 'vitest';
import { SERVICES } from '../../src/platform/demo/business.ts';
import { field } from '../support/clients.ts';
import { useOffice } from '../support/office.ts';
import { type OpenDay, startsOf } from '../support/open-times.ts';
import { offsetAt, utc, wallTime } from '../support/zones.ts';

/** Compares the free times of the demo business with what its platform accepts. */
const ZONE = 'America/New_York';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const office = useOffice({
  env: { RCPT_TIME_ZONE: ZONE, RCPT_OPENING_HOURS: 'Mon-Fri 08:00-12:00,13:00-17:00' },
});
const { mustCall } = office;

interface Slot {
  start_local: string;
  weekday: string;
  end_local: string;
  staff?: string[];
}

/** Returns the ids of people by how an answer names them. */
function idsOf(names: readonly string[], data: Record<string, unknown>): (string | undefined)[] {
  const staff = data.staff as { id: string; name: string }[];
  return names.map((name) => staff.find((one) => one.name.endsWith(name))?.id);
}

/** Returns the next days after today from Monday to Friday in the zone of the business. */
function workingDays(count: number): string[] {
  const days: string[] = [];
  for (let instant = Date.now() + DAY; days.length < count; instant += DAY) {
    const date = wallTime(instant, ZONE).slice(0, 10);
    if (![0, 6].includes(new Date(`${date}T12:00Z`).getUTCDay()) && !days.includes(date)) days.push(date);
  }
  return days;
}

/** Returns every quarter of an hour of a local day. */
function quarters(date: string): number[] {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const start = midnight - offsetAt(midnight, ZONE);
  return Array.from({ length: 96 }, (_, index) => start + index * 15 * MINUTE);
}

/** Books directly at the platform. Returns the booking; undefined if the platform rejects the time. */
async function book(service_id: string, start: number): Promise<unknown> {
  const contact = { name: 'Brute Force', phone: '+12125550142' };
  const { status, body } = await office.send('POST', '/bookings', { service_id, start_time: utc(start), contact });
  return status >= 400 ? undefined : body.data;
}

/** Books and cancels. Returns the assigned staff; undefined if the platform rejects the time. */
async function tryBooking(serviceId: string, start: number): Promise<string | undefined> {
  const made = await book(serviceId, start);
  if (made === undefined) return undefined;
  await office.post(`/bookings/${field(made, 'id')}/cancel`, {});
  return field(made, 'staff_id') as string;
}

const timesOn = async (service: string, date: string) =>
  (await mustCall('find_open_times', { service_id: service, from: date, to: date, limit: 100 })).data;

/** The first working day on which a service has free times: on some dates the demo business is booked out on the next one. */
async function firstDayWithTimes(service: string) {
  for (const date of workingDays(10)) {
    const [first] = (await timesOn(service, date)).times as Slot[];
    if (first) return { date, first: Date.parse(first.start_local) };
  }
  throw new Error(`${service} has no free times on ten working days`);
}

describe('find_open_times', () => {
  it.each(SERVICES.slice(0, 5).map(({ id }) => id))(
    'offers exactly the times in opening hours at which %s can be booked',
    async (id) => {
      const { date, first } = await firstDayWithTimes(id);
      // A time is taken by other bookings, otherwise the comparison would prove little: on some dates the demo has none.
      if (id === 'svc_deep_cleaning') while (await book(id, first));
      const data = await timesOn(id, date);
      const slots = data.times as Slot[];
      expect(data).toMatchObject({
        complete: true,
        unread: [],
        found: slots.length,
        service_id: id,
        time_zone: ZONE,
      });
      const minutes = data.duration_minutes as number;
      expect(minutes).toBe(SERVICES.find((service) => service.id === id)?.duration_minutes);

      const offered = new Map(slots.map((slot) => [Date.parse(slot.start_local), slot]));
      let withinHours = 0;
      for (const start of quarters(date)) {
        const [from, to] = [
          wallTime(start, ZONE).slice(11, 16),
          wallTime(start + minutes * MINUTE, ZONE).slice(11, 16),
        ];
        const open = (from >= '08:00' && to <= '12:00' && to > from) || (from >= '13:00' && to <= '17:00' && to > from);
        if (open) withinHours++;
        const slot = offered.get(start);
        const assigned = await tryBooking(id, start);
        expect(slot !== undefined, `${from} to ${to}`).toBe(open && assigned !== undefined);
        if (slot) {
          expect(idsOf(slot.staff ?? [], data)).toContain(assigned);
          expect(slot.start_local.slice(0, 16)).toBe(`${date}T${from}`);
          expect(slot.end_local.slice(0, 16)).toBe(`${date}T${to}`);
        }
      }
      if (id === 'svc_deep_cleaning') expect(offered.size).toBeLessThan(withinHours);
    },
  );

  it('restricts times to one member of staff, and rejects staff who do not perform the service', async () => {
    const [date] = workingDays(1);
    const one = await mustCall('find_open_times', { service_id: 'svc_cleaning', from: date, staff_id: 'stf_brandt' });
    for (const { staff } of startsOf(one.data.days as OpenDay[], ZONE)) expect(staff).toEqual(['Brandt']);
    expect(one.data.staff).toEqual([{ id: 'stf_brandt', name: expect.stringMatching(/Brandt$/) }]);
    const wrong = await office.call('find_open_times', { service_id: 'svc_cleaning', staff_id: 'stf_ibarra' });
    expect(wrong.text).toMatch(
      /Ibarra" \(stf_ibarra\) does not perform this service; these do: ".*Brandt" \(stf_brandt\), ".*Lindqvist" \(stf_lindqvist\)/,
    );
  });

  it('searches from now for seven whole days by default, and states the number of all free times', async () => {
    const before = Date.now();
    const { data, text } = await mustCall('find_open_times', { service_id: 'svc_cleaning', limit: 2 });
    const { from, to } = data.window as { from: string; to: string };
    expect(Math.abs(Date.parse(from) - before)).toBeLessThan(60_000);
    const today = Date.parse(`${wallTime(before, ZONE).slice(0, 10)}T00:00Z`);
    expect(wallTime(Date.parse(to), ZONE)).toBe(utc(today + 8 * DAY).slice(0, -1));
    expect(data.times).toHaveLength(2);
    for (const slot of data.times as Slot[]) {
      expect(Date.parse(slot.start_local)).toBeGreaterThan(before);
      // Without milliseconds, as every other tool writes a start.
      expect(slot.start_local).toMatch(/^[\d-]{10}T\d\d:\d\d:\d\d-0[45]:00$/);
    }
    expect(text).toContain(`${data.found} free starts for 45 minutes. The first 2 are shown: leave limit out for all.`);
    expect(text.split('\n')[0]).toMatch(/Now: \w+day \d{4}-\d\d-\d\d \d\d:\d\d\.$/);
    expect(data.now_local).toMatch(/^\w+day [\d-]{10}T\d\d:\d\d-0[45]:00$/);
    expect(data.assumptions).toEqual([`Open Mon-Fri 08:00-12:00,13:00-17:00 in ${ZONE}.`]);
  });

  it('returns all free times of a month as ranges, in a fraction of the tokens, the same as one by one', async () => {
    const [from] = workingDays(1);
    const to = new Date(Date.parse(`${from}T12:00Z`) + 30 * DAY).toISOString().slice(0, 10);
    const { data } = await mustCall('find_open_times', { service_id: 'Cleaning', from, to });
    expect(data).toMatchObject({ service_id: 'svc_cleaning', service_name: 'Cleaning' });
    expect(data).not.toHaveProperty('times');
    const days = data.days as OpenDay[];
    expect(days).toHaveLength(31);
    const starts = startsOf(days, ZONE);
    expect(starts).toHaveLength(data.found as number);
    // In the computed form, which lists each of them, the first hundred take more than all ranges.
    const { data: first } = await mustCall('find_open_times', { service_id: 'svc_cleaning', from, to, limit: 100 });
    const times = (first.times as Slot[]).map(({ start_local, staff = [] }) => ({
      start: Date.parse(start_local),
      staff,
    }));
    expect(starts.slice(0, 100)).toEqual(times);
    const size = (value: unknown) => JSON.stringify(value).length / 4;
    expect(size(days) / starts.length).toBeLessThan((size(first.times) / times.length) * 0.2);
  });

  it('reads a weekday as the next one, and asks only about days ahead', async () => {
    const [date = ''] = workingDays(1);
    const weekday = new Date(`${date}T12:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
    const args = { service_id: 'svc_cleaning', limit: 5 };
    const { data } = await mustCall('find_open_times', { ...args, from: weekday, to: weekday });
    expect(data.times).toEqual((await mustCall('find_open_times', { ...args, from: date, to: date })).data.times);
    const today = new Date().toLocaleDateString('en', { weekday: 'long', timeZone: ZONE });
    const { text, isError } = await office.call('find_open_times', { ...args, from: today });
    expect(isError).toBe(true);
    expect(text).toMatch(/^from: "\w+" can be \S+ \(today\) or \S+\. Write the date\./);
  });

  it('names the person in staff_id and the service by name, and says who is known if the name is unknown', async () => {
    const [from] = workingDays(1);
    const named = await mustCall('find_open_times', { service_id: 'cleaning', from, to: from, staff_id: 'Brandt' });
    const byId = await mustCall('find_open_times', {
      service_id: 'svc_cleaning',
      from,
      to: from,
      staff_id: 'stf_brandt',
    });
    expect(named.data.days).toEqual(byId.data.days);
    const unknown = await office.call('find_open_times', { service_id: 'svc_cleaning', staff_id: 'Jo Nemo' });
    expect(unknown.text).toMatch(/^staff_id: "Jo Nemo" could not be identified.*"[^"]*Brandt" \(stf_brandt\)/);
    expect(unknown.text).not.toContain('does not perform');
  });

  it('refuses to exclude a booking that does not exist', async () => {
    const args = { service_id: 'svc_cleaning', exclude_booking_id: 'bk_none' };
    const { text, isError } = await office.call('find_open_times', args);
    expect(isError).toBe(true);
    expect(text).toContain('exclude_booking_id: there is no booking bk_none.');
  });

  it('returns the next best times if the window has no free time', async () => {
    const saturday = Array.from({ length: 7 }, (_, index) =>
      wallTime(Date.now() + (index + 1) * DAY, ZONE).slice(0, 10),
    ).find((date) => new Date(`${date}T12:00Z`).getUTCDay() === 6) as string;
    const { data, text } = await mustCall('find_open_times', {
      service_id: 'svc_filling',
      from: saturday,
      to: saturday,
    });
    const day = { date: saturday, weekday: 'Saturday', free: [] };
    expect(data).toMatchObject({ days: [day], found: 0, complete: true });
    expect(text).toContain('Nothing is free in this window; next_best has the first times after it.');
    const next = data.next_best as Slot[];
    expect(next).toHaveLength(3);
    expect(['Monday', 'Tuesday']).toContain(next[0]?.weekday);
    expect(await tryBooking('svc_filling', Date.parse(next[0]?.start_local ?? ''))).toBeDefined();
  });

  it.each([
    [
      { service_id: 'svc_nothing' },
      /"svc_nothing" is not a service: give the id of one of .*"Cleaning" \(svc_cleaning\)/,
    ],
    [{ service_id: 'svc_cleaning', from: '2020-01-01', to: '2020-01-02' }, /in the past/],
    [{ service_id: 'svc_cleaning', from: '2199-01-01', to: '2199-02-02' }, /at most 31 days apart/],
    [{ service_id: 'svc_cleaning', from: 'next time' }, /not a date or time/],
    [{ service_id: 'svc_cleaning', time_zone: 'Mars/Phobos' }, /not an IANA time zone/],
  ])('rejects the arguments %j', async (args, says) => {
    const answer = await office.call('find_open_times', args);
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(says);
  });
});

describe('alternatives to a rejected booking', () => {
  const person = { contact_name: 'Robin Tester', contact_phone: '+12125550143' };

  /** Returns a time at which one more crown fits, because only one dentist prepares crowns. */
  async function freeCrown(): Promise<string> {
    const [, , date] = workingDays(3);
    const { data } = await mustCall('find_open_times', { service_id: 'svc_crown', from: date, limit: 1 });
    return field(data, 'times', 0, 'start_local') as string;
  }

  it('a rejected booking or move lists the nearest free times, which can be booked', async () => {
    const start_time = await freeCrown();
    const first = await mustCall('create_booking', { service_id: 'svc_crown', start_time, ...person });
    const second = await office.call('create_booking', {
      service_id: 'svc_crown',
      start_time,
      contact_name: 'Another Person',
      contact_phone: '+12125550145',
    });
    expect(second.isError).toBe(true);
    const alternatives = field(second.data, 'error', 'alternatives') as { start_time: string; start_local: string }[];
    expect(alternatives.length).toBeGreaterThan(0);
    expect(alternatives.length).toBeLessThanOrEqual(3);
    const shown = alternatives.map(({ start_local: local }) => `day ${local.slice(0, 10)} ${local.slice(11, 16)}`);
    for (const time of shown) expect(second.text).toContain(time);
    expect(second.text).toMatch(/Nothing was changed\..* Free instead: \w+day .*\(America\/New_York\)\.$/);
    for (const { start_time: free } of alternatives)
      expect(await tryBooking('svc_crown', Date.parse(free))).toBeDefined();

    // A move of another booking to this time is rejected in the same way.
    const other = await mustCall('create_booking', {
      service_id: 'svc_crown',
      start_time: alternatives.at(-1)?.start_time,
      ...person,
    });
    const id = field(other.data, 'booking', 'id');
    const moved = await office.call('update_booking', {
      booking_id: id,
      start_time,
      allow_duplicate: true,
    });
    expect(field(moved.data, 'error', 'alternatives')).toBeDefined();
    for (const made of [first, other])
      await mustCall('cancel_booking', { booking_id: field(made.data, 'booking', 'id') });
  });

  it('a booking that is rejected for another reason has no alternatives', async () => {
    const start_time = await freeCrown();
    const args = { service_id: 'svc_crown', start_time, contact_name: 'Robin Tester' };
    const unreachable = await office.call('create_booking', args);
    expect(unreachable.isError).toBe(true);
    expect(unreachable.text).not.toContain('Free instead');
    expect(field(unreachable.data, 'error')).not.toHaveProperty('alternatives');
    const nothing = await office.call('create_booking', { ...args, ...person, service_id: 'svc_nothing' });
    expect(nothing.text).toMatch(/400/);
    expect(field(nothing.data, 'error')).not.toHaveProperty('alternatives');
  });
});
