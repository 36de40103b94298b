import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { callToolAt, MEMBER, noticeOf, OWNER, PASSWORD, useOwnersDesk } from '../support/desk.ts';
import { expectTouchable } from '../support/touchable.ts';

describe.skipIf(CHROMIUM === undefined)('a copy of the data of a customer in the dashboard', () => {
  const server = useOwnersDesk();

  it.each([
    [1280, '+15550100501'],
    [390, '+15550100502'],
  ])('an owner saves the data of a customer with a record that is ticked, at %i pixels', async (width, phone) => {
    const desk = await server.open(OWNER, { width, height: 844 });
    const { page } = desk;
    const add = async (fields: object) =>
      ((await callToolAt(page, 'create_contact', { allow_duplicate: true, ...fields })).contact as { id: string }).id;
    try {
      await desk.go('contacts', 'Contacts');
      const name = `Carla Copy${width}`;
      const id = await add({ name, phone });
      const namesake = await add({ name });
      const start_time = width === 390 ? '2199-03-19T14:00:00Z' : '2199-03-18T14:00:00Z';
      await callToolAt(page, 'create_booking', { service_id: 'svc_cleaning', start_time, contact_id: namesake });
      await desk.go(`contacts/${id}`, 'Contact');
      const button = page.getByRole('button', { name: 'Download their data…' });
      const dialog = page.getByRole('dialog');
      const save = async () => {
        const saving = page.waitForEvent('download');
        await dialog.getByRole('button', { name: 'Yes, download' }).click();
        const file = await saving;
        return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
      };

      await button.click();
      await dialog.getByText('Save all data of').waitFor();
      expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(1);
      await expectAccessible(page);
      if (width === 390) await expectTouchable(page);
      const whole = await save();
      expect(whole.name).toBe(`customer-${id}.html`);
      expect(whole.text).toContain(`<h1>Data of ${name}</h1>`);
      expect(whole.text).toContain('<p>None.</p>');
      await expect.poll(() => noticeOf(page)).toContain(`Your browser saves customer-${id}.html. 1 record that may be`);
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);

      await button.click();
      await dialog.getByLabel('A file for another program (JSON)').check();
      await dialog.getByRole('group', { name: 'Contacts' }).getByRole('checkbox').check();
      const json = await save();
      expect(json.name).toBe(`customer-${id}.json`);
      expect(JSON.parse(json.text)).toMatchObject({
        contacts: [{ id }, { id: namesake }],
        bookings: [{ contact_id: namesake }],
      });
      await expect.poll(() => noticeOf(page)).not.toContain('1 record');

      await button.click();
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => dialog.count()).toBe(0);
      expect(desk.watch.problems()).toEqual([`downloaded customer-${id}.html`, `downloaded customer-${id}.json`]);
    } finally {
      await desk.close();
    }
  });

  it('a copy of the data of a customer is not offered to members', async () => {
    expect(await server.run(['users', 'set-password', MEMBER], `${PASSWORD}\n`)).toMatchObject({ code: 0 });
    const desk = await server.open(MEMBER);
    try {
      await desk.go('contacts', 'Contacts');
      await desk.page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
      await desk.page.getByRole('button', { name: 'Change' }).waitFor();
      expect(await desk.page.getByRole('button', { name: 'Download their data…' }).count()).toBe(0);
      desk.expectNoProblems();
    } finally {
      await desk.close();
    }
  });
});
