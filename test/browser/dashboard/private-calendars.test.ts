import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type CalendarServer,
  goodCalendar,
  openCalendarServer,
  SECRET,
  sends,
} from '../../platform/calendars/office.ts';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { type Desk, MEMBER, noticeOf, OWNER, PASSWORD, pressOn, typeInto, useOwnersDesk } from '../support/desk.ts';
import { expectTouchable } from '../support/touchable.ts';

const NAME = 'Keisha Brandt';
/** What the browser writes on the console of a page whose request was refused. */
const REFUSED = 'error: Failed to load resource: the server responded with a status of 400 (Bad Request)';

describe.skipIf(CHROMIUM === undefined)('private calendars on the page of the business', () => {
  const server = useOwnersDesk();
  let calendars: CalendarServer;
  beforeAll(async () => {
    calendars = await openCalendarServer();
  });
  afterAll(() => calendars.close());
  beforeEach(() => calendars.answer(sends(goodCalendar)));

  const cardOn = ({ page }: Desk) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: NAME }) });
  const buttonOn = ({ page }: Desk, name: string) =>
    page.getByRole('button', { name: `${name} \u2068“calendar of ${NAME}”\u2069` });
  async function addOn(desk: Desk, address: string): Promise<void> {
    const { page } = desk;
    await page.getByRole('button', { name: `Add a calendar \u2068“${NAME}”\u2069` }).click();
    await page.getByLabel('Secret iCal address').fill(address);
    await page.getByRole('button', { name: 'Save and read it' }).click();
  }
  afterEach(async () => {
    const desk = await server.open(OWNER);
    await desk.go('business', 'Business');
    await desk.page.getByRole('heading', { name: NAME }).waitFor();
    await desk.page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    const remove = buttonOn(desk, 'Remove');
    if ((await remove.count()) > 0) {
      await remove.click();
      await desk.page.getByRole('button', { name: 'Yes, remove it' }).click();
      await remove.waitFor({ state: 'detached' });
    }
    await desk.close();
  });

  it('an owner adds an address without a mouse, and sees what was read and never the address', async () => {
    await server.using('business', 'Business', async (desk) => {
      const { page } = desk;
      const card = cardOn(desk);
      await pressOn(page, page.getByRole('button', { name: `Add a calendar \u2068“${NAME}”\u2069` }));
      await typeInto(page, page.getByLabel('Secret iCal address'), calendars.url);
      await page.keyboard.press('Enter');
      await card.getByText('1 busy time in the next 7 days').waitFor();
      expect(await noticeOf(page)).toBe(
        `The calendar of \u2068“${NAME}”\u2069 was read: 1 busy time in the next 7 days.`,
      );
      await card.getByText('up to date', { exact: true }).waitFor();
      await page.reload();
      await card.getByText('1 busy time in the next 7 days').waitFor();
      await pressOn(page, buttonOn(desk, 'Replace'));
      expect(await page.getByLabel('Secret iCal address').inputValue()).toBe('');
      expect(await page.content()).not.toContain(SECRET);
    });
  });

  it('a calendar that cannot be read says why and what to do, and is read again, on a telephone', async () => {
    await server.using(
      'business',
      'Business',
      async (desk) => {
        const { page } = desk;
        const card = cardOn(desk);
        let release = () => {};
        calendars.answer((_request, response) => {
          release = () => void response.writeHead(404).end();
        });
        await addOn(desk, calendars.url);
        await card.getByText('being read…').waitFor();
        await expectTouchable(page);
        release();
        const reason = '): its server answered HTTP 404. Copy the address from the calendar again';
        await card.getByText(reason).waitFor();
        await card.getByText('Free times are offered with the note that they may be taken.').waitFor();
        expect(await noticeOf(page)).toMatch(/cannot be read: its server answered HTTP 404\. Copy the address/);
        await expectAccessible(page);
        await expectTouchable(page);
        await buttonOn(desk, 'Replace').click();
        await expectTouchable(page);
        await page.getByRole('button', { name: 'Cancel' }).click();

        calendars.answer(sends(goodCalendar));
        await buttonOn(desk, 'Read again').click();
        await card.getByText('1 busy time in the next 7 days').waitFor();
        expect(await card.getByText(reason).count()).toBe(0);

        await buttonOn(desk, 'Remove').click();
        await page.getByRole('button', { name: 'No, change nothing' }).click();
        await buttonOn(desk, 'Remove').click();
        await page.getByRole('button', { name: 'Yes, remove it' }).click();
        await page.getByText(`The calendar of \u2068“${NAME}”\u2069 was removed.`).waitFor();
        expect(await card.getByText('Private calendar').count()).toBe(0);
      },
      { width: 390, height: 844 },
    );
  });

  it('a refused address stays in the form with the reason, and one that another user changed meanwhile, too', async () => {
    const [desk, other] = [await server.open(OWNER), await server.open(OWNER)];
    const { page } = desk;
    await desk.go('business', 'Business');
    await addOn(desk, 'https://10.0.0.1/basic.ics');
    await page.getByRole('alert').getByText('“Secret iCal address”').waitFor();
    await page.getByRole('alert').getByText('must not point into a private network').waitFor();
    expect(await page.getByLabel('Secret iCal address').inputValue()).toBe('https://10.0.0.1/basic.ics');

    await other.go('business', 'Business');
    await addOn(other, calendars.url);
    await cardOn(other).getByText('1 busy time').waitFor();
    await page.getByLabel('Secret iCal address').fill(`${calendars.url}?mine`);
    await page.getByRole('button', { name: 'Save and read it' }).click();
    await page.getByRole('alert').getByText('was changed meanwhile').waitFor();
    await cardOn(desk).getByText('1 busy time').waitFor();
    await page.getByRole('button', { name: 'Save and read it' }).click();
    await page.getByLabel('Secret iCal address').waitFor({ state: 'detached' });
    await page.getByText(/^The calendar of .* was read/).waitFor();
    expect(calendars.requests.at(-1)?.url).toContain('?mine');
    expect(desk.watch.problems()).toEqual([REFUSED, REFUSED]);
    other.expectNoProblems();
    await Promise.all([desk.close(), other.close()]);
  });

  it('a member sees the state, and nothing to change it', async () => {
    await server.using('business', 'Business', async (desk) => {
      await addOn(desk, calendars.url);
      await cardOn(desk).getByText('1 busy time').waitFor();
    });
    await server.run(['users', 'set-password', MEMBER], `${PASSWORD}\n`);
    const desk = await server.open(MEMBER);
    await desk.go('business', 'Business');
    const card = cardOn(desk);
    await card.getByText('Private calendar:').waitFor();
    await card.getByText(/^read /).waitFor();
    expect(await card.textContent()).not.toContain('busy');
    expect(await card.getByRole('button').count()).toBe(0);
    desk.expectNoProblems();
    await desk.close();
  });
});
