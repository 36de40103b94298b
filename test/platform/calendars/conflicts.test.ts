import { afterEach, beforeEach, expect, it } from 'vitest';
import { ALL_SCOPES } from '../../../src/contract/index.ts';
import { silentLogger } from '../../../src/lib/logging/logger.ts';
import type { Platform } from '../../../src/platform/index.ts';
import { servePlatform } from '../../../src/platform/serve.ts';
import { temporaryFolder } from '../../support/engines.ts';
import { cleanEnvironment, runProgram } from '../../support/program.ts';
import { startHttp } from '../../support/session.ts';
import { httpClient } from '../support/client.ts';
import { eventually } from '../support/salon.ts';
import { calendar } from './cases.ts';
import { eventAt, goodCalendar, type Office, openOffice, PERSON, sends, tomorrow } from './office.ts';

/** Bookings that a private appointment meets which was made after them. */
const HOUR_MS = 3_600_000;
const iso = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');
/** The date, not the word "tomorrow", whose day changes where midnight passes during a test. */
const date = iso(tomorrow.start).slice(0, 10);
const window = `from=${iso(tomorrow.start - HOUR_MS)}&to=${iso(tomorrow.end + HOUR_MS)}`;

let office: Office;
let platform: Platform;
let server: Awaited<ReturnType<typeof servePlatform>>;
let key: string;
beforeEach(async () => {
  office = await openOffice();
  office.answer(sends(calendar([])));
  await office.setAddress(office.url);
  platform = await office.open();
  server = await servePlatform(platform, { host: '127.0.0.1', port: 0, trustedProxies: [], logger: silentLogger });
  key = (await platform.keys.create({ name: 'test', scopes: ALL_SCOPES, teamId: platform.team.id })).key.reveal();
  await eventually(async () => (await office.busy())?.state).toBe('fresh');
});
afterEach(async () => {
  await server?.close();
  await office?.close();
});

const conflicts = async (query = window) =>
  (await httpClient(server.url)('GET', `/v1/calendar-conflicts?${query}`, { key })).body.data;
async function book(start: number, staff_id: string): Promise<string> {
  const contact = { name: 'Nora New', email: `nora.${start}.${staff_id}@example.com` };
  const body = { service_id: 'sv_cut_a', start_time: iso(start), contact, staff_id };
  const { status, body: answer } = await httpClient(server.url)('POST', '/v1/bookings', { key, body });
  expect(status, JSON.stringify(answer)).toBe(200);
  return String(answer.data.id);
}

it('GET /v1/calendar-conflicts names the bookings that a later private appointment meets, and only its times', async () => {
  const inside = await book(tomorrow.start + HOUR_MS / 4, PERSON);
  await book(tomorrow.end, PERSON);
  await book(tomorrow.start, 'st_2_a');
  expect(await conflicts()).toEqual({ conflicts: [], calendars: [] });
  office.answer(sends(goodCalendar));
  const busy = [{ from: iso(tomorrow.start), to: iso(tomorrow.end) }];
  const expected = { conflicts: [{ booking_id: inside, staff_id: PERSON, busy }], calendars: [] };
  await eventually(() => conflicts()).toEqual(expected);
  expect(await conflicts(`from=${iso(tomorrow.end)}&to=${iso(tomorrow.end + HOUR_MS)}`)).toEqual({
    conflicts: [],
    calendars: [],
  });
  expect(JSON.stringify(await conflicts())).not.toContain('Root canal');
  const { status } = await httpClient(server.url)('POST', `/v1/bookings/${inside}/cancel`, { key, body: {} });
  expect(status).toBe(200);
  expect(await conflicts()).toEqual({ conflicts: [], calendars: [] });
});

it('GET /v1/calendar-conflicts names the calendars that are not up to date', async () => {
  office.answer((_request, response) => void response.writeHead(500).end());
  await eventually(async () => (await conflicts()).calendars).toMatchObject([{ staff_id: PERSON, state: 'stale' }]);
});

it('rcpt-mcp agenda marks a booking that a later private appointment meets, without its title', async () => {
  const id = await book(tomorrow.start, PERSON);
  office.answer(sends(calendar(eventAt(tomorrow, 'SUMMARY:Root canal of Erika Muster'))));
  await eventually(async () => (await conflicts()).conflicts).toHaveLength(1);
  const environment = cleanEnvironment(temporaryFolder(), { RCPT_BASE_URL: server.url, RCPT_API_KEY: key });
  const run = (...args: string[]) => runProgram(['agenda', date, '--time-zone', 'UTC', ...args], environment);
  const drawn = await run();
  expect(drawn.code, drawn.stderr).toBe(0);
  expect(drawn.stdout).toContain('10:00 Nora New, with Sam: private calendar: busy 10:00-11:00.');
  const week = await run('--week');
  expect(week.stdout).toMatch(/\w{3} \S+ 10:00 Nora New, with Sam: private calendar: busy 10:00-11:00\./);
  const printed = await run('--json');
  const { days } = JSON.parse(printed.stdout) as { days: { appointments: object[] }[] };
  expect(days[0]?.appointments).toMatchObject([{ id, private_busy: ['10:00-11:00'] }]);
  expect(drawn.stdout + week.stdout + printed.stdout).not.toContain('Root canal');
});

it('list_bookings names the time at which a private calendar is busy, in the line of the booking and without its title', async () => {
  const id = await book(tomorrow.start, PERSON);
  await book(tomorrow.start, 'st_2_a');
  office.answer(sends(calendar(eventAt(tomorrow, 'SUMMARY:Root canal of Erika Muster'))));
  await eventually(async () => (await conflicts()).conflicts).toHaveLength(1);
  const session = await startHttp({ RCPT_BASE_URL: server.url, RCPT_API_KEY: key, RCPT_TIME_ZONE: 'UTC' });
  try {
    const listed = await session.client.call('list_bookings', { from: date, to: date });
    const busy = [tomorrow.start, tomorrow.end].map((at) => iso(at).replace('Z', '+00:00')).join('/');
    const items = listed.data.items as { id: string; private_calendar_busy?: string[] }[];
    expect(items).toHaveLength(2);
    expect(items.filter((item) => item.private_calendar_busy)).toMatchObject([{ id, private_calendar_busy: [busy] }]);
    const [line, ...others] = listed.text.split('\n').filter((one) => one.includes('private_calendar_busy'));
    expect([line?.includes(id), line?.includes(busy), others]).toEqual([true, true, []]);
    expect(listed.text).not.toContain('Root canal');
    expect(listed.data).not.toHaveProperty('note');
  } finally {
    await session.close();
  }
});

it('list_bookings says that conflicts are not known where the calendar of a booked person was never read', async () => {
  office.answer((_request, response) => void response.writeHead(500).end());
  await office.setAddress(office.url, 'st_2_a');
  await book(tomorrow.start, 'st_2_a');
  const session = await startHttp({ RCPT_BASE_URL: server.url, RCPT_API_KEY: key, RCPT_TIME_ZONE: 'UTC' });
  try {
    const listed = async (query: object) => (await session.client.call('list_bookings', { ...query })).data.note;
    await eventually(() => listed({ from: date, to: date })).toMatch(/private calendars .* could not be read/);
    // There is no booking.
    expect(await listed({ from: '2199-01-01', to: '2199-01-02' })).toBeUndefined();
  } finally {
    await session.close();
  }
});
