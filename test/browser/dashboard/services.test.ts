import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { agreeToolAt, type Desk, OWNER, pressOn, useOwnersDesk } from '../support/desk.ts';

type Fields = Record<string, unknown>;

/** How an appointment gets another service in the agenda of the dashboard. */
describe.skipIf(CHROMIUM === undefined)('the service of an appointment in the dashboard', () => {
  const server = useOwnersDesk();
  const DAY = '2199-03-06';
  const LONGER = 'Deep cleaning, one quadrant (90 min)';

  interface Shown extends Desk {
    /** The appointment as it is stored. */
    stored(): Promise<Fields>;
    /** Changes the appointment as another user or program would. */
    change(args: Fields): Promise<unknown>;
    choices: ReturnType<Desk['page']['getByLabel']>;
    press(button: string | RegExp): Promise<void>;
    outcome(): Promise<string | null>;
  }

  /** Opens an appointment of the day; with a time, one that is booked for the test: a cleaning with one person. */
  async function using(name: string, at: string | undefined, use: (shown: Shown) => Promise<void>) {
    const desk = await server.open(OWNER, { width: 1440, height: 900 });
    const { page } = desk;
    try {
      await desk.go(`agenda/${DAY}`, 'Agenda');
      if (at !== undefined) {
        await agreeToolAt(page, 'create_booking', {
          service_id: 'svc_cleaning',
          start_time: `${DAY}T${at}`,
          staff_id: 'stf_brandt',
          contact_name: name,
          contact_phone: `+1518555${at.slice(0, 2)}23`,
        });
      }
      const { items } = await agreeToolAt(page, 'list_bookings', { from: DAY, to: DAY });
      const { id } = (items as Fields[]).find(({ contact_name: other }) => other === name) as Fields;
      await page.reload();
      await page.getByRole('button', { name }).click();
      await use({
        ...desk,
        stored: async () => (await agreeToolAt(page, 'get_booking', { booking_id: id })).booking as Fields,
        change: (args) => agreeToolAt(page, 'update_booking', { booking_id: id, ...args }),
        choices: page.getByLabel('Other service'),
        press: (button) => page.getByRole('button', { name: button, exact: true }).click(),
        outcome: () => page.locator('.outcome').textContent(),
      });
      desk.expectNoProblems();
    } finally {
      await desk.close();
    }
  }

  it('an owner gives an appointment another service by keyboard, and it takes as long as that one', () =>
    using('Pat Longer', '09:00:00', async ({ page, choices, stored, outcome }) => {
      await pressOn(page, page.getByRole('button', { name: 'Change the service…' }));
      await choices.waitFor();
      expect(await choices.evaluate((select) => select === document.activeElement)).toBe(true);
      const offered = await choices.locator('option').allTextContents();
      expect(offered).toContain(LONGER);
      // The service that it has is no other one.
      expect(offered).not.toContain('Cleaning (45 min)');
      expect(await page.getByRole('button', { name: 'Change it at this time' }).count()).toBe(0);
      await choices.press('d');
      await expectAccessible(page);
      await pressOn(page, page.getByRole('button', { name: 'Change it at this time' }));
      await expect
        .poll(outcome)
        .toContain('The service is changed. The appointment is now from 9:00 AM to 10:30 AM, with ⁨“Keisha Brandt”⁩.');
      expect(await stored()).toMatchObject({
        service_id: 'svc_deep_cleaning',
        start_time: `${DAY}T14:00:00Z`,
        end_time: `${DAY}T15:30:00Z`,
        staff_id: 'stf_brandt',
      });
    }));

  it('an appointment gets the length that its service takes by now', () =>
    using('Lou Length', '15:00:00', async ({ page, choices, stored, press, outcome }) => {
      const own = 'Cleaning (as long as it takes now: 60 min)';
      await agreeToolAt(page, 'update_service', { service_id: 'svc_cleaning', duration: '60m' });
      try {
        await press('Change the service…');
        await choices.selectOption(own);
        // At another time it would keep its length.
        expect(await page.getByRole('button', { name: 'Look for another time…' }).count()).toBe(0);
        await expectAccessible(page);
        await press('Change its length');
        await expect
          .poll(outcome)
          .toContain('The length is changed. The appointment is now from 3:00 PM to 4:00 PM, with ⁨“Keisha Brandt”⁩.');
        expect(await stored()).toMatchObject({
          service_id: 'svc_cleaning',
          start_time: `${DAY}T20:00:00Z`,
          end_time: `${DAY}T21:00:00Z`,
          staff_id: 'stf_brandt',
        });
        await page.getByRole('button', { name: 'Lou Length' }).click();
        await press('Change the service…');
        await choices.waitFor();
        expect(await choices.locator('option').allTextContents()).not.toContain(own);
      } finally {
        await agreeToolAt(page, 'update_service', { service_id: 'svc_cleaning', duration: '45m' });
      }
    }));

  it('a longer service that has no room at its time changes nothing, and moves the appointment to a time that is free', () =>
    using('Pat Crowded', '12:00:00', async ({ page, choices, press, stored, outcome }) => {
      const before = await stored();
      await press('Change the service…');
      await choices.selectOption(LONGER);
      await press('Change it at this time');
      await expect.poll(outcome).toContain('The service was not changed. Nothing was changed.');
      // In the words of a business: neither the code of the rule nor dates of programs.
      expect(await outcome()).toMatch(/Another booking, .*Free instead: Wednesday, March 6, \d+:\d\d [AP]M/);
      expect(await outcome()).not.toMatch(/slot_unavailable|2199-03|America\/New_York/);
      expect(await stored()).toEqual(before);

      await page.getByRole('button', { name: /Pat Crowded/ }).click();
      await press('Change the service…');
      await choices.selectOption(LONGER);
      await press('Look for another time…');
      const notice = page.getByLabel('Move an appointment');
      await expect
        .poll(() => notice.textContent())
        .toMatch(/for ⁨“Deep cleaning, one quadrant”⁩ of .*now ⁨“Cleaning”⁩ on Wednesday, March 6, 12:00 PM/);
      // Another day, from which on the same service is looked for.
      await notice.getByLabel('Look for free times from').fill('2199-03-07');
      await notice.getByRole('button', { name: /^Thu, Mar 7: / }).click();
      await page.getByRole('button', { name: /^Free at 2:00 PM/ }).click();
      await expect
        .poll(() => page.locator('.panel').textContent())
        .toMatch(/Move .* to Thursday, March 7, 2:00 PM, as ⁨“Deep cleaning, one quadrant”⁩\?/);
      await press('Move it here');
      await expect.poll(outcome).toContain('The appointment is moved. Its time is now Thursday, March 7, 2:00 PM.');
      expect(await stored()).toMatchObject({
        service_id: 'svc_deep_cleaning',
        start_time: '2199-03-07T19:00:00Z',
        end_time: '2199-03-07T20:30:00Z',
      });
    }));

  it('a service of another person gives the appointment to this person, whom the page names', () =>
    using('Pat Other', '16:00:00', async ({ choices, press, stored, outcome }) => {
      await press('Change the service…');
      await choices.selectOption('Extraction (45 min)');
      await press('Change it at this time');
      await expect.poll(outcome).toContain('from 4:00 PM to 4:45 PM, with ⁨“Dr. Rafael Ibarra”⁩.');
      expect(await stored()).toMatchObject({ service_id: 'svc_extraction', staff_id: 'stf_ibarra' });
    }));

  it('a service that another user has changed meanwhile is not overwritten', () =>
    using('Marie-Claire Baptiste', undefined, async ({ choices, press, change, stored, outcome }) => {
      await press('Change the service…');
      await choices.selectOption('Extraction (45 min)');
      await change({ service_id: 'svc_deep_cleaning' });
      await press('Change it at this time');
      await expect
        .poll(outcome)
        .toContain('It was changed meanwhile: its service is now ⁨“Deep cleaning, one quadrant”⁩.');
      expect(await stored()).toMatchObject({ service_id: 'svc_deep_cleaning', staff_id: 'stf_brandt' });
    }));

  it('the keyboard stays in the panel where there is no other service', () =>
    using('Denise Brown', undefined, async ({ page, press }) => {
      const items = [{ id: 'svc_filling', name: 'Filling' }];
      await page.route('**/tools/list_services', (route) =>
        route.fulfill({ status: 200, json: { content: [], structuredContent: { items } } }),
      );
      await press('Change the service…');
      await page.getByText('There is no other service.').waitFor();
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      await expect.poll(focused).toBe('Keep the service');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Change the service…' }).waitFor();
      await expect.poll(focused).toMatch(/^Appointment/);
    }));

  it('the service stays after a no, and where the services cannot be read', () =>
    using('Pat Same', '11:00:00', async ({ page, choices, press, stored, outcome }) => {
      const before = await stored();
      await press('Change the service…');
      await choices.selectOption(LONGER);
      await press('Keep the service');
      await page.getByRole('button', { name: 'Change the service…' }).waitFor();
      await page.route('**/tools/list_services', (route) =>
        route.fulfill({ status: 200, json: { content: [], isError: true, structuredContent: {} } }),
      );
      await press('Change the service…');
      await expect.poll(outcome).toContain('The services could not be read. Nothing was changed.');
      await page.getByRole('button', { name: 'Change the service…' }).waitFor();
      expect(await stored()).toEqual(before);
    }));
});
