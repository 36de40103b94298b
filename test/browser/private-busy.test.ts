import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoDatabaseAt } from '../support/demo-database.ts';
import { temporaryFolder } from '../support/platform.ts';
import { expectAccessible } from './support/accessible.ts';
import { CHROMIUM, openBrowser, type TestBrowser } from './support/browser.ts';
import { AT, callToolAt, type DeskServer, OWNER, PASSWORD, startDesk } from './support/desk.ts';
import { type Host, openHost } from './support/host-page/host.ts';
import { connectSource, type ViewSource } from './support/host-page/source.ts';
import { setPrivateCalendar } from './support/private-calendar.ts';
import { expectScreenshot } from './support/screenshot.ts';
import { expectSettled, openAgenda } from './support/views.ts';

type Fields = Record<string, string>;
type Days = { days: { appointments: Fields[] }[] };

/** Appointments during which a private calendar is busy, in the dashboard and in a conversation. */
describe.skipIf(CHROMIUM === undefined)('an agenda with conflicts with private calendars', () => {
  const DAY = { from: '2199-03-05', to: '2199-03-05' };
  const home = temporaryFolder();
  let browser: TestBrowser;
  let desk: DeskServer;
  let source: ViewSource;
  let host: Host;
  let database: string;
  let booked: Fields;
  beforeAll(async () => {
    database = await demoDatabaseAt(AT, home);
    [browser, desk] = await Promise.all([openBrowser(), startDesk([], database)]);
    expect(await desk.run(['users', 'set-password', OWNER], `${PASSWORD}\n`)).toMatchObject({ code: 0 });
    // By another process: servers keep what they have read of the people.
    const { days } = JSON.parse((await desk.run(['agenda', DAY.from, '--json'])).stdout) as Days;
    booked = days[0]?.appointments.find(({ contact }) => contact === 'Vivian Tran') as Fields;
    const start = Date.parse(`${DAY.from}T${booked.from}:00-05:00`);
    const busy = [{ start: start - 900_000, end: start + 900_000 }];
    await setPrivateCalendar(database, String(booked.staff_id), { at: Date.parse(AT), busy });
    source = await connectSource(`${await desk.start(['http'])}/mcp`);
    host = await openHost(browser, { source, at: AT });
  });
  afterAll(async () => {
    await host?.close();
    await source?.close();
    await Promise.all([browser?.close(), desk?.close()]);
    await rm(home, { recursive: true, force: true });
  });

  const BUSY = /[Pp]rivate calendar busy \d+:\d\d [AP]M to \d+:\d\d [AP]M/;
  const NOTICE = /1 appointment at a time when the private calendar of its person is busy\./;

  it.each([
    [390, 'light'],
    [1440, 'dark'],
  ] as const)(
    'marks the appointment in the dashboard, %s pixels wide, and says when in its details',
    async (width, colorScheme) => {
      const page = await desk.open(browser, OWNER, { width, height: 900, colorScheme });
      try {
        await page.go('agenda/2199-03-05', 'Agenda');
        const block = page.page.locator('.block.conflict');
        await expect.poll(() => block.count()).toBe(1);
        expect(await block.textContent()).toMatch(BUSY);
        expect(await block.locator('.conflict-mark').count()).toBe(1);
        expect(await page.page.locator('.conflicts').textContent()).toMatch(NOTICE);
        await block.click();
        const details = page.page.locator('.panel .details');
        expect(await details.textContent()).toMatch(new RegExp(`Conflict.*${BUSY.source}`));
        await expectAccessible(page.page);
        await expectScreenshot(page.page, `dashboard/private-busy-${width}-${colorScheme}`);
        page.expectNoProblems();
      } finally {
        await page.close();
      }
    },
  );

  it('keeps the mark in the details while the notes are changed', async () => {
    const page = await desk.open(browser, OWNER, { width: 1440, height: 900 });
    try {
      await page.go('agenda/2199-03-05', 'Agenda');
      await page.page.locator('.block.conflict').click();
      await page.page.getByRole('button', { name: /^(?:Add|Change the) notes…$/ }).click();
      await page.page.getByLabel('Notes', { exact: true }).waitFor();
      expect(await page.page.locator('.panel .details').textContent()).toMatch(BUSY);
      const { items } = await callToolAt(page.page, 'list_bookings', DAY);
      const marked = (items as Fields[]).filter((item) => 'private_calendar_busy' in item);
      expect(marked.map(({ id }) => id)).toEqual([booked.id]);
    } finally {
      await page.close();
    }
  });

  it.each([320, 1024])('marks the appointment in the view of a list that is %s pixels wide', async (width) => {
    const view = await openAgenda(host, { tool: 'list_bookings', arguments: DAY }, width);
    const block = view.frame.locator('.block.conflict');
    await expect.poll(() => block.count()).toBe(1);
    expect(await block.textContent()).toMatch(BUSY);
    await block.click();
    expect(await view.frame.locator('.panel .details').textContent()).toMatch(BUSY);
    await expectSettled(view);
  });

  it('conflicts are said to be unknown where the calendar could not be read', async () => {
    await setPrivateCalendar(database, String(booked.staff_id), { at: Date.parse(AT), busy: undefined });
    const view = await openAgenda(host, { tool: 'list_bookings', arguments: DAY }, 768);
    expect(await view.frame.locator('.notice.warn').textContent()).toMatch(/Conflicts .* are not known/);
    expect(await view.frame.locator('.block.conflict').count()).toBe(0);
    expect(await view.frame.locator('.block.booking').count()).toBeGreaterThan(3);
  });
});
