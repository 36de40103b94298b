import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/contract/index.ts';
import { createLogger } from '../../../src/lib/logging/logger.ts';
import type { BusinessFileError } from '../../../src/platform/business/plan.ts';
import { type CalendarServer, goodCalendar, openCalendarServer, SECRET, sends } from '../calendars/office.ts';
import { type SignedIn, signInAll } from '../support/dashboard.ts';
import { eventually } from '../support/salon.ts';
import { startWorld, type World } from '../support/world.ts';

const CALENDARS = '/dashboard/teams/team_a/staff-calendars';
const PERSON = 'st_1_a';

let world: World;
let calendars: CalendarServer;
let users: Record<'owner.a' | 'admin.a' | 'member.a', SignedIn>;
const log: string[] = [];
beforeAll(async () => {
  const logger = createLogger({ level: 'debug', format: 'json', write: (line) => void log.push(line) });
  calendars = await openCalendarServer();
  // It looks for addresses every 30 seconds, which is longer than these tests wait.
  world = await startWorld({ deliveries: true, logger });
  users = await signInAll(world, ['owner.a', 'admin.a', 'member.a']);
});
beforeEach(async () => {
  await set(null);
  calendars.answer(sends(goodCalendar));
  calendars.requests.length = 0;
});
afterAll(async () => {
  await world.close();
  await calendars.close();
});

const list = async (user: keyof typeof users = 'admin.a') => (await users[user].send('GET', CALENDARS)).body.data;
const shownTo = async (user: keyof typeof users = 'admin.a') => (await list(user)).calendars[0];
const set = async (address: string | null, revision?: number, id = PERSON) =>
  users['admin.a'].send('POST', `${CALENDARS}/${id}`, { address, revision: revision ?? (await list()).revision });
const readNow = () => users['admin.a'].send('POST', `${CALENDARS}/${PERSON}/read`, {});
/** The next reading has ended. */
const ended = () => eventually(async () => (await shownTo())?.is_reading).toBe(false);
const storedAddress = async () => (await world.platform.business.export())?.staff?.find(({ id }) => id === PERSON);

