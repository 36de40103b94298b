import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgendaData, ViewData } from '../../src/tools/views/view-data.ts';
import { connectSource, type ViewSource } from '../browser/support/host-page/source.ts';
import { useOffice } from '../support/office.ts';
import { weekdayAhead } from '../support/open-hours.ts';

/** Answers in another zone than that of the business, whose hours and closures stay where the business has them. */
const DAY_MS = 24 * 60 * 60_000;

const office = useOffice({ env: { RCPT_TIME_ZONE: 'Asia/Tokyo' } });
let source: ViewSource;

beforeAll(async () => {
  await office.apply({
    opening_hours: ['Mon-Fri 08:00-17:00'],
    closures: [
      { from: closed, reason: 'Inventory' },
      { from: '2199-07-04', reason: 'Independence Day' },
    ],
    rules: { booking_window: '400d' },
  });
  source = await connectSource(office.session.url);
});
afterAll(() => source?.close());

/** A Friday in 40 weeks. Of its hours in New York, most are on Saturday in Tokyo. */
const closed = weekdayAhead(5, 40);
const dayAfter = new Date(Date.parse(closed) + DAY_MS).toISOString().slice(0, 10);

it('the agenda has opening hours, working hours and closures at their time in the zone of the answer', async () => {
  const { _meta = {} } = await source.callTool('list_bookings', { from: '2199-07-01', to: '2199-07-07' });
  const { time_zone: zone, agenda } = _meta['rcpt-mcp/view'] as ViewData;
  const { days, staff } = agenda as AgendaData;
  const short = (spans: { from: string; to: string }[]) => spans.map(({ from, to }) => `${from}-${to}`).join(',');
  expect(zone).toBe('Asia/Tokyo');
  // The first day is a Monday. 8:00 to 17:00 in New York is 21:00 to 6:00 in Tokyo.
  expect(days.map(({ date, open, closed: why }) => [date.slice(8), short(open), why])).toEqual([
    ['01', '21:00-24:00', undefined],
    ['02', '00:00-06:00,21:00-24:00', undefined],
    ['03', '00:00-06:00,21:00-24:00', undefined],
    ['04', '00:00-06:00', undefined],
    ['05', '21:00-24:00', undefined],
    ['06', '00:00-06:00', undefined],
    ['07', '', undefined],
  ]);
  const regular = staff.find((person) => short(person.days[1]?.hours ?? []) === '00:00-06:00,21:00-24:00');
  expect(regular?.days.map(({ hours }) => short(hours))).toEqual(days.map(({ open }) => short(open)));
});

it('free times name the closure of the hours that a day in the zone of the answer has', async () => {
  const { data } = await office.call('find_open_times', {
    service_id: 'svc_cleaning',
    from: closed,
    to: dayAfter,
  });
  const days = data.days as { date: string; free: string[]; closed?: string }[];
  expect(days.map(({ date, closed: why }) => [date, why])).toEqual([
    [closed, undefined],
    [dayAfter, 'Inventory'],
  ]);
  // Thursday afternoon in New York.
  expect(days[0]?.free).not.toEqual([]);
});

it('alternatives to a refused booking name the closure of its day at the business', async () => {
  const { text, isError } = await office.call('create_booking', {
    service_id: 'svc_cleaning',
    start_time: `${closed}T19:00:00Z`,
    contact_name: 'Robin Tester',
    contact_phone: '+12125550199',
  });
  expect(isError).toBe(true);
  expect(text).toContain(`Nothing is free on Saturday ${dayAfter} (closed: Inventory).`);
});

it('the hours that explain an answer without times are in the zone that it names', async () => {
  const dayBefore = new Date(Date.parse(closed) - DAY_MS).toISOString().slice(0, 10);
  const friday = new Date(Date.parse(closed) + 7 * DAY_MS).toISOString().slice(0, 10);
  await office.apply({ staff: [{ id: 'stf_ibarra', opening_hours: ['Mon-Fri 09:00-13:00'] }] });
  const reasons = async (args: Record<string, string>) => {
    const { data } = await office.call('find_open_times', { service_id: 'svc_cleaning', ...args });
    return data.reasons;
  };
  // 22:00 of Thursday in New York, which is 11:00 of Friday in Tokyo, or 12:00.
  const night = { from: `${closed}T02:00Z`, to: `${closed}T02:30Z` };
  expect(await reasons(night)).toEqual([
    `The business is open only 08:00-17:00 on Thursday ${dayBefore} (America/New_York).`,
  ]);
  // 15:00 in New York, or 14:00.
  const afternoon = { from: `${friday}T19:00Z`, to: `${friday}T19:30Z`, staff_id: 'Ibarra' };
  expect(await reasons({ ...afternoon, service_id: 'svc_filling' })).toEqual([
    `"Dr. Rafael Ibarra" (stf_ibarra) works only 09:00-13:00 on Friday ${friday} (America/New_York).`,
  ]);
});
