import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { agreeToolAt, type Desk, noticeOf, OWNER, pressOn, useOwnersDesk } from '../support/desk.ts';
import { expectTouchable } from '../support/touchable.ts';

type Fields = Record<string, unknown>;

/** How an owner books an appointment before a service and a time were chosen, and at a time that the clocks show twice. */
describe.skipIf(CHROMIUM === undefined)('a new appointment in the dashboard', () => {
  const server = useOwnersDesk();
  /** The clocks go back from 2:00 to 1:00. */
  const BACK = '2199-11-03';

  async function using(place: string, use: (desk: Desk) => Promise<void>, width = 1280) {
    const desk = await server.open(OWNER, { width, height: 900 });
    try {
      await desk.go(place, 'Agenda');
      await use(desk);
      desk.expectNoProblems();
    } finally {
      await desk.close();
    }
  }

  const booked = async ({ page }: Desk, day: string, name: string) => {
    const { items } = await agreeToolAt(page, 'list_bookings', { from: day, to: day });
    return (items as Fields[]).filter(({ contact_name: other }) => other === name);
  };

  it('the form asks for a service that was not chosen, then offers the people who perform it', () =>
    using('agenda/2199-03-06', async (desk) => {
      const { page } = desk;
      await pressOn(page, page.getByRole('button', { name: 'New appointment…' }));
      const dialog = page.getByRole('dialog', { name: 'New appointment' });
      expect(await dialog.getByLabel('Day').inputValue()).toBe('2199-03-06');
      await dialog.getByLabel('Time').fill('09:10');
      await dialog.getByLabel('Name').fill('Nell New');
      await dialog.getByLabel('Telephone').fill('+15185550310');
      const book = dialog.getByRole('button', { name: 'Book it' });
      await book.click();
      await expect.poll(() => dialog.getByRole('alert').textContent()).toBe('Nothing was booked: choose a service.');
      expect(await dialog.getByLabel('With').count()).toBe(0);
      await dialog.getByLabel('Service').selectOption('Cleaning');
      const people = await dialog.getByLabel('With').locator('option').allTextContents();
      expect(people).toEqual(['anyone who is free', 'Keisha Brandt', 'Tomasz Lindqvist']);
      await dialog.getByLabel('With').selectOption('Tomasz Lindqvist');
      await expectAccessible(page);
      await book.click();
      await expect.poll(() => noticeOf(page)).toMatch(/^Booked for Wed, Mar 6, 9:10 AM with ⁨“Tomasz Lindqvist”⁩/);
      expect(await booked(desk, '2199-03-06', 'Nell New')).toMatchObject([
        { service_name: 'Cleaning', start_local: '2199-03-06T09:10:00-05:00' },
      ]);
      await page.getByRole('button', { name: /Nell New/ }).waitFor();
      // What was booked is not announced on the next days that are shown.
      await page.getByRole('link', { name: 'Next day' }).click();
      await expect.poll(() => noticeOf(page)).toBe('');
    }));

  it('a service that no one performs cannot be chosen, and says so', () =>
    using('agenda/2199-03-06', async (desk) => {
      const { page } = desk;
      await agreeToolAt(page, 'update_service', { service: 'svc_root_canal', staff: [] });
      await page.getByRole('button', { name: 'New appointment…' }).click();
      const option = page.getByRole('dialog').getByRole('option', { name: /^Root canal/ });
      await expect.poll(() => option.textContent()).toMatch(/ \(no one performs it\)$/);
      expect(await option.isDisabled()).toBe(true);
      expect(await page.getByRole('dialog').getByRole('option', { name: 'Cleaning', exact: true }).isDisabled()).toBe(
        false,
      );
    }));

  it.each([
    ['agenda', '2199-03-04', '16:15'],
    ['agenda/2199-03-04?view=week', '2199-03-06', '16:15'],
    ['agenda/2199-03-05', '2199-03-06', '11:00'],
  ])('what is booked is shown at once in the agenda at %s, on %s at %s', (place, day, time) =>
    using(place, async (desk) => {
      const { page } = desk;
      const name = `Nora ${place.replace(/\W/g, '')}`;
      await page.getByRole('button', { name: 'New appointment…' }).click();
      const dialog = page.getByRole('dialog', { name: 'New appointment' });
      await dialog.getByLabel('Service').selectOption('Cleaning');
      await dialog.getByLabel('Day').fill(day);
      await dialog.getByLabel('Time').fill(time);
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByLabel('Telephone').fill('+15185550312');
      await dialog.getByRole('button', { name: 'Book it' }).click();
      await expect.poll(() => noticeOf(page)).toMatch(/^Booked for /);
      await page.getByRole('button', { name: new RegExp(name) }).waitFor();
    }),
  );

  it.each([1280, 390])(
    'an appointment with another person than the one whose agenda is shown is one link away, at %i pixels',
    (width) =>
      using(
        'agenda/2199-03-07?person=stf_ibarra',
        async (desk) => {
          const { page } = desk;
          const name = `Lost Looking ${width}`;
          await page.getByRole('button', { name: 'New appointment…' }).click();
          const dialog = page.getByRole('dialog', { name: 'New appointment' });
          await dialog.getByLabel('Service').selectOption('Cleaning');
          await dialog.getByLabel('With').selectOption({ label: 'Keisha Brandt' });
          await dialog.getByLabel('Time').fill(width === 390 ? '16:15' : '15:00');
          await dialog.getByLabel('Name').fill(name);
          await dialog.getByLabel('Telephone').fill(`+15185550${width === 390 ? 313 : 314}`);
          await dialog.getByRole('button', { name: 'Book it' }).click();
          await expect
            .poll(() => noticeOf(page))
            .toMatch(/^Booked for .* with .*Keisha Brandt.*alone\. Show the appointment$/);
          expect(await page.getByRole('button', { name: new RegExp(name) }).count()).toBe(0);
          await expectAccessible(page);
          if (width === 390) await expectTouchable(page);
          await page.getByRole('link', { name: 'Show the appointment' }).click();
          await page.getByRole('heading', { level: 2, name: /^Keisha Brandt, Thursday, March 7/ }).waitFor();
          await page
            .getByRole('button', { name: new RegExp(name) })
            .first()
            .waitFor();
          await expect.poll(() => noticeOf(page)).toBe('');
        },
        width,
      ),
  );

  it('the form for a new appointment has room on a telephone', () =>
    using(
      'agenda/2199-03-06',
      async ({ page }) => {
        await page.getByRole('button', { name: 'New appointment…' }).click();
        await page.getByLabel('Service').selectOption('Cleaning');
        await page.getByRole('dialog').getByLabel('With').waitFor();
        await page.getByLabel('Day').last().fill(BACK);
        await page.getByLabel('Time', { exact: true }).fill('01:30');
        await page.getByLabel('Which one').waitFor();
        await expectTouchable(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
      },
      390,
    ));

  it('an owner books the second one of two times that look the same', () =>
    using('agenda/2199-10-30?service=svc_cleaning', async (desk) => {
      const { page } = desk;
      await agreeToolAt(page, 'update_business', { booking_window: 'none' });
      await page.getByRole('button', { name: 'Another time…' }).click();
      const dialog = page.getByRole('dialog');
      const which = dialog.getByLabel('Which one');
      await dialog.getByLabel('Day').fill(BACK);
      await dialog.getByLabel('Time').fill('02:00');
      expect(await which.count()).toBe(0);
      await dialog.getByLabel('Time').fill('01:30');
      expect(await which.locator('option').allTextContents()).toEqual([
        '1:30 AM EDT (before the clocks go back)',
        '1:30 AM EST (after the clocks go back)',
      ]);
      await which.selectOption('1:30 AM EST (after the clocks go back)');
      await dialog.getByLabel('Name').fill('Tia Twice');
      await dialog.getByLabel('Telephone').fill('+15185550311');
      await dialog.getByRole('button', { name: 'Book it' }).click();
      await dialog.getByRole('button', { name: 'Book anyway' }).click();
      await expect.poll(() => noticeOf(page)).toMatch(/^Booked for Sun, Nov 3, 1:30 AM EST/);
      expect(await booked(desk, BACK, 'Tia Twice')).toMatchObject([{ start_local: `${BACK}T01:30:00-05:00` }]);
    }));

  it('an owner moves an appointment to each one of two times that look the same', () =>
    using('agenda/2199-10-30', async (desk) => {
      const { page } = desk;
      await agreeToolAt(page, 'create_booking', {
        service_id: 'svc_cleaning',
        start_time: '2199-10-30T10:00',
        staff_id: 'stf_lindqvist',
        contact_name: 'Mo Moved',
        contact_phone: '+15185550312',
      });
      const moveTo = async (choice: string | undefined) => {
        await page.getByRole('button', { name: /Mo Moved/ }).click();
        await page.getByRole('button', { name: 'Move…' }).click();
        const moving = page.getByRole('region', { name: 'Move an appointment' });
        await moving.getByText('Another time…').click();
        await moving.getByLabel('Day', { exact: true }).fill(BACK);
        await moving.getByLabel('Time', { exact: true }).fill('01:45');
        if (choice) await moving.getByLabel('Which one').selectOption(choice);
        await expectAccessible(page);
        await moving.getByRole('button', { name: 'Choose this time' }).click();
        await page.getByRole('button', { name: 'Move it here' }).click();
        await page.getByRole('button', { name: 'Move anyway' }).click();
        await page.locator('.outcome').getByText('The appointment is moved.').waitFor();
      };
      await page.reload();
      await moveTo(undefined);
      expect(await booked(desk, BACK, 'Mo Moved')).toMatchObject([{ start_local: `${BACK}T01:45:00-04:00` }]);
      await desk.go(`agenda/${BACK}`, 'Agenda');
      await moveTo('1:45 AM EST (after the clocks go back)');
      expect(await booked(desk, BACK, 'Mo Moved')).toMatchObject([{ start_local: `${BACK}T01:45:00-05:00` }]);
    }));
});
