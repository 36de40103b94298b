import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { type Desk, useOwnersDesk } from '../support/desk.ts';
import { expectTouchable } from '../support/touchable.ts';

/** A call is the same page from wherever it was opened. */
describe.skipIf(CHROMIUM === undefined)('a call that was opened from a list of the dashboard', () => {
  const server = useOwnersDesk();
  const focused = ({ page }: Desk) => page.evaluate(() => document.activeElement?.textContent);

  it.each([
    ['a search', 'calls?query=crown', 'All calls'],
    ['the promises', 'calls?show=follow-ups&status=all', 'Promises'],
    ['the latest calls', 'calls?page=1', 'All calls'],
  ])('from %s it has a page with "Erase…", and the way back leads to the list as it was', async (_, place, back) =>
    server.using(place, 'Calls', async (desk) => {
      const { page } = desk;
      const links = page.getByRole('main').locator('.calls > li :is(h3, h4) a, td a, th a');
      await links.nth(1).waitFor();
      const text = await links.nth(1).textContent();
      await links.nth(1).press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Call', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Erase…' }).waitFor();
      await page.getByRole('article').waitFor();
      await expect.poll(() => focused(desk)).toBe('Call');
      let reads = 0;
      page.on('request', () => reads++);
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Calls', exact: true }).waitFor();
      await expect.poll(() => page.title()).toContain('Calls');
      await expect.poll(() => focused(desk)).toBe(text);
      expect(reads).toBe(0);
      await page.goForward();
      await page.getByRole('link', { name: back, exact: true }).click();
      await expect.poll(() => page.url()).toContain(place);
      await links.nth(1).waitFor();
    }),
  );

  it('an erased call is not in the list any more, to which its page leads back', () =>
    server.using('calls?query=crown', 'Calls', async ({ page }) => {
      const links = page.locator('.calls > li h3 a');
      await links.first().waitFor();
      const address = await links.first().getAttribute('href');
      await links.first().click();
      await page.getByRole('button', { name: 'Erase…' }).click();
      await page.getByRole('button', { name: 'Yes, erase for good' }).click();
      await page.getByText('The call was erased.').waitFor();
      await page.goBack();
      await expect.poll(() => page.locator(`.calls a[href=${JSON.stringify(address)}]`).count()).toBe(0);
      await links.first().waitFor();
    }));

  it('a linked booking opens in the agenda of its day', () =>
    server.using(
      'calls/call_1117',
      'Call',
      async ({ page }) => {
        const booking = page.getByRole('article').getByRole('link', { name: /^Filling.*Mon, Mar 4/ });
        await booking.waitFor();
        await expectTouchable(page);
        await expectAccessible(page);
        await booking.press('Enter');
        const panel = page.getByRole('region', { name: 'Appointment', exact: true });
        await panel.getByText('Nora Fitzgerald').waitFor();
        expect(page.url()).toMatch(/#\/agenda\/2199-03-04\?booking=bk_1117$/);
        await page.goBack();
        await page.getByRole('heading', { level: 1, name: 'Call', exact: true }).waitFor();
      },
      { width: 390 },
    ));

  it('a search for the same words is asked again', () =>
    server.using('calls?query=crown', 'Calls', async ({ page }) => {
      await page.locator('.calls > li').first().waitFor();
      const again = page.waitForRequest('**/tools/search_calls');
      await page.getByRole('button', { name: 'Search' }).click();
      await again;
      await page.getByRole('link', { name: 'Contacts' }).click();
      await page.getByRole('searchbox', { name: 'Search contacts' }).fill('tran');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText(/^\d+ matching contact/).waitFor();
      const contacts = page.waitForRequest('**/tools/list_contacts');
      await page.getByRole('button', { name: 'Search' }).click();
      await contacts;
    }));
});
