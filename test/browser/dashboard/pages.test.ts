import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { type Desk, OWNER, tabTo, useOwnersDesk } from '../support/desk.ts';
import { expectScreenshot } from '../support/screenshot.ts';
import { expectTouchable } from '../support/touchable.ts';

/** The pages in the order of the navigation, and what each shows when it is loaded. */
const PAGES = [
  ['agenda', 'Agenda', 'Monday, March 4'],
  ['calls', 'Calls', 'Reminded Marie-Claire Baptiste'],
  ['contacts', 'Contacts', 'Beatriz dos Santos'],
  ['activity', 'Activity', 'All numbers'],
  ['business', 'Business', 'Crown preparation'],
  ['calendars', 'Calendar feeds', 'There is no feed yet.'],
  ['keys', 'API keys', 'demo'],
  ['webhooks', 'Webhooks', 'There is no webhook yet.'],
  ['sources', 'Call sources', 'There is no source yet.'],
  ['users', 'Users', 'Gloria Pennington'],
  ['account', 'Account', 'This session ends on'],
] as const;
/** Places that are not in the navigation. */
const MORE = [
  ['agenda?view=week', 'Agenda', 'March 4 – 10'],
  ['agenda/2199-03-12?service=svc_cleaning', 'Agenda', 'Tuesday, March 12'],
  ['calls?query=toothache', 'Calls', 'toothache'],
  ['calls?show=follow-ups', 'Calls', 'Vincent Castellano'],
  ['calls/call_1151', 'Call', 'What was said'],
  ['activity?kind=calls&by=outcome', 'Activity', 'All numbers'],
] as const;
/** Buttons that open forms, by page. */
const FORMS = {
  contacts: ['New contact'],
  business: ['Change the hours', 'Close days', 'Set other hours', 'Record time off'],
  calendars: ['New feed'],
  keys: ['New key'],
  webhooks: ['New webhook'],
  sources: ['New source'],
  users: ['New user'],
} as const;