describe('private calendars in the dashboard', () => {
  it('an address is read at once, and no answer or line of the log has it', async () => {
    expect(await list()).toEqual({ revision: expect.any(Number), calendars: [] });
    const answer = await set(` ${calendars.url} `);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { calendars: [{ staff_id: PERSON, is_reading: true }] } },
    });
    await ended();
    const now = Date.now();
    const { read_at: at, attempted_at: attempted, ...shown } = await shownTo();
    expect(shown).toEqual({ staff_id: PERSON, state: 'fresh', is_reading: false, error: null, busy_times: 1 });
    expect(at).toBe(attempted);
    expect(Math.abs(Date.parse(at) - now)).toBeLessThan(60_000);
    expect(calendars.requests).toHaveLength(1);
    expect(await storedAddress()).toMatchObject({ calendar: calendars.url });
    const texts = JSON.stringify([answer.body, await list(), await list('member.a')]);
    expect(`${texts}${log.join('\n')}`).not.toMatch(new RegExp(`${SECRET}|basic\\.ics`));
  });

  it('a member sees the state alone', async () => {
    await set(calendars.url);
    await ended();
    calendars.answer((_request, response) => void response.writeHead(404).end());
    await readNow();
    await ended();
    const { error, busy_times: busy, ...state } = await shownTo();
    expect({ error: error.reason, busy }).toEqual({ error: 'http_404', busy: 1 });
    expect(await shownTo('member.a')).toEqual({ ...state, error: null, busy_times: null });
  });

  it('a calendar that cannot be read has the reason with what to do, and is read again when asked', async () => {
    calendars.answer((_request, response) => void response.writeHead(404, { 'retry-after': '3600' }).end());
    // The copy of an address is kept until the program looks for what is removed.
    await set(`${calendars.url}?other`);
    await ended();
    expect(await shownTo()).toMatchObject({
      state: 'unknown',
      read_at: null,
      attempted_at: expect.any(String),
      error: {
        reason: 'http_404',
        message: 'its server answered HTTP 404',
        advice: 'Copy the address from the calendar again: it is wrong, or was reset or unpublished.',
      },
      busy_times: null,
    });
    calendars.answer(sends(goodCalendar));
    expect((await readNow()).body.data.calendars).toMatchObject([{ is_reading: true }]);
    await ended();
    expect(await shownTo()).toMatchObject({ state: 'fresh', error: null, busy_times: 1 });
  });

  it('the same address again is read again, and another one drops the error and the copy of the first', async () => {
    calendars.answer(sends('<html>'));
    await set(calendars.url);
    await ended();
    expect(await shownTo()).toMatchObject({ error: { reason: 'not_a_calendar' } });
    await set(calendars.url);
    await eventually(() => calendars.requests.length).toBe(2);
    calendars.answer(() => {});
    await ended();
    await set(`${calendars.url}?other`);
    expect(await shownTo()).toMatchObject({ is_reading: true, attempted_at: null, error: null, state: 'unknown' });
  });

  it.each([
    'http://calendar.example.com/basic.ics',
    'https://10.0.0.1/basic.ics',
    'https://user:password@calendar.example.com/basic.ics',
    'https://calendar.example.com/basic.ics#private',
    'basic.ics',
  ])('an address that the business file refuses is refused in the same words: %s', async (address) => {
    const before = await list();
    const file: BusinessFile = { staff: [{ id: PERSON, calendar: address }] };
    const refusal = await world.platform.business.plan(file).catch((error: unknown) => error);
    const [problem] = (refusal as BusinessFileError).problems;
    expect(await set(address)).toMatchObject({
      status: 400,
      body: { error: 'validation_error', message: `address: ${problem?.message}` },
    });
    expect(await list()).toEqual(before);
  });

  it('an address of more than 2000 characters, or without a character, is refused', async () => {
    for (const address of [`https://calendar.example.com/${'x'.repeat(2000)}`, ' ']) {
      expect(await set(address)).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    }
    expect((await list()).calendars).toEqual([]);
  });

  it('one of two users who change it at the same time learns that it was changed meanwhile', async () => {
    const { revision } = await list();
    const answers = await Promise.all([set(calendars.url, revision), set(`${calendars.url}?other`, revision)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body).toMatchObject({
      error: 'calendar_refused',
      message: expect.stringContaining('so nothing was saved'),
    });
    await ended();
    expect((await set(null)).body.data.calendars).toEqual([]);
  });

  it('a calendar whose address was removed is neither listed nor read', async () => {
    await set(calendars.url);
    await ended();
    expect(await set(null)).toMatchObject({ status: 200, body: { data: { calendars: [] } } });
    expect(await storedAddress()).not.toHaveProperty('calendar');
    expect((await readNow()).status).toBe(404);
    expect(calendars.requests).toHaveLength(1);
  });

  it('a business file that is applied later replaces or removes the address, and leaves it where it states none', async () => {
    await set(calendars.url);
    const apply = async (staff: NonNullable<BusinessFile['staff']>[number]) =>
      (await world.platform.business.apply({ staff: [staff] })).changes.map(({ text }) => text);
    expect(await apply({ id: PERSON, title: 'Senior stylist' })).toHaveLength(1);
    expect(await storedAddress()).toMatchObject({ calendar: calendars.url });
    expect(await apply({ id: PERSON, calendar: `${calendars.url}?other` })).toEqual(['Sam: calendar is set']);
    expect(await storedAddress()).toMatchObject({ calendar: `${calendars.url}?other` });
    expect(await apply({ id: PERSON, calendar: null })).toEqual(['Sam: calendar is removed']);
    expect((await list()).calendars).toEqual([]);
  });

  it('a person of another business, or of none, is not found', async () => {
    for (const id of ['st_1_b', 'unknown', '%00']) {
      expect((await set(calendars.url, undefined, id)).status, id).toBe(404);
      expect((await users['admin.a'].send('POST', `${CALENDARS}/${id}/read`, {})).status, id).toBe(404);
    }
    expect(calendars.requests).toEqual([]);
  });
});

it('a server that sends nothing to its own computer refuses such an address', async () => {
  const other = await startWorld({ deliveries: { loopback: false } });
  try {
    const { 'owner.a': owner } = await signInAll(other, ['owner.a']);
    const { revision } = (await owner.send('GET', CALENDARS)).body.data;
    expect(await owner.send('POST', `${CALENDARS}/${PERSON}`, { address: calendars.url, revision })).toMatchObject({
      status: 400,
      body: { message: 'address: must not point to the computer that the platform runs on' },
    });
  } finally {
    await other.close();
  }
});
