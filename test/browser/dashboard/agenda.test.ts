import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.ts';
import { AT, agreeToolAt, type Desk, noticeOf, OWNER, tabTo, useOwnersDesk } from '../support/desk.ts';

type Fields = Record<string, unknown>;

/** What the agenda of the dashboard does with times, people, and changes that others make meanwhile. */
describe.skipIf(CHROMIUM === undefined)('the agenda of the dashboard', () => {
  const server = useOwnersDesk();

  /** Opens the agenda for one test, which must do nothing that it may not. */
  async function using(place: string, use: (desk: Desk) => Promise<void>, width = 1440): Promise<void> {
    const desk = await server.open(OWNER, { width, height: 900 });
    try {
      await desk.go(place, 'Agenda');
      await desk.page.locator('.agenda').waitFor();
      await use(desk);
      desk.expectNoProblems();
    } finally {
      await desk.close();
    }
  }

  const column = ({ page }: Desk, name: string) => page.locator('[data-column]').filter({ hasText: name });
  const notice = ({ page }: Desk) => noticeOf(page);

  /** Calls a tool as if another user did. */
  const call = ({ page }: Desk, tool: string, args: Fields): Promise<Fields> => agreeToolAt(page, tool, args);
  const bookingOf = async (desk: Desk, date: string, name: string): Promise<Fields> => {
    const { items } = await call(desk, 'list_bookings', { from: date, to: date, detail: 'full' });
    return (items as Fields[]).find(({ contact_name: other }) => other === name) as Fields;
  };
  const outcome = ({ page }: Desk) => page.locator('.outcome').textContent();

  it('a time that is chosen in the column of one person is booked with this person', () =>
    using('agenda/2199-03-12?service=svc_cleaning', async (desk) => {
      const { page } = desk;
      // Keisha Brandt is free, too, and has fewer appointments: without a choice, the platform takes her.
      const person = 'Tomasz Lindqvist';
      await column(desk, person).locator('.block.free').first().click();
      await page.getByRole('button', { name: /^Free at 8:00 AM/ }).click();
      await page.getByRole('button', { name: 'Book this time' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(person).waitFor();
      await dialog.getByLabel('Name').fill('Pat Column');
      await dialog.getByLabel('Telephone').fill('+15550100180');
      await dialog.getByRole('button', { name: 'Book it' }).click();
      await expect.poll(() => notice(desk)).toContain(person);
      await column(desk, person).getByRole('button', { name: 'Pat Column' }).waitFor();
    }));

  it.each(['2199-13-45', '2199-02-30'])('the address of %s, a day that does not exist, shows today', (day) =>
    using(`agenda/${day}`, async (desk) => {
      const { page } = desk;
      const field = page.locator('.toolbar input[type=date]');
      await field.waitFor();
      const shown = await field.inputValue();
      await desk.go('agenda', 'Agenda');
      await field.waitFor();
      expect(shown).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(await field.inputValue()).toBe(shown);
    }),
  );

  it('the week of one person has the appointments and hours of this person alone, and keeps to them on other days', () =>
    using('agenda/2199-03-05?view=week', async (desk) => {
      const { page } = desk;
      const staffOf = async (date: string) => {
        const { items } = await call(desk, 'list_bookings', { from: date, to: date, detail: 'full' });
        return (items as Fields[]).map(({ staff_id }) => staff_id);
      };
      const own = (await staffOf('2199-03-05')).filter((id) => id === 'stf_ibarra');
      await page.getByLabel('Person').selectOption({ label: 'Dr. Rafael Ibarra' });
      await page.getByRole('heading', { name: /^Dr\. Rafael Ibarra, / }).waitFor();
      expect(page.url()).toContain('person=stf_ibarra');
      await page.getByRole('heading', { name: /^Tuesday, 5 March|^Tuesday, March 5/ }).waitFor();
      const drawn = page.locator('[data-column]').nth(1).locator('.block:not(.free)');
      expect(await drawn.count()).toBe(own.length);
      await page.getByRole('link', { name: 'Day', exact: true }).click();
      await page.locator('[data-column]').first().waitFor();
      await expect.poll(() => page.locator('[data-column]').count()).toBe(1);
      await page.getByRole('link', { name: 'Next day' }).click();
      await expect.poll(() => page.url()).toMatch(/2199-03-0\d\?.*person=stf_ibarra/);
      await page.getByRole('heading', { name: /^Dr\. Rafael Ibarra, / }).waitFor();
      // An address to keep: it has no day.
      await page.getByRole('link', { name: 'Today' }).click();
      await expect.poll(() => page.url()).toMatch(/#\/agenda\?person=stf_ibarra$/);
      await page.getByRole('heading', { name: 'Dr. Rafael Ibarra, Monday, March 4' }).waitFor();
    }));

  it('free times of one person are booked with this person, who performs the services that can be chosen', () =>
    using('agenda/2199-03-12?person=stf_lindqvist', async (desk) => {
      const { page } = desk;
      const services = page.getByLabel('Free times for');
      expect(await services.locator('option', { hasText: 'Root canal' }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'New appointment…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Service').selectOption({ label: 'Cleaning' });
      await expect.poll(() => dialog.getByLabel('With').inputValue()).toBe('stf_lindqvist');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await services.selectOption({ label: 'Cleaning' });
      await page.getByRole('heading', { name: /^Free times for Cleaning with Tomasz Lindqvist, / }).waitFor();
      const person = page.getByLabel('Person');
      expect(await person.locator('option', { hasText: 'Ibarra' }).isDisabled()).toBe(true);
      await page.locator('.block.free').first().click();
      await page
        .getByRole('button', { name: /^Free at / })
        .first()
        .click();
      await page.getByRole('button', { name: 'Book this time' }).click();
      await dialog.getByText(/^With .*Tomasz Lindqvist/).waitFor();
    }));

  it('the details of an appointment link the page of its customer, from which the way back leads to the agenda', () =>
    using('agenda/2199-03-05', async ({ page }) => {
      await page.getByRole('button', { name: 'Vivian Tran' }).click();
      await page.locator('.panel').getByRole('link', { name: 'Vivian Tran' }).click();
      await page.getByRole('heading', { level: 1, name: 'Contact', exact: true }).waitFor();
      await page.getByRole('main').getByText('Vivian Tran').first().waitFor();
      await page.getByRole('heading', { name: 'Next appointments' }).waitFor();
      await page.goBack();
      await page.locator('.agenda').waitFor();
      await page.getByRole('button', { name: 'Vivian Tran' }).waitFor();
    }));

  it('an owner records that a customer did not come, and undoes it', () =>
    using('agenda/2199-03-04', async (desk) => {
      const { page } = desk;
      const customer = 'Nora Fitzgerald';
      const status = async () => (await bookingOf(desk, '2199-03-04', customer)).status;
      const record = async (button: string) => {
        await page.locator('[data-cell]').filter({ hasText: customer }).click();
        await page.getByRole('button', { name: button, exact: true }).click();
      };
      await record('The customer did not come');
      await expect.poll(() => outcome(desk)).toContain('It is recorded that the customer did not come.');
      expect(await status()).toBe('no_show');
      await record('The customer came');
      await expect.poll(() => outcome(desk)).toContain('It is recorded that the customer came.');
      expect(await status()).toBe('confirmed');
    }));

  it('days of another year show the year, in the heading and in the labels of the columns', () =>
    using('agenda/2200-01-02', async (desk) => {
      const { page } = desk;
      const title = () => page.locator('[data-heading]').textContent();
      expect(await title()).toBe('Thursday, January 2, 2200');
      await page.getByRole('link', { name: 'Week', exact: true }).click();
      await expect.poll(title).toBe('December 30, 2199 – January 5, 2200');
      const names = () => page.locator('[data-column]').getByRole('heading').allTextContents();
      await expect.poll(async () => (await names()).join(' ')).toContain('Tuesday, December 31');
      const shown = (await names()).join(' ');
      expect(shown).not.toContain('December 31, 2199');
      expect(shown).toContain('Wednesday, January 1, 2200');
      await desk.go('agenda/2198-12-31', 'Agenda');
      await expect.poll(title).toBe('Monday, December 31, 2198');
      await page.getByRole('link', { name: 'Today' }).click();
      await expect.poll(title).toBe('Monday, March 4');
    }));

  it('a page that stays open over midnight shows the new day, to which Today leads', () =>
    using('agenda', async ({ page }) => {
      const title = () => page.locator('[data-heading]').textContent();
      expect(await title()).toBe('Monday, March 4');
      await page.context().clock.setFixedTime(Date.parse(AT) + 24 * 60 * 60_000);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect.poll(title).toBe('Tuesday, March 5');
      await page.getByRole('link', { name: 'Previous day' }).click();
      await expect.poll(title).toBe('Monday, March 4');
      await page.getByRole('link', { name: 'Today' }).click();
      await expect.poll(title).toBe('Tuesday, March 5');
    }));

  it('a keyboard types a date in week view, and leaves no other weeks in the history', () =>
    using('agenda?view=week', async ({ page }) => {
      const title = () => page.locator('[data-heading]').textContent();
      const day = page.getByLabel('Day', { exact: true });
      await tabTo(page, day);
      await page.keyboard.type('11272199');
      expect(await day.inputValue()).toBe('2199-11-27');
      expect(page.url()).toContain('#/agenda?view=week');
      await page.keyboard.press('Enter');
      await expect.poll(title).toBe('November 25 – December 1');
      expect(await day.inputValue()).toBe('2199-11-25');
      expect(await day.evaluate((field) => field === document.activeElement)).toBe(true);
      await page.goBack();
      await expect.poll(title).toBe('March 4 – 10');
    }));

  it('an appointment that began days before is on each day on which it is not over, and no other one of those days', () =>
    using('agenda/2199-03-18', async (desk) => {
      const { page } = desk;
      const booking = page.getByRole('button', { name: 'Nora Nights' });
      await call(desk, 'update_service', { service: 'svc_root_canal', duration: '30h' });
      await call(desk, 'create_booking', {
        service_id: 'svc_root_canal',
        start_time: '2199-03-16T20:00',
        contact_name: 'Nora Nights',
        contact_phone: '+15550100181',
        outside_hours: true,
      });
      await page.reload();
      expect(await booking.textContent()).toContain('since Sat, Mar 16');
      await page
        .locator('.agenda')
        .getByText(/^\d+ appointments/)
        .waitFor();
      const { items } = await call(desk, 'list_bookings', { from: '2199-03-18', to: '2199-03-18' });
      expect(await page.locator('[data-cell]').count()).toBe((items as Fields[]).length + 1);
      expect(await page.locator('.agenda').textContent()).not.toContain('not drawn');
      await desk.go('agenda/2199-03-19', 'Agenda');
      await page.getByRole('heading', { name: 'Tuesday, March 19' }).waitFor();
      expect(await booking.count()).toBe(0);
    }));

  it('an appointment is moved by less than its own length, with its own person', () =>
    using('agenda/2199-03-05', async (desk) => {
      const { page } = desk;
      const name = 'Vivian Tran';
      const { id, staff_id } = await bookingOf(desk, '2199-03-05', name);
      await page.getByRole('button', { name }).click();
      await page.getByRole('button', { name: 'Move…' }).click();
      const own = column(desk, 'Rafael Ibarra');
      await own.locator('.block.free').first().click();
      await page.getByRole('button', { name: /^Free at 8:45 AM/ }).click();
      await page.getByRole('button', { name: 'Move it here' }).click();
      await expect.poll(() => outcome(desk)).toContain('Its time is now Tuesday, March 5, 8:45 AM.');
      const moved = await bookingOf(desk, '2199-03-05', name);
      expect(moved).toMatchObject({ id, staff_id, start_local: '2199-03-05T08:45:00-05:00' });
    }));

  it('an appointment that another user moved meanwhile is not moved, and the agenda says where it is now', () =>
    using('agenda/2199-03-05', async (desk) => {
      const { page } = desk;
      const { id } = await bookingOf(desk, '2199-03-05', 'Chidi Okonkwo');
      const own = page.getByRole('button', { name: 'Chidi Okonkwo' });
      await own.waitFor();
      await call(desk, 'update_booking', { booking_id: id, start_time: '2199-03-08T16:15' });
      await own.click();
      await page.getByRole('button', { name: 'Move…' }).click();
      await page.locator('.block.free').first().click();
      await page.getByRole('button', { name: /^Free at 9:00 AM/ }).click();
      await page.getByRole('button', { name: 'Move it here' }).click();
      await expect
        .poll(() => outcome(desk))
        .toMatch(/was not moved\. Nothing was changed\..*changed meanwhile: it is now on Friday, March 8, 4:15 PM/);
      await own.waitFor({ state: 'detached' });
      expect(await bookingOf(desk, '2199-03-08', 'Chidi Okonkwo')).toMatchObject({ id });
    }));

  it('an appointment is moved to a day weeks ahead, or to an earlier one, from which free times are looked for', () =>
    using('agenda/2199-03-12', async (desk) => {
      const { page } = desk;
      const made = await call(desk, 'create_booking', {
        service_id: 'svc_cleaning',
        start_time: '2199-03-12T16:00',
        contact_name: 'Mona Mover',
        contact_phone: '+15550100182',
      });
      await page.reload();
      const moveTo = async (day: string, shown: string) => {
        await page.getByRole('button', { name: 'Mona Mover' }).click();
        await page.getByRole('button', { name: 'Move…' }).click();
        const from = page.getByLabel('Look for free times from');
        await from.fill(day);
        await from.press('Enter');
        await page.getByRole('button', { name: new RegExp(`^${shown}: \\d+ free times`) }).click();
        await page.locator('.starts').getByRole('button').first().waitFor();
        await page.locator('.panel .starts').getByRole('button').first().click();
        await page.getByRole('button', { name: 'Move it here' }).click();
      };
      await moveTo('2199-04-15', 'Mon, Apr 15');
      await expect.poll(() => outcome(desk)).toContain('Its time is now Monday, April 15');
      const moved = await bookingOf(desk, '2199-04-15', 'Mona Mover');
      expect(moved.id).toBe((made.booking as Fields).id);
      await desk.go('agenda/2199-04-15', 'Agenda');
      await moveTo('2199-03-13', 'Wed, Mar 13');
      await expect.poll(() => outcome(desk)).toContain('Its time is now Wednesday, March 13');
    }));

  it('a move goes on when other days are shown, and offers their free times', () =>
    using('agenda/2199-03-05', async (desk) => {
      const { page } = desk;
      const moving = page.getByRole('region', { name: 'Move an appointment' });
      const next = page.getByRole('link', { name: 'Next day' });
      await page.getByRole('button', { name: 'Vivian Tran' }).click();
      await page.getByRole('button', { name: 'Move…' }).click();
      await moving.waitFor();
      await next.press('Enter');
      await page.getByRole('heading', { name: 'Wednesday, March 6' }).waitFor();
      await moving.getByText('Choose a free time for').waitFor();
      expect(await moving.getByLabel('Look for free times from').inputValue()).toBe('2199-03-06');
      await page.locator('.block.free').first().waitFor();
      expect(await next.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.getByRole('link', { name: 'Week', exact: true }).click();
      await page.getByRole('heading', { name: 'March 4 – 10' }).waitFor();
      await moving.waitFor();
      await page.getByRole('button', { name: 'Do not move it' }).click();
      await moving.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Next week' }).click();
      await page.getByRole('heading', { name: 'March 11 – 17' }).waitFor();
      expect(await moving.count()).toBe(0);
    }));

  it('the appointment has the focus again when it is not moved', () =>
    using('agenda/2199-03-05', async ({ page }) => {
      const booking = page.getByRole('button', { name: 'Vivian Tran' });
      await booking.click();
      await page.getByRole('button', { name: 'Move…' }).click();
      await page.getByRole('button', { name: 'Do not move it' }).click();
      await expect.poll(() => booking.evaluate((entry) => entry === document.activeElement)).toBe(true);
    }));

  it('a time that a move was refused is offered no longer after a no', () =>
    using('agenda/2199-03-06', async (desk) => {
      const { page } = desk;
      const free = page.locator('.block.free');
      await page.getByRole('button', { name: 'Yusuf Haddad' }).click();
      await page.getByRole('button', { name: 'Move…' }).click();
      await free.first().click();
      await page
        .getByRole('button', { name: /^Free at / })
        .first()
        .click();
      await call(desk, 'close_days', { from: '2199-03-06' });
      await page.getByRole('button', { name: 'Move it here' }).click();
      await page.getByRole('button', { name: 'No, keep its time' }).click();
      await page.getByText('No free times on Wednesday, March 6.').waitFor();
      expect(await free.count()).toBe(0);
      await call(desk, 'close_days', { from: '2199-03-06', reopen: true });
    }));

  it('free times on other days stand below those of the day on a phone, and their panel is in sight', () =>
    using(
      'agenda/2199-03-05',
      async ({ page }) => {
        await page.locator('.row.booking').first().click();
        await page.getByRole('button', { name: 'Move…' }).click();
        const others = page.getByText('On other days:');
        await others.waitFor();
        const [top, bottom] = await Promise.all([others.boundingBox(), page.locator('.row.free').last().boundingBox()]);
        expect(top?.y).toBeGreaterThan(bottom?.y ?? Number.POSITIVE_INFINITY);
        await page.locator('.starts').last().getByRole('button').first().click();
        const panel = page.locator('.panel');
        await expect.poll(async () => (await panel.boundingBox())?.y).toBeLessThan(900);
        expect((await panel.boundingBox())?.y).toBeGreaterThanOrEqual(0);
      },
      390,
    ));

  it('a day that is over shows its appointments, also where free times were shown before', () =>
    using('agenda/2199-03-04?service=svc_cleaning', async ({ page }) => {
      await page.getByRole('link', { name: 'Previous day' }).click();
      await page.getByRole('heading', { name: 'Sunday, March 3' }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.getByLabel('Free times for').inputValue()).toBe('');
    }));

  it('a booking without number or address, and one whose time was taken meanwhile, say so and show what is free now', () =>
    using('agenda/2199-03-14?service=svc_cleaning', async (desk) => {
      const { page } = desk;
      const dialog = page.getByRole('dialog');
      const free = () => page.locator('.block.free').first();
      await free().click();
      await page
        .getByRole('button', { name: /^Free at / })
        .first()
        .click();
      await page.getByRole('button', { name: 'Book this time' }).click();
      await dialog.getByLabel('Name').fill('Lou Late');
      await dialog.getByRole('button', { name: 'Book it' }).click();
      const problem = () => dialog.getByRole('alert').textContent();
      await expect.poll(problem).toBe('Nothing was booked: enter a telephone number or an e-mail address.');
      const closed = await call(desk, 'close_days', { from: '2199-03-14' });
      expect(closed).toBeDefined();
      await dialog.getByLabel('Telephone').fill('+15550100183');
      await dialog.getByRole('button', { name: 'Book it' }).click();
      await expect.poll(problem).toMatch(/^(?!The platform).*Nothing was changed\.Book anyway$/s);
      await free().waitFor({ state: 'detached' });
      // The title no longer names the time that was refused, and another one can be taken.
      await dialog.getByRole('heading', { name: /^⁨“Cleaning”⁩, another time$/ }).waitFor();
      expect(await dialog.getByLabel('Day').inputValue()).toBe('2199-03-14');
      expect(await dialog.getByLabel('Name').inputValue()).toBe('Lou Late');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      expect(await page.getByRole('button', { name: 'Book this time' }).count()).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
      await call(desk, 'close_days', { from: '2199-03-14', reopen: true });
    }));

  it('Escape keeps what was typed into the form of a booking, and closes a form into which nothing was typed', () =>
    using('agenda/2199-03-20?service=svc_cleaning', async ({ page }) => {
      const dialog = page.getByRole('dialog');
      const open = async () => {
        await page.locator('.block.free').first().click();
        await page
          .getByRole('button', { name: /^Free at / })
          .first()
          .click();
        await page.getByRole('button', { name: 'Book this time' }).click();
      };
      await open();
      await dialog.getByLabel('Name').press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Book this time' }).click();
      await dialog.getByLabel('Name').fill('Tia Typed');
      await dialog.getByLabel('Notes').fill('By phone');
      // A browser closes a dialog at the second or third time, whatever the page says.
      for (let times = 0; times < 4; times++) await page.keyboard.press('Escape');
      await dialog.getByText('What you entered is kept. Use the buttons to leave.').waitFor();
      expect(await dialog.getByLabel('Name').inputValue()).toBe('Tia Typed');
      expect(await dialog.getByLabel('Notes').inputValue()).toBe('By phone');
      expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    }));

  it('what was booked is announced until an appointment is chosen or other days are shown', () =>
    using('agenda/2199-03-15?service=svc_cleaning', async (desk) => {
      const { page } = desk;
      const book = async (name: string) => {
        await page.locator('.block.free').first().click();
        await page
          .getByRole('button', { name: /^Free at / })
          .first()
          .click();
        await page.getByRole('button', { name: 'Book this time' }).click();
        await page.getByRole('dialog').getByLabel('Name').fill(name);
        await page.getByRole('dialog').getByLabel('Telephone').fill('+15550100184');
        await page.getByRole('dialog').getByRole('button', { name: 'Book it' }).click();
        await expect.poll(() => notice(desk)).toContain('Booked for');
      };
      await book('Nat Notice');
      await page.getByRole('button', { name: 'Nat Notice' }).click();
      await expect.poll(() => page.locator('.announced').count()).toBe(0);
      await desk.go('agenda/2199-03-15?service=svc_cleaning', 'Agenda');
      await book('Ned Notice');
      await page.getByRole('link', { name: 'Next day' }).click();
      await expect.poll(() => page.locator('.announced').count()).toBe(0);
    }));

  it('a server that does not answer before it has asked has not cancelled', async () => {
    const desk = await server.open(OWNER, { width: 1440, height: 900 });
    const { page } = desk;
    await desk.go('agenda/2199-03-06', 'Agenda');
    await page.locator('[data-cell]').first().click();
    await page.route('**/tools/cancel_booking', (route) => route.abort());
    await page.getByRole('button', { name: 'Cancel appointment…' }).click();
    await expect
      .poll(() => outcome(desk))
      .toContain(
        'The appointment was not cancelled. Nothing was changed.The server does not answer. Check that it runs',
      );
    await page.unroute('**/tools/cancel_booking');
    await page.route('**/tools/cancel_booking', (route) =>
      route.fulfill({ status: 403, json: { message: 'No right.' } }),
    );
    await page.locator('[data-cell]').first().click();
    await page.getByRole('button', { name: 'Cancel appointment…' }).click();
    await expect.poll(() => outcome(desk)).toContain('Nothing was changed.No right.');
    await desk.close();
  });
});