describe.skipIf(CHROMIUM === undefined)('the pages of the dashboard', () => {
  const server = useOwnersDesk();

  /** Opens a place, and waits until it shows what it is there for. */
  async function show(desk: Desk, [place, title, text]: readonly [string, string, string]): Promise<void> {
    await desk.go(place, title);
    await desk.page.getByRole('main').getByText(text).first().waitFor();
    await desk.page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  }

  const expectNoScrolling = async ({ page }: Desk, place: string) =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), place).toBe(0);

  it.each([
    [1440, 'light'],
    [320, 'dark'],
  ] as const)('all pages and forms are accessible and fit at %i pixels, %s', async (width, colorScheme) => {
    const desk = await server.open(OWNER, { width, height: 900, colorScheme });
    const check = async (place: string) => {
      await expectAccessible(desk.page);
      await expectNoScrolling(desk, place);
      if (width < 480) await expectTouchable(desk.page);
    };
    for (const entry of [...PAGES, ...MORE]) {
      await show(desk, entry);
      await check(entry[0]);
      for (const name of FORMS[entry[0] as keyof typeof FORMS] ?? []) {
        await desk.page.getByRole('button', { name, exact: true }).click();
        await desk.page.locator('form.form').waitFor();
        await check(name);
        await desk.page.getByRole('button', { name: 'Cancel', exact: true }).click();
      }
    }
    desk.expectNoProblems();
    await desk.close();
  });

  it('moments of keys and of the session are in the zone of the business, wherever the user is', async () => {
    const desk = await server.open(OWNER, { timeZone: 'Asia/Tokyo' });
    await show(desk, PAGES[6]);
    await desk.page.getByText('Times are those of New York.').waitFor();
    const time = desk.page.locator('td time').first();
    const there = new Intl.DateTimeFormat('en', { timeZone: 'America/New_York', hour: 'numeric', minute: '2-digit' });
    const instant = new Date((await time.getAttribute('datetime')) as string);
    expect(await time.textContent()).toContain(there.format(instant));
    await show(desk, PAGES[10]);
    await desk.page.getByText('This session ends on Mon, Mar 4, 10:00 PM (New York time).').waitFor();
    desk.expectNoProblems();
    await desk.close();
  });

  it('moments are in UTC where the browser does not know the zone of the business', async () => {
    const desk = await server.open(OWNER, { timeZone: 'Asia/Tokyo' });
    await desk.page.addInitScript(() => {
      const refuse = (args: unknown[]) => {
        if ((args[1] as Intl.DateTimeFormatOptions | undefined)?.timeZone === 'America/New_York')
          throw new RangeError();
      };
      Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
        apply(target, self, args) {
          refuse(args);
          return Reflect.apply(target, self, args);
        },
        construct(target, args) {
          refuse(args);
          return Reflect.construct(target, args);
        },
      });
    });
    await show(desk, PAGES[10]);
    await desk.page.getByText('This session ends on Tue, Mar 5, 3:00 AM (UTC time).').waitFor();
    await show(desk, PAGES[6]);
    await desk.page.getByText('Times are those of UTC.').waitFor();
    desk.expectNoProblems();
    await desk.close();
  });

  it.each(['en-US', 'ar-EG'])(
    'the navigation is one row on a telephone, with the entry of the page in sight, in %s',
    async (locale) => {
      const desk = await server.open(OWNER, { width: 390, height: 844, locale });
      for (const entry of [PAGES[1], PAGES[10], PAGES[4]]) {
        await show(desk, entry);
        const navigation = desk.page.getByRole('navigation', { name: 'Pages', exact: true });
        expect((await navigation.boundingBox())?.height).toBeLessThan(130);
        const { x = -1, width = 0 } = (await navigation.locator('[aria-current=page]').boundingBox()) ?? {};
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(390);
        await expectNoScrolling(desk, entry[0]);
      }
      desk.expectNoProblems();
      await desk.close();
    },
  );

  it('the navigation moves the focus to the title of the page, and changes that of the window', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await show(desk, PAGES[0]);
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    for (const [, title, text] of [...PAGES.slice(1), PAGES[0]]) {
      await navigation.getByRole('link', { name: title, exact: true }).press('Enter');
      await page.getByRole('main').getByText(text).first().waitFor();
      await expect.poll(() => page.title()).toBe(`${title} · Receptionist`);
      expect(await page.evaluate(() => document.activeElement?.matches('h1'))).toBe(true);
      expect(await navigation.locator('[aria-current=page]').allTextContents()).toEqual([title]);
    }
    // Back and forward are pages, too.
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    // The first key of a keyboard leads past the navigation.
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await tabTo(page, page.getByLabel('Current password'));
    desk.expectNoProblems();
    await desk.close();
  });

  it.each([
    ['agenda-day-1440-light', 1440, 'light', PAGES[0]],
    ['agenda-week-1440-dark', 1440, 'dark', MORE[0]],
    ['calls-768-light', 768, 'light', PAGES[1]],
    ['call-1440-light', 1440, 'light', MORE[4]],
    ['business-320-dark', 320, 'dark', PAGES[4]],
    ['keys-768-dark', 768, 'dark', PAGES[6]],
  ] as const)('the page %s looks as recorded', async (name, width, colorScheme, entry) => {
    const desk = await server.open(OWNER, { width, height: 900, colorScheme });
    await show(desk, entry);
    // A key begins differently each time.
    await desk.page.locator('td code').evaluateAll((codes) => {
      for (const code of codes) code.textContent = 'sk_live_1234…';
    });
    await expectScreenshot(desk.page, `dashboard/${name}`);
    await desk.close();
  });

  it('the sign-in looks as recorded, and is accessible', async () => {
    const desk = await server.open(undefined, { width: 320, height: 700 });
    await desk.go('', 'Sign in');
    await desk.page.getByText('No password yet, or forgotten?').click();
    await expectAccessible(desk.page);
    await expectTouchable(desk.page);
    await desk.page.reload();
    await desk.page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expectScreenshot(desk.page, 'dashboard/sign-in-320-light');
    desk.expectNoProblems();
    await desk.close();
  });
});
