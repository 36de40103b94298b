import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { callToolAt, useOwnersDesk } from '../support/desk.ts';
import { expectTouchable } from '../support/touchable.ts';

describe.skipIf(CHROMIUM === undefined)('the order of the contacts in the dashboard', () => {
  const server = useOwnersDesk();

  it('contacts are listed by name, a page at a time, to which the way back leads', () =>
    server.using('contacts', 'Contacts', async ({ page }) => {
      await callToolAt(page, 'create_contact', { name: 'Éva Ärmlich', phone: '+12125550198' });
      await page.reload();
      const names = () => page.getByRole('row').locator('th[scope=row]').allTextContents();
      const sorted = (list: string[]) => list.toSorted((a, b) => a.localeCompare(b, 'en'));
      await expect.poll(names).toHaveLength(50);
      const first = await names();
      expect(first).toEqual(sorted(first));
      expect(first).toContain('Éva Ärmlich');
      await page.getByRole('link', { name: 'Next' }).click();
      await page.getByText('Page 2').waitFor();
      await expect.poll(async () => (await names())[0]).not.toBe(first[0]);
      const second = await names();
      expect([...first, ...second]).toEqual(sorted([...first, ...second]));
      expect(await page.getByText(/^\d+ contacts$/).textContent()).toBe(`${first.length + second.length} contacts`);
      await page.getByRole('row').nth(1).getByRole('link').first().click();
      await page.getByRole('heading', { level: 1, name: 'Contact', exact: true }).waitFor();
      await page.goBack();
      await expect.poll(names).toEqual(second);
      await page.getByRole('link', { name: 'Previous' }).click();
      await expect.poll(names).toEqual(first);
    }));

  it('the newest contacts can be first, and the address keeps the choice, at 390 pixels', () =>
    server.using(
      'contacts',
      'Contacts',
      async ({ page }) => {
        await callToolAt(page, 'create_contact', { name: 'Zelda Zuletzt', phone: '+12125550199' });
        await page.getByRole('link', { name: 'Newest first' }).click();
        const first = page.getByRole('row').locator('th[scope=row]').first();
        await expect.poll(() => first.textContent()).toBe('Zelda Zuletzt');
        await expectAccessible(page);
        await expectTouchable(page);
        await page.getByRole('link', { name: 'Next' }).click();
        await page.getByText('Page 2').waitFor();
        await page.reload();
        await page.getByText('Page 2').waitFor();
        expect(await page.getByRole('link', { name: 'Newest first' }).getAttribute('aria-current')).toBe('true');
        await page.getByRole('link', { name: 'By name' }).click();
        await expect.poll(() => first.textContent()).not.toBe('Zelda Zuletzt');
      },
      { width: 390, height: 844 },
    ));
});
