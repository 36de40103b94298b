import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { noticeOf, OWNER, useOwnersDesk } from '../support/desk.ts';

/** What a user typed, or has to store, is lost only where the user says so. */
describe.skipIf(CHROMIUM === undefined)('what is not saved in the dashboard', () => {
  const server = useOwnersDesk();

  it('the way back of the browser keeps the dialog of a new appointment with what was typed', () =>
    server.using('contacts', 'Contacts', async (desk) => {
      const { page } = desk;
      await page.getByRole('link', { name: 'Agenda' }).click();
      await page.getByRole('button', { name: 'New appointment…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Berta Back');
      await page.goBack();
      await dialog.getByText('What you typed is not saved. Choose “Book it” or “Cancel”.').waitFor();
      expect(await dialog.getByLabel('Name').inputValue()).toBe('Berta Back');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect.poll(() => dialog.count()).toBe(0);
    }));

  it('another form of the page of the business does not open over one with something typed', () =>
    server.using('business', 'Business', async (desk) => {
      const { page } = desk;
      await page.getByRole('button', { name: 'Change the hours' }).click();
      await page.getByLabel('Weekly opening hours').fill('Mon 9-17');
      await page.getByRole('button', { name: 'Close days' }).click();
      await page.getByText('What you typed is not saved.').waitFor();
      expect(await page.getByLabel('Weekly opening hours').inputValue()).toBe('Mon 9-17');
      expect(await page.getByLabel('First day').count()).toBe(0);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Close days' }).click();
      await page.getByLabel('First day').waitFor();
    }));

  it('a drop-down that was chosen counts as something typed, and not once it is as before', () =>
    server.using('business', 'Business', async ({ page }) => {
      await page.getByRole('button', { name: 'Record time off' }).click();
      const person = page.getByLabel('Person');
      const first = await person.inputValue();
      await person.selectOption({ index: 1 });
      await page.getByRole('link', { name: 'Contacts' }).click();
      await page.getByText('What you typed is not saved. Choose “Save” or “Cancel”.').waitFor();
      await person.selectOption(first);
      await page.getByRole('link', { name: 'Contacts' }).click();
      await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    }));

  it('a chosen service keeps the dialog of a new appointment open', () =>
    server.using('agenda', 'Agenda', async ({ page }) => {
      await page.getByRole('button', { name: 'New appointment…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Service').selectOption('Cleaning');
      await page.keyboard.press('Escape');
      await dialog.getByText('What you entered is kept. Use the buttons to leave.').waitFor();
      await dialog.getByLabel('Service').selectOption('Choose a service');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }));

  it('a key that is shown once keeps the page until it is stored', () =>
    server.using('keys', 'API keys', async (desk) => {
      const { page } = desk;
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name').fill('website');
      await page.getByRole('button', { name: 'Make the key' }).click();
      await page.getByRole('button', { name: 'I have stored it' }).waitFor();
      await page.getByRole('link', { name: 'Contacts' }).click();
      await page.getByText('You are still on this page: what you leave without storing is lost.').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByRole('link', { name: 'Contacts' }).click();
      await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    }));

  it('the validity of a key is refused with the label of its field', async () => {
    const desk = await server.open(OWNER);
    try {
      const { page } = desk;
      await desk.go('keys', 'API keys');
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name').fill('website');
      await page.getByLabel('Valid for (days)').fill('4000');
      await page.getByRole('button', { name: 'Make the key' }).click();
      await expect.poll(() => page.getByRole('alert').textContent()).toContain('Valid for (days)');
    } finally {
      await desk.close();
    }
  });

  it('a source asks for the secret that its vendor makes until it is stored', () =>
    server.using('sources', 'Call sources', async ({ page }) => {
      await page.getByRole('button', { name: 'New source' }).click();
      await page.getByLabel('Vendor').selectOption('retell');
      await page.getByLabel('Name').fill('third line');
      await page.getByRole('button', { name: 'Add the source' }).click();
      // Also after the notice about it is gone.
      await page.reload();
      const card = page.getByRole('listitem').filter({ hasText: 'third line' });
      const awaits = card.getByText('Reports are refused until the secret of Retell AI is stored here.');
      await awaits.waitFor();
      await card.getByRole('button', { name: 'Store the secret' }).click();
      const secret = page.getByLabel('Secret of Retell AI');
      expect(await secret.evaluate((field) => field instanceof HTMLInputElement && field.required)).toBe(true);
      await secret.fill('key_0123456789abcdef0123456789abcdef');
      await card.locator('form').getByRole('button', { name: 'Store the secret' }).click();
      await expect.poll(() => noticeOf(page)).toBe('The secret is stored. Reports are accepted from now on.');
      await card.getByRole('button', { name: 'Change the secret' }).waitFor();
      expect(await awaits.count()).toBe(0);
      // The secret that no sender knew is none that is still accepted.
      expect(await card.textContent()).not.toContain('The secret before the last change');
      await page.reload();
      await card.getByText('No report yet').waitFor();
      expect(await awaits.count()).toBe(0);
    }));

  it('the search field has the words of the list', () =>
    server.using('contacts?query=zzzqq', 'Contacts', async ({ page }) => {
      const field = page.getByRole('searchbox', { name: 'Search contacts' });
      expect(await field.inputValue()).toBe('zzzqq');
      await page.getByRole('link', { name: 'Show all' }).click();
      await expect.poll(() => field.inputValue()).toBe('');
    }));

  it('the form of a new appointment says whose time it is where the computer shows another zone', () =>
    server.using(
      'agenda',
      'Agenda',
      async ({ page }) => {
        await page.getByRole('button', { name: 'New appointment…' }).click();
        await page.getByRole('dialog').getByText('New York time').waitFor();
      },
      { timeZone: 'Asia/Tokyo' },
    ));
});
