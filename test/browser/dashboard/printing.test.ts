import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.ts';
import { agreeToolAt, type Desk, OWNER, useOwnersDesk } from '../support/desk.ts';
import { expectScreenshot } from '../support/screenshot.ts';

/** A sheet of A4 with margins of a centimetre, in CSS pixels. */
const SHEET = { width: 718, height: 1_046 };

/** What the pages of the dashboard are on paper. */
describe.skipIf(CHROMIUM === undefined)('a printed page of the dashboard', () => {
  const server = useOwnersDesk();

  async function using(place: string, title: string, use: (desk: Desk) => Promise<void>, dark = false): Promise<void> {
    const desk = await server.open(OWNER, { ...SHEET, colorScheme: dark ? 'dark' : 'light' });
    try {
      await desk.go(place, title);
      await desk.page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await use(desk);
      desk.expectNoProblems();
    } finally {
      await desk.close();
    }
  }

  /** Shows the page as it is on paper, until the returned function is called. */
  async function onPaper(page: Page): Promise<() => Promise<void>> {
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    return async () => {
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      await page.emulateMedia({ media: 'screen' });
    };
  }

  const agenda = (place: string, use: (desk: Desk) => Promise<void>, dark?: boolean) =>
    using(
      place,
      'Agenda',
      async (desk) => {
        await desk.page.locator('.agenda .block').first().waitFor();
        await use(desk);
      },
      dark,
    );

  it('the day has the telephone number, the person and the notes of each appointment, without the controls', () =>
    agenda('agenda/2199-03-05', async ({ page }) => {
      const { items } = await agreeToolAt(page, 'list_bookings', {
        from: '2199-03-05',
        to: '2199-03-05',
        detail: 'full',
      });
      const bookings = items as { contact_name: string; contact_phone?: string; staff_name: string; notes?: string }[];
      expect(bookings.length).toBeGreaterThan(5);
      const end = await onPaper(page);
      const rows = page.locator('.printed tbody');
      await expect.poll(() => rows.count()).toBe(bookings.length);
      for (const { contact_name: name, contact_phone: phone, staff_name: staff, notes } of bookings) {
        const row = rows.filter({ hasText: name });
        const text = (await row.textContent()) ?? '';
        for (const part of [phone ?? '@', staff, notes ?? '']) expect(text).toContain(part);
      }
      const main = page.getByRole('main');
      for (const control of [main.getByRole('button'), main.getByRole('combobox'), page.getByRole('navigation')]) {
        expect(await control.count()).toBe(0);
      }
      await page.evaluate(() => scrollTo(0, 0));
      await expectScreenshot(page, 'dashboard/printed-day');
      await end();
      await expect.poll(() => page.locator('.printed').count()).toBe(0);
      await page.getByRole('button', { name: 'Vivian Tran' }).waitFor();
    }));

  it('the browser itself gets the appointments when it prints, on white paper, also from a dark screen', () =>
    agenda(
      'agenda/2199-03-05?person=stf_ibarra',
      async ({ page }) => {
        await page.evaluate(() => {
          const seen: string[] = [];
          Object.assign(globalThis, { seen });
          new MutationObserver((records) => {
            for (const { addedNodes } of records) {
              for (const node of addedNodes) {
                if (!(node instanceof HTMLElement) || !node.matches('.printed')) continue;
                seen.push(node.textContent ?? '');
              }
            }
          }).observe(document.body, { childList: true, subtree: true });
        });
        expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(1_000);
        const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
        expect(seen).toHaveLength(1);
        expect(seen[0]).toMatch(/^Dr\. Rafael Ibarra, Tuesday, March 5.*Vivian Tran/);
        // All are of the person in the heading.
        expect(seen[0]).not.toContain('With');
        const end = await onPaper(page);
        const colour = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
        expect(colour).toBe('rgb(255, 255, 255)');
        await end();
      },
      true,
    ));

  it('the week has a table for each day, with the cancelled appointments as long as the screen shows them', () =>
    agenda('agenda/2199-03-04?view=week', async ({ page }) => {
      const printed = page.locator('.printed');
      let end = await onPaper(page);
      await printed.getByRole('heading', { name: 'Monday, March 4' }).waitFor();
      expect(await printed.getByRole('heading', { level: 3 }).count()).toBe(7);
      const all = await printed.locator('tbody').count();
      const off = await printed.locator('tbody', { hasText: 'cancelled' }).count();
      expect(off).toBeGreaterThan(0);
      expect(await printed.getByText('No appointments. Closed.').count()).toBe(2);
      await end();
      await page.getByRole('button', { name: /^Hide \d+ cancelled$/ }).click();
      end = await onPaper(page);
      await expect.poll(() => printed.locator('tbody').count()).toBe(all - off);
      await end();
    }));

  it('the button "Print" of the agenda opens the dialog of the browser', () =>
    agenda('agenda/2199-03-05', async ({ page }) => {
      await page.evaluate(() => {
        Object.assign(globalThis, { print: () => Object.assign(globalThis, { hasPrinted: true }) });
      });
      await page.getByRole('button', { name: 'Print', exact: true }).click();
      expect(await page.evaluate(() => 'hasPrinted' in globalThis)).toBe(true);
    }));

  it('free times are printed as they are on the screen', () =>
    agenda('agenda/2199-03-12?service=svc_cleaning', async ({ page }) => {
      expect(await page.getByRole('button', { name: 'Print', exact: true }).count()).toBe(0);
      const end = await onPaper(page);
      expect(await page.locator('.printed').count()).toBe(0);
      expect(await page.locator('.block.free').first().isVisible()).toBe(true);
      await end();
    }));

  it('a list keeps its table, and says which page of it was printed', () =>
    using('contacts', 'Contacts', async ({ page }) => {
      await page.getByRole('main').getByText('Beatriz dos Santos').waitFor();
      const end = await onPaper(page);
      expect(await page.getByRole('columnheader', { name: 'Telephone' }).isVisible()).toBe(true);
      expect(await page.getByText('Page 1', { exact: true }).isVisible()).toBe(true);
      expect(await page.getByRole('link', { name: 'Next' }).isVisible()).toBe(false);
      await end();
    }));
});
