import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { agreeToolAt, type Desk, MEMBER, noticeOf, OWNER, PASSWORD, pressOn, useOwnersDesk } from '../support/desk.ts';
import { expectTouchable } from '../support/touchable.ts';

type Fields = Record<string, unknown>;

/** How the owner books and moves an appointment against a rule of the business in the dashboard. */
describe.skipIf(CHROMIUM === undefined)('an appointment against a rule in the dashboard', () => {
  const server = useOwnersDesk();
  const OUTSIDE = 'No staff member works for all 45 minutes of Cleaning from Wed, Mar 6, 8:30 PM (New York time).';

  interface Shown extends Desk {
    /** Opens the agenda of a day with the free times of cleanings. */
    free(day: string): Promise<void>;
    /** Opens the form for a time that is typed, and fills it in. */
    fill(time: string, name: string, more?: { day?: string; person?: string }): Promise<void>;
    press(button: string | RegExp): Promise<void>;
    alert: ReturnType<Desk['page']['locator']>;
    anyway: ReturnType<Desk['page']['getByRole']>;
    /** The `override` of each request that books or changes an appointment, in order. */
    overrides: unknown[];
    /** The appointments of a customer on a day. */
    booked(name: string, day: string): Promise<Fields[]>;
  }

  interface Options {
    user?: string;
    width?: number;
    /** What the test makes fail; nothing if undefined. */
    problems?: string[];
  }

  async function using(use: (shown: Shown) => Promise<void>, { user = OWNER, width = 1280, problems }: Options = {}) {
    const desk = await server.open(user, { width, height: 900 });
    const { page } = desk;
    const overrides: unknown[] = [];
    page.on('request', (request) => {
      if (/tools\/(create|update)_booking$/.test(request.url())) overrides.push(request.postDataJSON().override);
    });
    const press = (button: string | RegExp) => page.getByRole('button', { name: button }).click();
    try {
      await desk.go('account', 'Account');
      await use({
        ...desk,
        free: async (day) => {
          await desk.go(`agenda/${day}?service=svc_cleaning`, 'Agenda');
          await page.locator('.agenda').waitFor();
        },
        fill: async (time, name, { day, person } = {}) => {
          await press('Another time…');
          const dialog = page.getByRole('dialog');
          if (day) await dialog.getByLabel('Day').fill(day);
          await dialog.getByLabel('Time').fill(time);
          await dialog.getByLabel('Name').fill(name);
          await dialog.getByLabel('Telephone').fill(`+1518555${time.replace(':', '')}`);
          if (person) await dialog.getByLabel('With').selectOption(person);
        },
        press,
        alert: page.getByRole('alert'),
        anyway: page.getByRole('button', { name: /anyway$/ }),
        overrides,
        booked: async (name, day) => {
          const { items } = await agreeToolAt(page, 'list_bookings', { from: day, to: day });
          return (items as Fields[]).filter(({ contact_name: other }) => other === name);
        },
      });
      if (problems) expect(desk.watch.problems()).toEqual(problems);
      else desk.expectNoProblems();
    } finally {
      await desk.close();
    }
  }

  const hasFocus = (control: Shown['alert']) => control.evaluate((element) => element === document.activeElement);

  it('an owner books outside of hours by keyboard, after the reason was read out, and sees the exception', () =>
    using(async ({ page, free, fill, alert, anyway, overrides, booked }) => {
      await free('2199-03-06');
      await fill('20:30', 'Wanda Walkin');
      await pressOn(page, page.getByRole('button', { name: 'Book it' }));
      await expect.poll(() => alert.textContent()).toContain(OUTSIDE);
      // Not the button: Enter that is pressed twice must not decide on the exception.
      await expect.poll(() => hasFocus(alert)).toBe(true);
      await expectAccessible(page);
      expect(await booked('Wanda Walkin', '2199-03-06')).toEqual([]);
      await pressOn(page, anyway);
      await expect.poll(() => noticeOf(page)).toMatch(/^Booked for Wed, Mar 6, 8:30 PM/);
      expect(overrides).toEqual([undefined, ['outside_hours']]);
      await page.getByRole('button', { name: /Wanda Walkin/ }).click();
      await expect.poll(() => page.locator('.panel').textContent()).toMatch(/Exceptionoutside hours/);
    }));

  it('each rule is asked about: on a closed day beyond the booking window, two exceptions are needed', () =>
    using(async ({ page, free, fill, press, alert, overrides }) => {
      await agreeToolAt(page, 'close_days', { from: '2199-03-14', reason: 'Painters' });
      await agreeToolAt(page, 'update_business', { booking_window: '5d' });
      await free('2199-03-05');
      await fill('10:00', 'Carl Closed', { day: '2199-03-14' });
      await press('Book it');
      await expect.poll(() => alert.textContent()).toContain('Brindlebrook Dental is closed');
      await press('Book anyway');
      await expect.poll(() => alert.textContent()).toContain('can be booked only up to');
      await expect.poll(() => hasFocus(alert)).toBe(true);
      await press('Book anyway');
      await expect.poll(() => noticeOf(page)).toMatch(/^Booked for Thu, Mar 14, 10:00 AM/);
      expect(overrides).toEqual([undefined, ['closed'], ['closed', 'too_far']]);
      await agreeToolAt(page, 'update_business', { booking_window: 'none' });
    }));

  it('an exception counts for the time that was refused, not for one that is typed after it', () =>
    using(async ({ page, free, fill, press, alert, overrides }) => {
      await agreeToolAt(page, 'update_business', { minimum_notice: '2h' });
      await free('2199-03-04');
      await fill('10:10', 'Ned Notice');
      await press('Book it');
      await expect.poll(() => alert.textContent()).toContain('must be booked earlier');
      await page.getByLabel('Time', { exact: true }).fill('10:20');
      await press('Book anyway');
      await expect.poll(() => overrides).toEqual([undefined, undefined]);
      await expect.poll(() => alert.textContent()).toContain('must be booked earlier');
      await press('Book anyway');
      await expect.poll(() => noticeOf(page)).toMatch(/^Booked for Mon, Mar 4, 10:20 AM/);
      expect(overrides.at(-1)).toEqual(['too_soon']);
      await agreeToolAt(page, 'update_business', { minimum_notice: 'none' });
    }));

  it('a person is not booked twice at one time, and no exception is offered', () =>
    using(async ({ page, free, fill, press, alert, anyway, booked }) => {
      await free('2199-03-07');
      await fill('21:00', 'Rhea First', { person: 'Keisha Brandt' });
      await press('Book it');
      await press('Book anyway');
      await expect.poll(() => noticeOf(page)).toMatch(/^Booked for Thu, Mar 7, 9:00 PM with ⁨“Keisha Brandt”⁩/);
      await free('2199-03-07');
      await fill('21:15', 'Rhea Second', { person: 'Keisha Brandt' });
      await press('Book it');
      await expect.poll(() => alert.textContent()).toContain('Keisha Brandt does not work');
      await press('Book anyway');
      await expect.poll(() => alert.textContent()).toContain('Keisha Brandt is not available');
      expect(await anyway.count()).toBe(0);
      expect(await booked('Rhea Second', '2199-03-07')).toEqual([]);
      expect(await page.getByRole('button', { name: 'Book it' }).isEnabled()).toBe(true);
    }));

  it('a button that is pressed twice books once', () =>
    using(async ({ page, free, fill, press, anyway, overrides, booked }) => {
      await free('2199-03-08');
      await fill('20:00', 'Dora Double');
      await press('Book it');
      await anyway.dblclick();
      await expect.poll(() => noticeOf(page)).toMatch(/^Booked for Fri, Mar 8, 8:00 PM/);
      expect(overrides).toEqual([undefined, ['outside_hours']]);
      expect(await booked('Dora Double', '2199-03-08')).toHaveLength(1);
    }));

  it('an appointment whose answer was lost is not booked again', () =>
    using(
      async ({ page, free, fill, press, alert, anyway, booked }) => {
        await free('2199-03-08');
        await fill('21:00', 'Lou Lost');
        await press('Book it');
        await anyway.waitFor();
        const lost = /tools\/create_booking$/;
        await page.route(lost, async (route) => {
          await route.fetch();
          await route.abort();
        });
        await anyway.click();
        await expect.poll(() => alert.textContent()).toContain('The server does not answer.');
        expect(await anyway.count()).toBe(0);
        await page.unroute(lost);
        await press('Book it');
        await expect.poll(() => noticeOf(page)).toMatch(/^Booked for Fri, Mar 8, 9:00 PM/);
        expect(await booked('Lou Lost', '2199-03-08')).toHaveLength(1);
      },
      { problems: ['error: Failed to load resource: net::ERR_FAILED'] },
    ));

  it('a time that is over, or that the clocks skip, is refused before it is sent', () =>
    using(async ({ page, free, fill, press, alert, anyway, overrides }) => {
      await free('2199-03-04');
      await fill('09:30', 'Ike Late');
      await press('Book it');
      await expect.poll(() => alert.textContent()).toBe('Monday, March 4, 9:30 AM is over. Choose a later time.');
      await page.getByLabel('Day').last().fill('2199-03-10');
      await page.getByLabel('Time', { exact: true }).fill('02:30');
      await press('Book it');
      await expect.poll(() => alert.textContent()).toBe('The clocks skip 2:30 AM on Sunday, March 10.');
      expect(await anyway.count()).toBe(0);
      expect(overrides).toEqual([]);
    }));

  it('an owner moves an appointment to a time outside of hours by keyboard, and it keeps its person', () =>
    using(async ({ page, go, alert, anyway, overrides, booked }) => {
      await agreeToolAt(page, 'create_booking', {
        service_id: 'svc_cleaning',
        start_time: '2199-03-06T09:00',
        staff_id: 'stf_lindqvist',
        contact_name: 'Mona Moved',
        contact_phone: '+15185550777',
      });
      await go('agenda/2199-03-06', 'Agenda');
      await page.getByRole('button', { name: /Mona Moved/ }).click();
      await pressOn(page, page.getByRole('button', { name: 'Move…' }));
      const moving = page.getByRole('region', { name: 'Move an appointment' });
      await pressOn(page, moving.getByText('Another time…'));
      expect(await moving.getByLabel('Day', { exact: true }).inputValue()).toBe('2199-03-06');
      await moving.getByLabel('Time', { exact: true }).fill('07:00');
      await pressOn(page, moving.getByRole('button', { name: 'Choose this time' }));
      const panel = page.getByRole('region', { name: 'Another time' });
      await expect.poll(() => panel.textContent()).toContain('to Wednesday, March 6, 7:00 AM?');
      await pressOn(page, page.getByRole('button', { name: 'Move it here' }));
      await expect.poll(() => alert.textContent()).toContain('Tomasz Lindqvist does not work for all 45 minutes');
      await expect.poll(() => hasFocus(alert)).toBe(true);
      await expectAccessible(page);
      await pressOn(page, anyway);
      await expect
        .poll(() => page.locator('.outcome').textContent())
        .toContain('The appointment is moved. Its time is now Wednesday, March 6, 7:00 AM.');
      expect(overrides.slice(1)).toEqual([undefined, ['outside_hours']]);
      expect(await booked('Mona Moved', '2199-03-06')).toMatchObject([
        { start_local: '2199-03-06T07:00:00-05:00', staff_name: 'Tomasz Lindqvist' },
      ]);
    }));

  it('an appointment stays where it is after a no, and where its person has another one', () =>
    using(async ({ page, go, press, alert, anyway, booked }) => {
      const args = { service_id: 'svc_cleaning', staff_id: 'stf_brandt', override: ['outside_hours'] };
      const book = (contact_name: string, start_time: string, contact_phone: string) =>
        agreeToolAt(page, 'create_booking', { ...args, contact_name, start_time, contact_phone });
      await book('Stan Stays', '2199-03-05T18:00', '+15185550881');
      await book('Tara Taken', '2199-03-05T20:00', '+15185550882');
      await go('agenda/2199-03-05', 'Agenda');
      const choose = async (time: string) => {
        await page.getByText('Another time…').click();
        await page.getByLabel('Time', { exact: true }).fill(time);
        await press('Choose this time');
        await press('Move it here');
      };
      await page.getByRole('button', { name: /Stan Stays/ }).click();
      await press('Move…');
      await choose('20:10');
      await expect.poll(() => alert.textContent()).toContain('Keisha Brandt does not work');
      await press('No, keep its time');
      await expect.poll(() => alert.count()).toBe(0);
      await press('Move it here');
      await press('Move anyway');
      await expect.poll(() => page.locator('.outcome').textContent()).toContain('The appointment was not moved.');
      expect(await page.locator('.outcome').textContent()).toContain('Another booking');
      expect(await anyway.count()).toBe(0);
      expect(await booked('Stan Stays', '2199-03-05')).toMatchObject([{ start_local: '2199-03-05T18:00:00-05:00' }]);
    }));

  it('a longer service that ends after hours is an exception, too', () =>
    using(async ({ page, go, press, alert }) => {
      await agreeToolAt(page, 'create_booking', {
        service_id: 'svc_cleaning',
        start_time: '2199-03-12T16:15',
        staff_id: 'stf_brandt',
        contact_name: 'Lena Longer',
        contact_phone: '+15185550993',
      });
      await go('agenda/2199-03-12', 'Agenda');
      await page.getByRole('button', { name: /Lena Longer/ }).click();
      await press('Change the service…');
      await page.getByLabel('Other service').selectOption('Deep cleaning, one quadrant (90 min)');
      await press('Change it at this time');
      await expect.poll(() => alert.textContent()).toContain('for all 90 minutes');
      await press('Change anyway');
      await expect.poll(() => page.locator('.outcome').textContent()).toContain('from 4:15 PM to 5:45 PM');
    }));

  it('a customer with an appointment on that day gets a second one as an exception from the limit', () =>
    using(async ({ page, go, press, alert, overrides, booked }) => {
      const book = (start_time: string, contact_name: string, contact_phone: string) =>
        agreeToolAt(page, 'create_booking', { service_id: 'svc_cleaning', start_time, contact_name, contact_phone });
      await book('2199-03-15T09:00', 'Lia Limited', '+15185550661');
      await book('2199-03-15T14:00', 'Sam Second', '+15185550662');
      await agreeToolAt(page, 'update_business', { max_per_customer_and_day: 1 });
      await go('agenda/2199-03-15', 'Agenda');
      await page.getByRole('button', { name: /Sam Second/ }).click();
      await press('Change the customer…');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').pressSequentially('Lia Lim');
      await dialog.locator('.matches').getByRole('button').click();
      await dialog.getByRole('button', { name: 'Change the customer' }).click();
      await expect.poll(() => alert.textContent()).toContain('A customer can have at most 1 booking a day');
      await press('Change anyway');
      await expect.poll(() => page.locator('.outcome').textContent()).toContain('is now for ⁨“Lia Limited”');
      expect(overrides.slice(-2)).toEqual([undefined, ['limit_reached']]);
      expect(await booked('Lia Limited', '2199-03-15')).toHaveLength(2);
      await agreeToolAt(page, 'update_business', { max_per_customer_and_day: 0 });
    }));

  it('a member of the team may decide on an exception, as with an assistant', async () => {
    expect(await server.run(['users', 'set-password', MEMBER], `${PASSWORD}\n`)).toMatchObject({ code: 0 });
    await using(
      async ({ page, free, fill, press, overrides }) => {
        await free('2199-03-11');
        await fill('19:00', 'Meg Member');
        await press('Book it');
        await press('Book anyway');
        await expect.poll(() => noticeOf(page)).toMatch(/^Booked for Mon, Mar 11, 7:00 PM/);
        expect(overrides).toEqual([undefined, ['outside_hours']]);
      },
      { user: MEMBER },
    );
  });

  it('a telephone has room for the questions of both forms', () =>
    using(
      async ({ page, go, free, fill, press, anyway }) => {
        await free('2199-03-13');
        await fill('19:00', 'Tess Telephone');
        await press('Book it');
        await anyway.waitFor();
        await expectTouchable(page);
        await expectAccessible(page);
        await anyway.click();
        await expect.poll(() => noticeOf(page)).toMatch(/^Booked for Wed, Mar 13, 7:00 PM/);
        await go('agenda/2199-03-13', 'Agenda');
        await page.getByRole('button', { name: /Tess Telephone/ }).click();
        await press('Move…');
        await page.getByText('Another time…').click();
        await page.getByLabel('Time', { exact: true }).fill('21:00');
        await press('Choose this time');
        await press('Move it here');
        await anyway.waitFor();
        await expectTouchable(page);
        await expectAccessible(page);
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        expect(isWide).toBe(false);
      },
      { width: 390 },
    ));
});
