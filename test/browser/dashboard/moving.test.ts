import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { callToolAt, type Desk, tabTo, useOwnersDesk } from '../support/desk.ts';

/** The state in which the owner chooses a new time for an appointment: how it ends, and what follows. */
describe.skipIf(CHROMIUM === undefined)('the move of an appointment in the dashboard', () => {
  const server = useOwnersDesk();

  const using = (place: string, use: (desk: Desk) => Promise<void>, width = 1440) =>
    server.using(place, 'Agenda', use, { width, height: 900 });

  const moving = (page: Page) => page.getByRole('region', { name: 'Move an appointment' });
  const hasFocus = (page: Page, name: string) =>
    page.getByRole('button', { name }).evaluate((entry) => entry === document.activeElement);

  async function beginMove(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: 'Move…' }).click();
    await moving(page).waitFor();
  }

  it('Escape closes a chosen time first, then ends the move, and the appointment has the focus again', () =>
    using('agenda/2199-03-05', async ({ page }) => {
      await beginMove(page, 'Vivian Tran');
      await page.locator('.block.free').first().click();
      await page.locator('.panel').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.panel').waitFor({ state: 'detached' });
      expect(await moving(page).count()).toBe(1);
      await page.keyboard.press('Escape');
      await moving(page).waitFor({ state: 'detached' });
      await expect.poll(() => hasFocus(page, 'Vivian Tran')).toBe(true);
      expect(await page.locator('.block.free').count()).toBe(0);
    }));

  it('Escape ends a move also on the controls of the page, and not in a field or a dialog', () =>
    using('agenda/2199-03-05', async ({ page }) => {
      await beginMove(page, 'Vivian Tran');
      await moving(page).getByText('Another time…').click();
      const time = moving(page).getByLabel('Time', { exact: true });
      await time.fill('17:20');
      await time.press('Escape');
      expect(await time.inputValue()).toBe('17:20');
      await page.getByRole('button', { name: 'New appointment…' }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await moving(page).count()).toBe(1);
      const next = page.getByRole('link', { name: 'Next day' });
      await next.press('Enter');
      await page.getByRole('heading', { name: 'Wednesday, March 6' }).waitFor();
      await moving(page).waitFor();
      await tabTo(page, next);
      await page.keyboard.press('Escape');
      await moving(page).waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
    }));

  it('an appointment that another user moved meanwhile has a link to its day', () =>
    using('agenda/2199-03-05', async ({ page }) => {
      const { items } = await callToolAt(page, 'list_bookings', { from: '2199-03-05', to: '2199-03-05' });
      const name = 'Chidi Okonkwo';
      const booking = (items as { id: string; contact_name: string }[]).find(({ contact_name: who }) => who === name);
      await page.getByRole('button', { name }).waitFor();
      await callToolAt(page, 'update_booking', { booking_id: booking?.id, start_time: '2199-03-15T16:00' });
      await beginMove(page, name);
      await page.locator('.block.free').first().click();
      await page.getByRole('button', { name: /^Free at 9:00 AM/ }).click();
      await page.getByRole('button', { name: 'Move it here' }).click();
      const outcome = page.locator('.outcome');
      await expect.poll(() => outcome.textContent()).toContain('changed meanwhile: it is now on Friday, March 15');
      await outcome.getByRole('link', { name: 'Show it there' }).click();
      await page.getByRole('heading', { name: 'Friday, March 15' }).waitFor();
      await expect.poll(() => page.locator('.panel .details').textContent()).toContain(name);
    }));

  it.each([
    [1440, 'agenda/2199-03-12'],
    [360, 'agenda/2199-03-12?view=week'],
  ])('an appointment that was moved to a day that is not shown has a link to it, at %i pixels', (width, place) =>
    using(
      place,
      async ({ page }) => {
        const name = `Lena Linked ${width}`;
        await callToolAt(page, 'create_booking', {
          service_id: 'svc_cleaning',
          start_time: `2199-03-12T${width === 360 ? '16:00' : '13:00'}`,
          contact_name: name,
          contact_phone: `+1555010${width + 1_000}`,
        });
        await page.reload();
        await beginMove(page, name);
        const from = page.getByLabel('Look for free times from');
        await from.fill('2199-04-16');
        await from.press('Enter');
        await page.getByRole('button', { name: /^Tue, Apr 16: \d+ free times/ }).click();
        await page.locator('.panel .starts').getByRole('button').first().click();
        await page.getByRole('button', { name: 'Move it here' }).click();
        const outcome = page.locator('.outcome');
        await outcome.getByText('Its time is now Tuesday, April 16').waitFor();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
        await outcome.getByRole('link', { name: 'Show it there' }).press('Enter');
        await page
          .locator('.panel')
          .getByText(/April 16/)
          .waitFor();
        expect(await page.locator('.panel').textContent()).toContain(name);
        expect(page.url().includes('view=week')).toBe(place.includes('view=week'));
      },
      width,
    ),
  );

  it('an appointment that was moved within the days that are shown has no link', () =>
    using('agenda/2199-03-05', async ({ page }) => {
      await beginMove(page, 'Vivian Tran');
      await page.locator('.block.free').first().click();
      await page
        .getByRole('button', { name: /^Free at / })
        .first()
        .click();
      await page.getByRole('button', { name: 'Move it here' }).click();
      await page.locator('.outcome').getByText('The appointment is moved.').waitFor();
      expect(await page.locator('.outcome').getByRole('link').count()).toBe(0);
    }));
});
