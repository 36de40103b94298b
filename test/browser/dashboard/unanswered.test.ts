import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { OWNER, useOwnersDesk } from '../support/desk.ts';

describe.skipIf(CHROMIUM === undefined)('a page of the dashboard whose server does not answer', () => {
  const server = useOwnersDesk();

  it.each([
    ['contacts', 'Contacts', /^\d+ contacts/],
    ['calls', 'Calls', /^\d+ calls/],
    ['calendars', 'Calendar feeds', 'There is no feed yet.'],
  ])('the page %s asks to try again, which shows it once the server answers', async (place, title, shown) => {
    const desk = await server.open(OWNER);
    try {
      const { page } = desk;
      await desk.go('account', 'Account');
      await page.route('**/api/dashboard/teams/**', (route) => route.abort());
      await desk.go(place, title);
      const alert = page.getByRole('main').getByRole('alert').first();
      await expect.poll(() => alert.textContent()).toContain('The server does not answer. Check that it runs');
      // A page that was only read has nothing that may be done.
      expect(await alert.textContent()).not.toContain('Look first whether it was done');
      await expectAccessible(page);
      await page.unroute('**/api/dashboard/teams/**');
      await alert.getByRole('button', { name: 'Try again' }).press('Enter');
      await page.getByText(shown).first().waitFor();
      await expect.poll(() => page.getByRole('main').getByRole('alert').count()).toBe(0);
      // What was loaded has the focus, as the button is gone.
      await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('loaded');
    } finally {
      await desk.close();
    }
  });

  it('a dashboard that asks to try again puts the focus on the title of its page once the server answers', async () => {
    const desk = await server.open(OWNER);
    try {
      const { page } = desk;
      await page.route('**/api/dashboard/session', (route) => route.abort());
      await page.goto(`${server.url}/app#/contacts`);
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await page.unroute('**/api/dashboard/session');
      await page.getByRole('button', { name: 'Try again' }).press('Enter');
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Contacts');
    } finally {
      await desk.close();
    }
  });

  it('a contact that does not exist is not asked for again', async () => {
    const desk = await server.open(OWNER);
    try {
      await desk.go('contacts/ct_unknown', 'Contact');
      const alert = desk.page.getByRole('main').getByRole('alert').first();
      await expect.poll(() => alert.textContent()).toContain('This business has no such contact.');
      expect(await alert.getByRole('button').count()).toBe(0);
    } finally {
      await desk.close();
    }
  });
});
