import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { useOffice } from '../support/office.ts';
import type { HttpSession } from '../support/session.ts';
import { startWithout } from '../support/without-extensions.ts';

/** What find_open_times says when it has no times: why, and what is possible instead. */
const DAY_MS = 24 * 60 * 60_000;
const ZONE = 'America/New_York';

const office = useOffice({ env: { RCPT_TIME_ZONE: ZONE } });

beforeAll(async () => {
  await office.apply({
    opening_hours: ['Mon-Fri 09:00-18:00'],
    closures: [{ from: day(4, 40), reason: 'Inventory' }],
    special_hours: [{ from: day(5, 41), hours: '15:00-18:00', staff: ['stf_ibarra'] }],
    rules: { minimum_notice: '2h', booking_window: '400d' },
    staff: [
      {
        id: 'stf_ibarra',
        opening_hours: ['Mon,Wed-Fri 09:00-13:00'],
        time_off: [
          { from: day(3, 42), to: day(3, 42) },
          { from: `${day(4, 42)}T09:00`, to: `${day(4, 42)}T12:00` },
        ],
      },
    ],
  });
});

/** A date with this weekday (1 Monday) in a week that is at least `weeks` weeks ahead. */
function day(weekday: number, weeks: number): string {
  const monday = new Date(Date.now() + weeks * 7 * DAY_MS);
  while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() + 1);
  return new Date(monday.getTime() + ((weekday + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
}

async function reasons(args: Record<string, unknown>, { client }: HttpSession = office.session) {
  const { data, text, isError } = await client.call('find_open_times', { service_id: 'svc_filling', ...args });
  expect(isError, text).toBe(false);
  expect(data.found, text).toBe(0);
  const said = (data.reasons ?? []) as string[];
  for (const one of said) expect(text.split('\n')[0]).toContain(one);
  return { said, data, text };
}

const IBARRA = '"Dr. Rafael Ibarra" (stf_ibarra)';
const on = (weekday: number, weeks: number) =>
  `${['Sun', 'Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur'][weekday % 7]}day ${day(weekday, weeks)}`;

it.each([
  [
    'the person does not work on that weekday',
    { staff_id: 'Ibarra', from: day(2, 40), to: day(2, 40) },
    `${IBARRA} does not work on ${on(2, 40)}.`,
  ],
  [
    'special hours of the person are later',
    { staff_id: 'Ibarra', from: `${day(5, 41)}T09:00`, to: `${day(5, 41)}T12:00` },
    `${IBARRA} works only 15:00-18:00 on ${on(5, 41)}.`,
  ],
  [
    'the person is away on that day',
    { staff_id: 'Ibarra', from: day(3, 42), to: day(3, 42) },
    `${IBARRA} is away on ${on(3, 42)}.`,
  ],
  [
    'the person is away at that time',
    { staff_id: 'Ibarra', from: `${day(4, 42)}T09:00`, to: `${day(4, 42)}T12:00` },
    `${IBARRA} is away then on ${on(4, 42)}.`,
  ],
  [
    'the person works at other hours of that day',
    { staff_id: 'Ibarra', from: `${day(3, 40)}T14:00`, to: `${day(3, 40)}T16:00` },
    `${IBARRA} works only 09:00-13:00 on ${on(3, 40)}.`,
  ],
  [
    'the business has a closure with a reason',
    { from: day(4, 40), to: day(4, 40) },
    `The business is closed on ${on(4, 40)} ("Inventory").`,
  ],
  [
    'the weekly hours have no such day',
    { from: day(7, 40), to: day(7, 40) },
    `The business is closed on ${on(7, 40)}.`,
  ],
  [
    'the window is after the opening hours',
    { from: `${day(2, 40)}T19:00`, to: `${day(2, 40)}T20:00` },
    `The business is open only 09:00-18:00 on ${on(2, 40)}.`,
  ],
  [
    'the window is before the opening hours',
    { from: `${day(2, 40)}T06:00`, to: `${day(2, 40)}T08:00` },
    `The business is open only 09:00-18:00 on ${on(2, 40)}.`,
  ],
])('an answer without times says that %s', async (_, args, sentence) => {
  const { said, text } = await reasons(args);
  expect(said).toEqual([sentence]);
  expect(text).toContain('next_best has the first times after it');
});

it('an answer without times names who else has some at that time', async () => {
  const { data, text } = await reasons({ staff_id: 'Ibarra', from: day(2, 40), to: day(2, 40) });
  const others = data.other_staff as { start_local: string; staff: string[] }[];
  expect(others).toHaveLength(3);
  expect(others[0]?.start_local).toContain(`${day(2, 40)}T09:00`);
  expect(others[0]?.staff).toContain('Whitfield');
  expect(text).toContain('other_staff has times of others in this window');
});

it('days with the same reason are one sentence', async () => {
  const { said } = await reasons({ from: day(6, 40), to: day(7, 40) });
  expect(said).toEqual([`The business is closed on ${on(6, 40)} to ${on(7, 40)}.`]);
});

it('a window after the last bookable day names that day, and no field', async () => {
  const { said, text, data } = await reasons({ from: day(2, 70), to: day(2, 70) });
  expect(said).toEqual([
    expect.stringMatching(/^The last possible start, by the booking window, is \w+day [\d-]{10} \d\d:\d\d\.$/),
  ]);
  expect(text.split('\n')[0]).not.toMatch(/latest_start|earliest_start/);
  expect(data).toHaveProperty('latest_start_local');
});

it('a window that the booking window ends has days until then, and says why the others are missing', async () => {
  const last = new Date(Date.now() + 400 * DAY_MS);
  const date = (days: number) => new Date(last.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const args = { service_id: 'svc_filling', from: date(-5), to: date(5) };
  const { data, text } = await office.call('find_open_times', args);
  const days = (data.days as { date: string }[]).map((one) => one.date);
  expect(days[0]).toBe(date(-5));
  expect(days.at(-1)).toBe(String(data.latest_start_local).slice(0, 10));
  const says = /The last possible start, by the booking window, is \w+day [\d-]{10} \d\d:\d\d\./;
  expect(data.reasons).toEqual([expect.stringMatching(says)]);
  expect(text.split('\n')[0]).toMatch(says);
  const first = await office.call('find_open_times', { ...args, limit: 1 });
  expect(first.data).not.toHaveProperty('reasons');
});

it('a window before the end of the minimum notice names the first possible start', async () => {
  await office.apply({ rules: { minimum_notice: '300d' } });
  const { said } = await reasons({ from: day(2, 20), to: day(2, 20) });
  await office.apply({ rules: { minimum_notice: '2h' } });
  expect(said).toEqual([
    expect.stringMatching(/^The first possible start, by the minimum notice, is \w+day [\d-]{10} \d\d:\d\d\.$/),
  ]);
});

it('a day with as many bookings as the rules allow says so', async () => {
  await office.apply({ rules: { max_per_day: 1 } });
  const date = day(3, 44);
  await office.post('/bookings', {
    service_id: 'svc_filling',
    start_time: `${date}T15:00:00Z`,
    contact: { name: 'Robin Limit', phone: '+12125550177' },
  });
  const { said, data } = await reasons({ from: date, to: date });
  await office.apply({ rules: { max_per_day: 1000 } });
  expect(said).toEqual([`The limit of 1 booking a day is reached on ${on(3, 44)}.`]);
  expect(data).not.toHaveProperty('other_staff');
});

it('a day whose times are all taken says so', async () => {
  const date = day(1, 46);
  for (const [index, hour] of [14, 15, 16].entries()) {
    await office.post('/bookings', {
      service_id: 'svc_filling',
      staff_id: 'stf_ibarra',
      start_time: `${date}T${hour}:00:00Z`,
      contact: { name: `Robin ${index}`, phone: `+1212555019${index}` },
    });
  }
  const { said, data } = await reasons({ staff_id: 'Ibarra', from: `${date}T10:00`, to: `${date}T12:00` });
  expect(said).toEqual([`${IBARRA} has no free time of 60 minutes then on ${on(1, 46)}.`]);
  expect(data).toHaveProperty('other_staff');
});

it('a platform that states no business has only the closures and limits that it states with its times', async () => {
  const plain = await startWithout(office.platform.url, 'business');
  onTestFinished(plain.close);
  const other = await office.startServer({ RCPT_BASE_URL: plain.url });
  expect((await reasons({ staff_id: 'Ibarra', from: day(2, 40), to: day(2, 40) }, other)).said).toEqual([]);
  expect((await reasons({ from: day(4, 40), to: day(4, 40) }, other)).said).toEqual([
    `The business is closed on ${on(4, 40)} ("Inventory").`,
  ]);
});

it('a platform without extensions has the hours of the options or the assumed ones', async () => {
  const plain = await startWithout(office.platform.url, 'availability', 'business', 'booking_rules');
  onTestFinished(plain.close);
  const assumed = await office.startServer({ RCPT_BASE_URL: plain.url });
  const configured = await office.startServer({ RCPT_BASE_URL: plain.url, RCPT_OPENING_HOURS: 'Mon-Thu 08:00-12:00' });
  expect((await reasons({ from: day(6, 40), to: day(6, 40) }, assumed)).said).toEqual([
    `By the assumed opening hours, the business is closed on ${on(6, 40)}.`,
  ]);
  expect((await reasons({ from: day(5, 40), to: day(5, 40) }, configured)).said).toEqual([
    `The business is closed on ${on(5, 40)}.`,
  ]);
  const window = { from: `${day(2, 40)}T13:00`, to: `${day(2, 40)}T15:00` };
  expect((await reasons(window, configured)).said).toEqual([`The business is open only 08:00-12:00 on ${on(2, 40)}.`]);
});

it('a platform without extensions has all times of the person taken, not those of others', async () => {
  const plain = await startWithout(office.platform.url, 'availability', 'business', 'booking_rules');
  onTestFinished(plain.close);
  const other = await office.startServer({ RCPT_BASE_URL: plain.url });
  const date = day(1, 46);
  const window = { staff_id: 'Ibarra', from: `${date}T10:00`, to: `${date}T12:00` };
  const { said, data } = await reasons(window, other);
  expect(said).toEqual([`${IBARRA} has no free time of 60 minutes then on ${on(1, 46)}.`]);
  expect(data).toHaveProperty('other_staff');
});

it('a caller that may not see staff learns neither absences nor working hours', async () => {
  const other = await office.startServer({ RCPT_TOOLSETS: 'bookings' });
  const { said } = await reasons({ staff_id: 'stf_ibarra', from: day(3, 42), to: day(3, 42) }, other);
  expect(said).toEqual([]);
});
