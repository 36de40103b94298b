import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../src/lib/time/add-days.ts';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { agreeToolAt, type Desk, OWNER, pressOn, useOwnersDesk } from '../support/desk.ts';
import { expectTouchable } from '../support/touchable.ts';

type Fields = Record<string, unknown>;

/** Of the weeks in which the tests book. */
const MONDAYS = ['2199-03-04', '2199-03-11', '2199-03-18', '2199-03-25', '2199-04-01', '2199-04-08', '2199-04-15'];

const CREATE = '**/tools/create_booking';

/** How an owner books the same appointment on several dates. */
describe.skipIf(CHROMIUM === undefined)('a series of appointments in the dashboard', () => {
  const server = useOwnersDesk();

  async function using(use: (desk: Desk) => Promise<void>, width = 1280, problems: string[] = []): Promise<void> {
    const desk = await server.open(OWNER, { width, height: 900 });
    try {
      await desk.go('agenda/2199-03-06', 'Agenda');
      await use(desk);
      if (problems.length === 0) desk.expectNoProblems();
      else expect(desk.watch.problems()).toEqual(problems);
    } finally {
      await desk.close();
    }
  }

  interface Typed {
    name: string;
    phone: string;
    day: string;
    time: string;
    count: number;
    staff?: string;
  }

  const fillIn = async (page: Page, { name, phone, day, time, count, staff }: Typed): Promise<Locator> => {
    await page.getByRole('button', { name: 'New appointment…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    await dialog.getByLabel('Service').selectOption('Cleaning');
    await dialog.getByLabel('Day', { exact: true }).fill(day);
    await dialog.getByLabel('Time', { exact: true }).fill(time);
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Telephone').fill(phone);
    if (staff) await dialog.getByLabel('With').selectOption({ label: staff });
    await dialog.getByLabel('Repeat').selectOption('each week');
    await dialog.getByLabel('Number of appointments').fill(String(count));
    await pressOn(page, dialog.getByRole('button', { name: 'Show the dates' }));
    await dialog.getByRole('group', { name: /date/ }).waitFor();
    return dialog;
  };

  const datesIn = (dialog: Locator) => dialog.locator('fieldset.series label').allTextContents();
  const resultsOf = (page: Page) =>
    page.getByRole('dialog', { name: 'Repeated appointments' }).locator('li').allTextContents();

  const booked = async (page: Page, name: string) => {
    const found: Fields[] = [];
    for (const from of MONDAYS) {
      const { items } = await agreeToolAt(page, 'list_bookings', { from, to: addDays(from, 6), per_page: 100 });
      found.push(...(items as Fields[]));
    }
    return found
      .filter(({ contact_name: other }) => other === name)
      .map(({ start_local: start }) => start)
      .sort();
  };

  it.each([1280, 390])(
    'an owner books the free dates at the same local time across a clock change, at %i pixels',
    (width) =>
      using(async ({ page }) => {
        const isWide = width === 1280;
        const name = `Sera Weekly ${width}`;
        const closed = isWide ? '2199-03-20' : '2199-03-21';
        await agreeToolAt(page, 'close_days', { from: closed, reason: 'Staff training' });
        const dialog = await fillIn(page, {
          name,
          phone: `+15185550${width === 390 ? 320 : 321}`,
          day: isWide ? '2199-03-06' : '2199-03-07',
          time: isWide ? '10:00' : '15:00',
          count: 4,
          staff: isWide ? 'Tomasz Lindqvist' : 'Keisha Brandt',
        });
        const dates = await datesIn(dialog);
        expect(dates).toHaveLength(4);
        expect(dates[0]).toContain(isWide ? 'Tomasz Lindqvist' : 'Keisha Brandt');
        expect(dates[2]).toContain('Staff training');
        await expectAccessible(page);
        if (!isWide) await expectTouchable(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
        await pressOn(page, dialog.getByRole('button', { name: 'Book 3 appointments' }));
        const results = page.getByRole('dialog', { name: 'Repeated appointments' });
        await results.getByText('3 of 3 appointments booked.').waitFor();
        await expectAccessible(page);
        const clock = isWide ? '10:00:00' : '15:00:00';
        const days = isWide ? ['06', '13', '27'] : ['07', '14', '28'];
        expect(await booked(page, name)).toEqual(
          days.map((day) => `2199-03-${day}T${clock}${day < '10' ? '-05:00' : '-04:00'}`),
        );
        await results.getByRole('link').nth(1).click();
        await page.getByRole('heading', { level: 2, name: isWide ? /March 13/ : /March 14/ }).waitFor();
        await page
          .getByRole('button', { name: new RegExp(name) })
          .first()
          .waitFor();
      }, width),
  );

  it('a time that the clocks skip or show twice is not booked, and the list of dates gives the reason', () =>
    using(async ({ page }) => {
      await agreeToolAt(page, 'update_business', { booking_window: 'none' });
      const typed = { name: 'Skip Twice', phone: '+15185550322', count: 2 };
      const dialog = await fillIn(page, { ...typed, day: '2199-03-10', time: '02:30' });
      expect((await datesIn(dialog))[0]).toContain('The clocks skip 2:30 AM on this day.');
      // The dates are those of other fields then.
      await dialog.getByLabel('Day', { exact: true }).fill('2199-10-27');
      expect(await dialog.getByRole('group', { name: /date/ }).count()).toBe(0);
      await dialog.getByLabel('Time', { exact: true }).fill('01:30');
      await dialog.getByRole('button', { name: 'Show the dates' }).click();
      await dialog.getByRole('group', { name: /date/ }).waitFor();
      expect((await datesIn(dialog))[1]).toContain('The clocks show 1:30 AM twice on this day');
      await dialog.getByRole('button', { name: 'Book 0 appointments' }).click();
      await expect.poll(() => dialog.getByRole('alert').textContent()).toBe('Nothing was booked: no date is chosen.');
    }));

  it('a date that is taken meanwhile is not booked, and the others are', () =>
    using(async ({ page }) => {
      const name = 'Mid Conflict';
      const dialog = await fillIn(page, {
        name,
        phone: '+15185550323',
        day: '2199-03-08',
        time: '11:00',
        count: 4,
        staff: 'Keisha Brandt',
      });
      const count = (await datesIn(dialog)).filter((text) => text.includes('Free')).length;
      expect(count).toBeGreaterThan(2);
      // The owner leaves out the last date.
      await dialog.getByRole('checkbox', { name: /Mar 29/ }).uncheck();
      await agreeToolAt(page, 'close_days', { from: '2199-03-15', reason: 'Water damage' });
      await dialog.getByRole('button', { name: `Book ${count - 1} appointments` }).click();
      await page.getByText(`${count - 2} of ${count - 1} appointments booked.`).waitFor();
      expect((await resultsOf(page)).filter((text) => text.startsWith('Not booked'))).toEqual([
        expect.stringContaining('Mar 15'),
      ]);
      const starts = await booked(page, name);
      expect(starts).toHaveLength(count - 2);
      expect(starts.join()).not.toContain('2199-03-29');
    }));

  it('an answer that is lost is not known, and the same series again books nothing twice', () =>
    using(
      async ({ page }) => {
        const name = 'Lost Answer';
        const dialog = await fillIn(page, { name, phone: '+15185550324', day: '2199-04-02', time: '10:00', count: 3 });
        let sent = 0;
        await page.route(CREATE, async (route) => {
          sent += 1;
          if (sent !== 2) return route.continue();
          await route.fetch();
          await route.abort();
        });
        await dialog.getByRole('button', { name: /^Book 3/ }).click();
        await page.getByText('1 of 3 appointments booked. Try again', { exact: false }).waitFor();
        const states = (await resultsOf(page)).map((text) => text.replace(/ \w{3}, .*/, ''));
        expect(states).toEqual(['Booked', 'Not known', 'Not sent']);
        expect(await booked(page, name)).toHaveLength(2);
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByText('3 of 3 appointments booked.').waitFor();
        expect(await booked(page, name)).toHaveLength(3);
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      },
      1280,
      ['error: Failed to load resource: net::ERR_FAILED'],
    ));

  it('the page stays while a series is booked, and asks before it is left', () =>
    using(
      async ({ page }) => {
        const name = 'Patient Owner';
        const dialog = await fillIn(page, { name, phone: '+15185550326', day: '2199-04-03', time: '10:00', count: 2 });
        let answer = () => {};
        const answered = new Promise<void>((resolve) => {
          answer = resolve;
        });
        let sent = 0;
        await page.route(CREATE, async (route) => {
          sent += 1;
          if (sent === 2) await answered;
          await route.continue();
        });
        await dialog.getByRole('button', { name: /^Book 2/ }).click();
        await expect.poll(() => sent).toBe(2);
        await page.evaluate(() => {
          location.hash = '#/contacts';
        });
        await page.getByRole('dialog', { name: 'Repeated appointments' }).waitFor();
        expect(page.url()).toContain('agenda/');
        const asking = page.waitForEvent('dialog');
        await page.close({ runBeforeUnload: true });
        expect((await asking).type()).toBe('beforeunload');
        answer();
        await page.getByText('2 of 2 appointments booked.').waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
        await page.evaluate(() => {
          location.hash = '#/contacts';
        });
        await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
      },
      1280,
      ['beforeunload: '],
    ));

  it('a time between two offered ones is left out of a series, and is booked if the owner chooses it', () =>
    using(async ({ page }) => {
      const name = 'Between Times';
      const typed = { name, phone: '+15185550325', day: '2199-03-12', time: '09:10', count: 2 };
      const dialog = await fillIn(page, { ...typed, staff: 'Keisha Brandt' });
      expect((await datesIn(dialog))[0]).toContain('Taken, or between two times that are offered.');
      await dialog.getByRole('checkbox', { name: /Mar 12/ }).check();
      await dialog.getByRole('button', { name: 'Book 1 appointment', exact: true }).click();
      await page.getByText('1 of 1 appointment booked.').waitFor();
      expect(await booked(page, name)).toEqual(['2199-03-12T09:10:00-04:00']);
    }));
});
