import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import {
  agreeToolAt,
  callToolAt,
  type Desk,
  MEMBER,
  noticeOf,
  OWNER,
  PASSWORD,
  pressOn,
  signInAt,
  useOwnersDesk,
} from '../support/desk.ts';
import { expectTouchable } from '../support/touchable.ts';

/** Closures, other hours and time off are taken back where they are listed, without typing their days again. */
describe.skipIf(CHROMIUM === undefined)('days that are taken back on the page of the business', () => {
  const server = useOwnersDesk();

  const using = (use: (desk: Desk) => Promise<void>) =>
    server.using('business', 'Business', use, { width: 390, height: 844 });
  const agree = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Yes, do it' }).click();
  const closuresOf = async (page: Page) =>
    ((await callToolAt(page, 'get_business', {})) as { business: { closures: object[] } }).business.closures;

  it('a closure is opened again by its button, once the owner has agreed', () =>
    using(async ({ page }) => {
      await agreeToolAt(page, 'close_days', { from: '2199-12-24', to: '2199-12-26', reason: 'Christmas' });
      await agreeToolAt(page, 'close_days', { from: '2199-12-31' });
      await page.reload();
      const christmas = page.getByRole('button', { name: /^Open again .*Dec 24, 2199 to .*Dec 26, 2199/ });
      await christmas.waitFor();
      await expectAccessible(page);
      await expectTouchable(page);
      await pressOn(page, christmas);
      expect(await page.locator('p.question').textContent()).toMatch(/closed Tue, Dec 24, 2199/);
      await page.getByRole('dialog').getByRole('button', { name: 'No, change nothing' }).press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await christmas.evaluate((button) => button === document.activeElement)).toBe(true);
      expect(await closuresOf(page)).toHaveLength(2);
      await christmas.press('Enter');
      await agree(page);
      await christmas.waitFor({ state: 'detached' });
      expect(await noticeOf(page)).toMatch(/^Changed: .*Dec 24, 2199/);
      expect(await closuresOf(page)).toMatchObject([{ from: '2199-12-31' }]);
    }));

  it('two absences on one day are removed one by one', () =>
    using(async ({ page }) => {
      for (const hours of [
        { from: '2199-12-10T09:00', to: '2199-12-10T10:00' },
        { from: '2199-12-10T13:00', to: '2199-12-10T15:30' },
        { from: '2199-12-16', to: '2199-12-18T10:00' },
      ])
        await agreeToolAt(page, 'set_time_off', { staff: 'Keisha Brandt', ...hours });
      await page.reload();
      const card = page.getByRole('listitem').filter({ hasText: 'Keisha Brandt' });
      const removeAt = async (name: RegExp) => {
        const button = card.getByRole('button', { name });
        await button.click();
        await agree(page);
        await button.waitFor({ state: 'detached' });
      };
      await removeAt(/^Remove .*Keisha Brandt: .*Dec 10, 2199, 1:00\sPM to 3:30\sPM/);
      await removeAt(/^Remove .*Dec 16, 2199/);
      await expectTouchable(page);
      const { staff } = await callToolAt(page, 'get_business', {});
      const person = (staff as { name: string; time_off?: object[] }[]).find(({ name }) => name === 'Keisha Brandt');
      expect(person?.time_off).toEqual([{ from: '2199-12-10T09:00', to: '2199-12-10T10:00' }]);
    }));

  it('a member records and removes time off, and has no other button of the business', async () => {
    expect(await server.run(['users', 'set-password', MEMBER], `${PASSWORD}\n`)).toMatchObject({ code: 0 });
    const desk = await server.open(MEMBER);
    const { page } = desk;
    await desk.go('business', 'Business');
    const record = page.getByRole('button', { name: 'Record time off' });
    await record.waitFor();
    const sections = page.locator('section');
    // "Remove" is that of an absence which the test before has left.
    expect(await sections.getByRole('button').allTextContents()).toEqual(['Remove', 'Record time off']);
    await record.click();
    await page.getByLabel('Person').selectOption('Keisha Brandt');
    await page.getByLabel('First day').fill('2199-12-02');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await agree(page);
    const remove = page.getByRole('button', { name: /^Remove .*Keisha Brandt: .*Dec 2, 2199/ });
    await remove.waitFor();
    expect(await noticeOf(page)).toMatch(/^Changed: .*Dec 2, 2199/);
    await expectAccessible(page);
    await remove.click();
    await agree(page);
    await remove.waitFor({ state: 'detached' });
    await desk.close();
  });

  it('hours of one person end by their button, and those of everybody on the same days stay', () =>
    using(async ({ page }) => {
      await agreeToolAt(page, 'set_special_hours', { from: '2199-12-23', hours: '09:00-16:00' });
      await agreeToolAt(page, 'set_special_hours', { from: '2199-12-23', hours: '10:00-12:00', staff: ['Brandt'] });
      await page.reload();
      const line = page.getByRole('listitem').filter({ hasText: 'only Keisha Brandt' });
      await line.getByRole('button', { name: /^Usual hours again / }).click();
      await agree(page);
      await line.waitFor({ state: 'detached' });
      const { business } = await callToolAt(page, 'get_business', {});
      expect(business).toMatchObject({ special_hours: [{ from: '2199-12-23', hours: '09:00-16:00' }] });
    }));

  it('a form with something typed stays, and the closure too', () =>
    using(async ({ page }) => {
      await agreeToolAt(page, 'close_days', { from: '2199-11-11' });
      await page.reload();
      await page.getByRole('button', { name: 'Change the hours' }).click();
      await page.getByLabel('Weekly opening hours').fill('Mon 9-17');
      await page.getByRole('button', { name: /^Open again .*Nov 11/ }).click();
      await page.getByText('What you typed is not saved.').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await page.getByLabel('Weekly opening hours').inputValue()).toBe('Mon 9-17');
    }));

  // The last one: sessions end by the clock of its server.
  it('a closure that is over stands apart and has no button, since the past is not changed', async () => {
    const button = (page: Page) => page.getByRole('button', { name: /^Open again .*Mar 6, 2199/ });
    await using(async ({ page }) => {
      await agreeToolAt(page, 'close_days', { from: '2199-03-05', to: '2199-03-06' });
      await page.reload();
      await button(page).waitFor();
    });
    const at = '2199-03-07T15:00:00Z';
    const origin = await server.start(['platform'], { START_DATE: at });
    const desk = await server.open(undefined, { origin, at });
    const { page } = desk;
    await page.goto(`${origin}/app#/business`);
    await signInAt(page, OWNER);
    const over = page.locator('details').filter({ hasText: 'Mar 6, 2199' });
    await over.getByText('Over: 1').click();
    await over.getByRole('listitem').waitFor();
    expect(await button(page).count()).toBe(0);
    await desk.close();
  });
});
