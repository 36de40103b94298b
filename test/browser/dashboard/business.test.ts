import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { callToolAt, noticeOf, OWNER, PASSWORD, useOwnersDesk } from '../support/desk.ts';
import { expectScreenshot } from '../support/screenshot.ts';
import { expectTouchable } from '../support/touchable.ts';

/** The text of an element. Intl writes narrow and thin spaces between the parts of a time. */
const textOf = async (element: Locator) => (await element.textContent())?.replaceAll(/[\u2009\u202f]/g, ' ');

/** Says yes to the question before a change. */
const agree = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Yes, do it' }).click();

describe.skipIf(CHROMIUM === undefined)('the page of the business', () => {
  const server = useOwnersDesk();

  it('other hours of one person are set and shown as theirs', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('business', 'Business');
    await page.getByRole('button', { name: 'Set other hours' }).click();
    await page.getByLabel('Person').selectOption('Keisha Brandt');
    await page.getByLabel('First day').fill('2199-12-24');
    await page.getByLabel('Hours', { exact: true }).fill('09:00-12:00');
    await page.getByRole('button', { name: 'Set the hours' }).click();
    await agree(page);
    await expect.poll(() => noticeOf(page)).toMatch(/^Changed: /);
    const line = page.getByRole('listitem').filter({ hasText: 'Dec 24, 2199' });
    expect(await textOf(line)).toBe('Tue, Dec 24, 2199, 9:00 AM – 12:00 PM, only Keisha Brandt Usual hours again');
    const { business } = await callToolAt(page, 'get_business', {});
    expect(business).toMatchObject({ special_hours: [{ hours: '09:00-12:00', staff: [expect.any(String)] }] });
    desk.expectNoProblems();
    await desk.close();
  });

  it('time off of a person is recorded for hours of a day, shown with them, and removed', async () => {
    const desk = await server.open(OWNER, { width: 390, height: 844 });
    const { page } = desk;
    await desk.go('business', 'Business');
    const record = async (fields: Record<string, string>, isBack = false) => {
      await page.getByRole('button', { name: 'Record time off' }).click();
      await page.getByLabel('Person').selectOption('Keisha Brandt');
      for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
      if (isBack) await page.getByLabel('Is there at this time after all').check();
      await expectAccessible(page);
      await expectTouchable(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await agree(page);
      await page.getByLabel('Person').waitFor({ state: 'detached' });
      expect(await noticeOf(page)).toMatch(/^Changed: /);
    };
    const timeOff = async () => {
      const { staff } = await callToolAt(page, 'get_business', {});
      const person = (staff as { name: string; time_off?: object[] }[]).find(({ name }) => name === 'Keisha Brandt');
      return person?.time_off?.filter((period) => JSON.stringify(period).includes('2199-12-'));
    };
    const hours = { 'First day': '2199-12-10', 'Away from': '13:00', 'Back at': '15:30' };
    await record(hours);
    expect(await timeOff()).toMatchObject([{ from: '2199-12-10T13:00', to: '2199-12-10T15:30' }]);
    const line = page.getByRole('listitem').filter({ hasText: /^Tue, Dec 10, 2199/ });
    expect(await textOf(line)).toContain('Tue, Dec 10, 2199, 1:00 PM to 3:30 PM');
    await record({ 'First day': '2199-12-12', 'Away from': '14:00' });
    await record({ 'First day': '2199-12-16', 'Last day': '2199-12-18', 'Back at': '10:00' });
    expect(await timeOff()).toMatchObject([
      { from: '2199-12-10T13:00', to: '2199-12-10T15:30' },
      { from: '2199-12-12T14:00', to: '2199-12-12' },
      { from: '2199-12-16', to: '2199-12-18T10:00' },
    ]);
    await record(hours, true);
    expect(await timeOff()).toHaveLength(2);
    desk.expectNoProblems();
    await desk.close();
  });

  it('hours and lengths are written as on the other pages, and edited as they were stated', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('business', 'Business');
    const hours = page.getByRole('main').getByRole('listitem').filter({ hasText: /^Mon/ }).first();
    expect(await textOf(hours)).toBe('Mon–Fri 8:00 AM – 5:00 PM');
    const crown = page.getByRole('row').filter({ hasText: /^Crown preparation/ });
    expect(await crown.getByRole('cell').nth(0).textContent()).toBe('1 h 30 min');
    await page.getByRole('button', { name: 'Change the hours' }).click();
    expect(await page.getByLabel('Weekly opening hours').inputValue()).toMatch(/^Mon-Fri 08:00-17:00/);
    await page.getByRole('button', { name: /^Change .*Crown preparation/ }).click();
    expect(await page.getByLabel('Length').inputValue()).toBe('1h30m');
    desk.expectNoProblems();
    await desk.close();
  });

  it('hours have German days in a German browser, and are read as they are typed there', async () => {
    const desk = await server.open(OWNER, { locale: 'de-CH' });
    const { page } = desk;
    const stored = async () =>
      ((await callToolAt(page, 'get_business', {})) as { business: { opening_hours: string[] } }).business
        .opening_hours;
    await desk.go('business', 'Business');
    const before = await stored();
    expect(before[0]).toMatch(/^Mon-Fri/);
    const field = page.getByLabel('Weekly opening hours');
    const change = async (lines: string) => {
      await page.getByRole('button', { name: 'Change the hours' }).click();
      await field.fill(lines);
      await page.getByRole('button', { name: 'Change the hours' }).last().click();
      await agree(page);
      await field.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'Change the hours' }).click();
    const shown = await field.inputValue();
    expect(shown).toMatch(/^Mo-Fr 08:00-17:00/);
    await page.getByText('such as Mo-Fr 08:00\u201112:00').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await change('Di-Fr 9-12\nSamstag 9.30-13 Uhr');
    expect(await stored()).toEqual(['Tue-Fri 09:00-12:00', 'Sat 09:30-13:00']);
    await change(shown);
    expect(await stored()).toEqual(before);
    desk.expectNoProblems();
    await desk.close();
  });

  it('hours are read as owners write them, the question has the days of the page, and hours with two meanings are refused', async () => {
    const desk = await server.open(OWNER, { locale: 'fr-FR' });
    const { page } = desk;
    await desk.go('business', 'Business');
    const open = () => page.getByRole('button', { name: 'Change the hours' }).first().click();
    const send = () => page.getByRole('button', { name: 'Change the hours' }).last().click();
    const field = page.getByLabel('Weekly opening hours');
    await open();
    const before = await field.inputValue();
    await field.fill('Mon to Fri: 1-5');
    await send();
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/^"1-5" may begin in the morning or in the/);
    await field.fill('du lundi au jeudi de 9h à 12h30 et de 14h à 18h\nFri 9am–5pm\n1st Sat 9.30-12');
    await send();
    const question = page.locator('p.question');
    await question.waitFor();
    expect(await textOf(question)).toContain(
      'lun.–jeu. 9:00 – 12:30, 14:00 – 18:00; ven. 9:00 – 17:00; 1st sam. 9:30 – 12:00',
    );
    expect(await textOf(question)).toMatch(/from "?lun\.–ven\. 8:00 – 17:00/);
    await agree(page);
    await expect.poll(() => noticeOf(page)).toMatch(/^Changed: .*lun\.–jeu\. 9:00/);
    const { business } = await callToolAt(page, 'get_business', {});
    expect(business).toMatchObject({
      opening_hours: ['Mon-Thu 09:00-12:30, 14:00-18:00', 'Fri 09:00-17:00', '1st Sat 09:30-12:00'],
    });
    await open();
    await field.fill(before);
    await send();
    await agree(page);
    await field.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Set other hours' }).click();
    await page.getByLabel('First day').fill('2199-12-27');
    await page.getByLabel('Hours', { exact: true }).fill('9-12 & 1-5');
    await page.getByRole('button', { name: 'Set the hours' }).click();
    await expect.poll(() => textOf(question)).toContain('9:00 – 12:00, 13:00 – 17:00');
    await page.getByRole('button', { name: 'No, change nothing' }).click();
    desk.expectNoProblems();
    await desk.close();
  });

  it('the question and the result of a change have times as on the pages, and a line for each appointment', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('business', 'Business');
    await page.getByRole('button', { name: 'Close days' }).click();
    await page.getByLabel('First day').fill('2199-03-05');
    await page.getByRole('button', { name: 'Save' }).click();
    const lines = (await textOf(page.locator('p.question')))?.split('\n') ?? [];
    expect(lines[0]).toMatch(/closed Tue, Mar 5, 2199"\? 7 bookings ahead would no longer fit\./);
    expect(lines).toHaveLength(8);
    expect(lines[1]).toMatch(/^• Tue, Mar 5, 8:30 AM "New patient exam with X-rays"/);
    expect(lines[7]).toMatch(/\(New York time\)\.$/);
    await agree(page);
    await expect.poll(() => noticeOf(page)).toMatch(/^Changed: New: closed Tue, Mar 5, 2199\. 7 appointments/);
    await page.getByRole('button', { name: 'Close days' }).click();
    await page.getByLabel('First day').fill('2199-03-05');
    await page.getByLabel('Open these days again instead').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await agree(page);
    await page.getByText('None.').first().waitFor();
    desk.expectNoProblems();
    await desk.close();
  });

  it('a price that is planned is shown with its first day; what is today is decided by the platform, not by the clock of the computer', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('business', 'Business');
    for (const price of [
      { price: 140, price_from: '2199-03-04' },
      { price: 150, price_from: '2199-03-10' },
    ]) {
      const args = { service: 'Cleaning', ...price };
      const { question } = await callToolAt(page, 'update_service', args);
      const { repeat_with: agreed } = question as { repeat_with: Record<string, unknown> };
      await callToolAt(page, 'update_service', { ...args, ...agreed });
    }
    await page.reload();
    const price = page
      .getByRole('row')
      .filter({ hasText: /^Cleaning/ })
      .getByRole('cell')
      .nth(2);
    const now = '$140.00$150.00 from Sun, Mar 10, 2199';
    await expect.poll(() => price.textContent()).toBe(now);
    for (const wrong of ['2199-03-12T12:00:00Z', '2199-03-01T12:00:00Z']) {
      await page.clock.setFixedTime(wrong);
      await page.reload();
      await expect.poll(() => price.textContent()).toBe(now);
      await page.getByRole('button', { name: /^Change .*Cleaning/ }).click();
      expect(await page.getByLabel('Price (USD)').inputValue()).toBe('140.00');
    }
    desk.expectNoProblems();
    await desk.close();
  });

  it('a service is added, changed and taken out of booking by its forms', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('business', 'Business');
    await page.getByRole('button', { name: 'Add a service' }).click();
    await page.getByLabel('Name').fill('Gum check');
    await page.getByLabel('Length').fill('20m');
    await page.getByLabel('Price (USD)').fill('1,180');
    await page.getByLabel('Pause after').fill('5m');
    await page.getByRole('checkbox', { name: 'Dr. Rafael Ibarra' }).uncheck();
    await page.getByRole('checkbox', { name: 'Dr. Naomi Whitfield' }).uncheck();
    await page.getByRole('button', { name: 'Add the service' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('such as 1180.00');
    await page.getByLabel('Price (USD)').fill('64.50');
    await page.getByRole('button', { name: 'Add the service' }).click();
    await agree(page);
    const row = page.getByRole('row').filter({ hasText: /^Gum check/ });
    await expect
      .poll(() => row.textContent())
      .toBe('Gum check20 minnone, 5 min$64.50Keisha Brandt, Tomasz LindqvistChange');

    await page.getByRole('button', { name: /^Change .*Gum check/ }).click();
    await page.getByLabel('Price (USD)').fill('70');
    await page.getByLabel('Pause after').fill('');
    await page.getByRole('checkbox', { name: 'It can be booked' }).uncheck();
    await page.getByRole('button', { name: 'Change the service' }).click();
    await agree(page);
    await expect
      .poll(() => row.textContent())
      .toMatch(/^Gum check \(cannot be booked\)20 min–\$70\.00Keisha Brandt, Tomasz LindqvistChange$/);
    const { services } = await callToolAt(page, 'get_business', {});
    expect(services).toContainEqual(expect.objectContaining({ name: 'Gum check', price_today: 70, active: false }));
    desk.expectNoProblems();
    await desk.close();
  });

  it('a change of a service that the owner refuses changes nothing, and its form stays', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('business', 'Business');
    const before = await callToolAt(page, 'get_business', {});
    await page.getByRole('button', { name: /^Change .*Whitening/ }).click();
    await page.getByLabel('Length').fill('2h');
    await page.getByRole('button', { name: 'Change the service' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'No, change nothing' }).click();
    await expect.poll(() => page.getByLabel('Length').inputValue()).toBe('2h');
    expect(await callToolAt(page, 'get_business', {})).toEqual(before);
    desk.expectNoProblems();
    await desk.close();
  });

  it('a person is added with own hours and services, and changed', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('business', 'Business');
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('Name').fill('Ines Moreau');
    await page.getByLabel('Title').fill('Dental hygienist');
    await page.getByLabel('Own weekly hours').fill('Mon-Wed 08:00-12:00');
    await page.getByRole('checkbox', { name: 'Cleaning', exact: true }).check();
    await page.getByRole('button', { name: 'Add the person' }).click();
    await agree(page);
    const card = page.getByRole('listitem').filter({ hasText: 'Ines Moreau' });
    await expect
      .poll(() => textOf(card))
      .toBe('Ines Moreau Dental hygienistMon–Wed 8:00 AM – 12:00 PMChangeAdd a calendar');
    const performers = page.getByRole('row').filter({ hasText: /^Cleaning/ });
    await expect.poll(() => performers.textContent()).toContain('Ines Moreau');

    await page.getByRole('button', { name: /^Change .*Ines Moreau/ }).click();
    await page.getByLabel('Own weekly hours').fill('');
    await page.getByRole('checkbox', { name: 'Takes bookings' }).uncheck();
    await page.getByRole('button', { name: 'Change the person' }).click();
    await agree(page);
    await expect
      .poll(() => card.textContent())
      .toBe('Ines Moreau takes no bookingsDental hygienistThe hours of the businessChangeAdd a calendar');
    desk.expectNoProblems();
    await desk.close();
  });

  it('appointments that do not fit after a change are listed, each with the way to it and a telephone number, as long as they do not fit', async () => {
    const desk = await server.open(OWNER, { width: 390, height: 844 });
    const { page } = desk;
    await desk.go('business', 'Business');
    const { items } = await callToolAt(page, 'list_bookings', {
      from: '2199-03-06',
      to: '2199-03-06',
      status: 'active',
    });
    const names = (items as { contact_name: string }[]).map(({ contact_name: name }) => name);
    await page.getByRole('button', { name: 'Close days' }).click();
    await page.getByLabel('First day').fill('2199-03-06');
    await page.getByRole('button', { name: 'Save' }).click();
    await agree(page);
    const list = page.getByRole('region', { name: `${names.length} appointments ahead do not fit` });
    await list.waitFor();
    const entries = await list.getByRole('listitem').allTextContents();
    expect(entries).toHaveLength(names.length);
    for (const name of names) expect(entries.join()).toContain(name);
    expect(entries[0]).toMatch(/^Wed, Mar 6, \d+:\d\d\s[AP]M, .* with .*: the business is closed.*, \+\d+$/);
    const calls = await list.locator('a[href^="tel:"]').all();
    expect(await calls[0]?.getAttribute('href')).toMatch(/^tel:\+\d+$/);
    await expectAccessible(page);
    await expectScreenshot(list, 'dashboard/misfits-390-light');
    await page.getByRole('button', { name: 'Close the message' }).click();
    await list.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Appointment', exact: true }).waitFor();
    expect(await page.locator('.panel .details').textContent()).toContain(names[0]);
    await page.goBack();
    await list.waitFor();
    expect(await list.getByRole('listitem').allTextContents()).toEqual(entries);
    await page.getByRole('button', { name: 'Open again' }).click();
    await agree(page);
    await expect.poll(() => page.locator('.misfits').count()).toBe(0);
    desk.expectNoProblems();
    await desk.close();
  });

  it('errors of forms and of numbers have the words of the labels, and no names of arguments', async () => {
    const desk = await server.open(OWNER, { width: 1440, height: 900, colorScheme: 'dark' });
    const { page } = desk;
    const alert = async () => (await page.getByRole('alert').textContent())?.replaceAll(/[\u2068\u2069]/g, '');
    await desk.go('business', 'Business');
    await page.getByRole('button', { name: 'Close days' }).click();
    await page.getByLabel('First day').fill('2199-05-05');
    await page.getByLabel('Last day').fill('2199-05-01');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(alert)
      .toMatch(/^“Last day” must not be before “First day”: Sun, May 5, 2199 to Wed, May 1, 2199\./);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Change the hours' }).click();
    await page.getByLabel('Weekly opening hours').fill('');
    await page.getByRole('button', { name: 'Change the hours' }).last().click();
    await expect.poll(alert).toBe('Nothing was changed: write when the business is open.');
    await page.getByLabel('Weekly opening hours').fill('whenever');
    await page.getByRole('button', { name: 'Change the hours' }).last().click();
    await expect.poll(alert).toMatch(/^“Weekly opening hours” /);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await desk.go('account', 'Account');
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByLabel('New password again').fill('short');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await expect.poll(alert).toMatch(/^“New password”/);
    await desk.go('activity?from=2199-05-05&to=2199-05-01', 'Activity');
    await expect.poll(alert).toBe('“from” is a later day than “to”: choose other days.');
    await desk.close();
  });
});
