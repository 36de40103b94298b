import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import { smallBusiness } from '../../platform/support/fixture.ts';
import { manualClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM, openBrowser, type TestBrowser } from '../support/browser.ts';
import {
  AT,
  agreeToolAt,
  callToolAt,
  type Desk,
  type DeskServer,
  PASSWORD,
  pressOn,
  startDesk,
} from '../support/desk.ts';
import { MARKUP } from '../support/hostile-corpus.ts';
import { expectTouchable } from '../support/touchable.ts';

const OWNER = 'owner.a@example.com';
const MEMBER = 'member.a@example.com';

/** A salon with the services Cut and Colour, and the people Sam and Cleo, in Vienna. */
describe.skipIf(CHROMIUM === undefined)('the import from a file in the dashboard', () => {
  const folder = temporaryFolder();
  let browser: TestBrowser;
  let server: DeskServer;
  beforeAll(async () => {
    const database = join(folder, 'salon.db');
    const business = smallBusiness('a');
    const platform = await openPlatform({ database, business, clock: manualClock(AT), deliveries: false });
    for (const email of [OWNER, MEMBER]) await platform.users.setPassword(email, PASSWORD);
    await platform.close();
    [browser, server] = await Promise.all([openBrowser(), startDesk([], database)]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(place = 'import', options: Parameters<DeskServer['open']>[2] = {}): Promise<Desk> {
    const desk = await server.open(browser, OWNER, options);
    await desk.go(place, 'Import from a file');
    return desk;
  }

  const fileField = (page: Page) => page.getByLabel('File', { exact: true });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

  /** Chooses a file with these lines, and waits for the report about it. */
  async function show(page: Page, lines: readonly string[], name = 'export.csv'): Promise<void> {
    const buffer = Buffer.from(lines.join('\r\n'));
    await fileField(page).setInputFiles({ name, mimeType: 'text/csv', buffer });
    await pressOn(page, button(page, 'Show what it holds'));
    await heading(page, 'What the import would do').waitFor();
  }

  /** Shows the report again, with the choices of the user. */
  async function showAgain(page: Page): Promise<void> {
    const answered = page.waitForResponse(/\/imports$/);
    await pressOn(page, button(page, 'Show again'));
    await answered;
    await button(page, 'Please wait…').waitFor({ state: 'detached' });
  }

  const openPart = (page: Page, title: string) => page.locator('summary', { hasText: title }).click();
  const countsOf = (page: Page) => page.locator('.counts li').allTextContents();
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
  const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  it('an owner imports appointments, says which service a name means, and sees that a second import changes nothing', async () => {
    const desk = await server.open(browser, OWNER, { width: 320, height: 800, colorScheme: 'dark' });
    const { page } = desk;
    await desk.go('contacts', 'Contacts');
    await pressOn(page, page.getByRole('link', { name: 'Import from a file…' }));
    await page.getByRole('heading', { level: 1, name: 'Import from a file' }).waitFor();
    await pressOn(page, page.getByLabel('Customers'), 'ArrowDown');
    await page.waitForURL(/records=bookings/);
    await expectAccessible(page);
    await expectTouchable(page);
    const file = [
      'Date;Time;Service;Staff;Customer;Phone;Shoe size',
      '2199-04-02;10:00;Ladies cut;Sam;Nora Newman;+43 1 5550142;38',
      '2199-04-03;11:00;Cut;Cleo;Erika Muster;+15550100101;40',
      '2199-04-03;half past;Cut;Cleo;Erika Muster;+15550100101;40',
    ];
    await show(page, file);
    expect(await focused(page)).toBe('What the import would do');
    expect(await countsOf(page)).toEqual(['1 new appointment, which is ahead', '2 rows that cannot be imported']);
    await page.getByText('Line 4: ').waitFor();
    await page.getByText('Columns that are not read: Shoe size').waitFor();
    await button(page, 'Import 1 appointment').waitFor();
    const choice = page.getByRole('combobox', { name: 'Ladies cut' });
    await choice.selectOption('Cut');
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
    await openPart(page, 'Columns: what');
    await openPart(page, 'Rows that name no');
    await expectAccessible(page);
    await expectTouchable(page);
    expect(await overflow(page)).toBe(0);
    await showAgain(page);
    expect(await countsOf(page)).toEqual([
      '2 new appointments, 2 of them ahead, with 1 new customer',
      '1 row that cannot be imported',
    ]);
    expect(await choice.inputValue()).toBe('Cut');
    await page.getByText('Ladies cut is read as Cut').waitFor();

    await pressOn(page, button(page, 'Import 2 appointments'));
    await heading(page, '2 appointments were imported').waitFor();
    expect(await focused(page)).toBe('2 appointments were imported');
    await page.getByText('Correct these rows in the file').waitFor();
    await expectAccessible(page);
    expect(await overflow(page)).toBe(0);
    const { items } = await callToolAt(page, 'list_bookings', { from: '2199-04-02', to: '2199-04-03' });
    expect(items).toMatchObject([{ contact_name: 'Nora Newman' }, { contact_name: 'Erika Muster' }]);

    await pressOn(page, button(page, 'Import another file'));
    await show(page, file);
    expect(await countsOf(page)).toEqual([
      '0 new appointments',
      '2 rows unchanged: here already',
      '1 row that cannot be imported',
    ]);
    await page.getByText('There is nothing to import.').waitFor();
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
    desk.expectNoProblems();
    await desk.close();
  });

  it.each([
    ['the first day ahead', ['2199-03-02,09:00', '2199-07-09,09:00', '2199-07-08,09:00'], 'Monday, July 8'],
    [
      'the last day, if none is ahead',
      ['2199-01-07,09:00', '2199-01-08,09:00', '2199-01-04,09:00'],
      'Tuesday, January 8',
    ],
  ])('the agenda opens after an import of appointments at %s', async (_, times, day) => {
    const desk = await open('import?records=bookings');
    const { page } = desk;
    await show(page, ['Date,Time,Service,Staff,Name', ...times.map((time) => `${time},Cut,Sam,Ada Day`)]);
    await pressOn(page, button(page, 'Import 3 appointments'));
    await pressOn(page, page.getByRole('link', { name: 'To the agenda' }));
    await page.getByRole('heading', { level: 2, name: day }).waitFor();
    await page.getByRole('button', { name: 'Ada Day' }).waitFor();
    desk.expectNoProblems();
    await desk.close();
  });

  it.each([
    [
      'contacts',
      'appointments',
      ['Datum;Uhrzeit;Leistung;Mitarbeiter;Name;Telefon', '2199-05-20;10:00;Cut;Sam;Nora Mixed;+43 1 5550144'],
      '1 new appointment, which is ahead, with 1 new customer',
    ],
    ['bookings', 'customers', ['Vorname;Nachname;Telefon', 'Nora;Mixed;+43 1 5550145'], '1 new customer'],
  ])(
    'a file that was chosen among %s and looks like %s is read as such at a click',
    async (place, kind, lines, count) => {
      const desk = await open(`import?records=${place}`, { width: 360, height: 740 });
      const { page } = desk;
      await show(page, lines);
      await page.getByText(`This looks like a file of ${kind}.`).waitFor();
      await expectAccessible(page);
      expect(await overflow(page)).toBe(0);
      await pressOn(page, button(page, `Read it as ${kind}`));
      await page.getByText(`This looks like a file of ${kind}.`).waitFor({ state: 'detached' });
      expect(await countsOf(page)).toEqual([count]);
      expect(await focused(page)).toBe('What the import would do');
      await pressOn(page, button(page, 'Choose another file'));
      const chosen = page.getByRole('radio', { name: kind === 'customers' ? 'Customers' : 'Appointments' });
      expect(await chosen.isChecked()).toBe(true);
      desk.expectNoProblems();
      await desk.close();
    },
  );

  it('rows without a service and a person get those that an owner chooses for them', async () => {
    const desk = await open('import?records=bookings');
    const { page } = desk;
    await show(page, ['Date,Time,Name', '2199-05-02,10:00,Ola Default']);
    expect(await countsOf(page)).toEqual(['0 new appointments', '1 row that cannot be imported']);
    await openPart(page, 'Rows that name no');
    await page.getByLabel('Rows that name no service').selectOption('Colour');
    await page.getByLabel('Rows that name no person').selectOption('Cleo');
    await showAgain(page);
    await pressOn(page, button(page, 'Import 1 appointment'));
    await heading(page, '1 appointment was imported').waitFor();
    const { items } = await callToolAt(page, 'list_bookings', { from: '2199-05-02', to: '2199-05-02' });
    expect(items).toMatchObject([{ service_name: 'Colour', staff_name: 'Cleo' }]);
    desk.expectNoProblems();
    await desk.close();
  });

  it('an owner takes an erased customer back', async () => {
    const database = join(folder, 'salon.db');
    const platform = await openPlatform({ database, clock: manualClock(AT), deliveries: false });
    const phone = '+436641234599';
    await platform.contacts.importBatch([{ id: undefined, name: 'Ina Past', email: null, phone, additional: {} }]);
    const [ina] = await platform.erasure.find({ phone });
    await platform.erasure.erase(String(ina?.id));
    await platform.close();
    const desk = await open();
    const { page } = desk;
    await show(page, ['Name,Phone', `Ina Past,${phone}`]);
    expect(await countsOf(page)).toEqual(['0 new customers', '1 row that cannot be imported']);
    await page.getByText('the customer with this phone was erased on').waitFor();
    await page.getByLabel('Import erased customers, too').check();
    await expectAccessible(page);
    await showAgain(page);
    expect(await countsOf(page)).toEqual(['1 new customer']);
    expect(await page.getByLabel('Import erased customers, too').isChecked()).toBe(true);
    await pressOn(page, button(page, 'Import 1 customer'));
    await heading(page, '1 customer was imported').waitFor();
    desk.expectNoProblems();
    await desk.close();
  });

  it('an owner adds a service that is missing in another tab, and chooses it without choosing the file again', async () => {
    const desk = await open('import?records=bookings');
    const { page } = desk;
    await show(page, [
      'Date,Time,Service,Staff,Name',
      '2199-05-06,10:00,"Cut, Balayage",Cleo,Ola Several',
      '2199-05-06,14:00,Cut + Colour,Cleo,Ola Several',
    ]);
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      pressOn(page, page.getByRole('link', { name: 'Business (in a new tab)' })),
    ]);
    await other.getByRole('heading', { level: 1, name: 'Business' }).waitFor();
    const added = { name: 'Highlights', duration: '60m', price: 80, staff: ['Cleo'] };
    await agreeToolAt(other, 'add_service', added);
    await other.close();
    await showAgain(page);
    await page.getByRole('combobox', { name: /“Balayage/ }).selectOption('Highlights');
    await showAgain(page);
    expect(await countsOf(page)).toEqual(['2 new appointments, 2 of them ahead, with 1 new customer']);
    await page.getByText('Cut, Balayage is read as Cut, then Highlights').waitFor();
    await expectAccessible(page);
    await pressOn(page, button(page, 'Import 2 appointments'));
    await heading(page, '2 appointments were imported').waitFor();
    const { items } = await callToolAt(page, 'list_bookings', { from: '2199-05-06', to: '2199-05-06' });
    expect(items).toMatchObject(['Cut', 'Highlights', 'Cut', 'Colour'].map((name) => ({ service_name: name })));
    expect(desk.watch.problems()).toEqual([expect.stringMatching(/^opened a window/)]);
    await desk.close();
  });

  it('an owner corrects a column of a file of customers, and keeps the other columns', async () => {
    const desk = await open();
    const { page } = desk;
    await show(page, [
      'Name,Mobile,Old number,Shoe size,E-mail',
      'Carla Column,+43 1 5550150,+43 1 5550151,41,of.her.mother@example.com',
    ]);
    await openPart(page, 'Columns: what');
    const phone = page.getByRole('combobox', { name: 'Column of the field Telephone' });
    expect(await phone.locator('option').allTextContents()).toEqual([
      'found: Mobile',
      'no column',
      'Name',
      'Mobile',
      'Old number',
      'Shoe size',
      'E-mail',
    ]);
    await phone.selectOption('Old number');
    await page.getByRole('combobox', { name: 'Column of the field E-mail' }).selectOption('no column');
    await page.getByLabel('Keep other columns').check();
    await showAgain(page);
    await pressOn(page, button(page, 'Import 1 customer'));
    await heading(page, '1 customer was imported').waitFor();
    await page.getByRole('link', { name: 'To the contacts' }).click();
    await page.getByRole('link', { name: 'Carla Column' }).click();
    await page.getByText('41', { exact: true }).waitFor();
    const { items } = await callToolAt(page, 'list_contacts', { query: 'Carla' });
    expect(items).toMatchObject([{ phone: '+4315550151' }]);
    expect((items as object[])[0]).not.toHaveProperty('email');
    desk.expectNoProblems();
    await desk.close();
  });

  it('a file without a usual header asks which column holds the name', async () => {
    const desk = await open();
    const { page } = desk;
    await show(page, ['Who;Reached at', 'Wilma Header;+43 1 5550160']);
    await page.getByText('No column holds the name').waitFor();
    expect(await page.locator('.counts').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Column of the field Name' }).selectOption('Who');
    await page.getByRole('combobox', { name: 'Column of the field Telephone' }).selectOption('Reached at');
    await showAgain(page);
    expect(await countsOf(page)).toEqual(['1 new customer']);
    expect(await page.getByText('No column holds the name').count()).toBe(0);
    await button(page, 'Import 1 customer').waitFor();
    desk.expectNoProblems();
    await desk.close();
  });

  it.each([
    ['a workbook', 'book.xlsx', 'PK\u0003\u0004', 'This is a workbook, not a CSV file.'],
    ['a workbook with the name of a CSV file', 'book.csv', 'PK\u0003\u0004', 'This is a workbook, not a CSV file.'],
    ['a PDF', 'letter.csv', '%PDF-1.4', 'This is a PDF, not a CSV file.'],
    ['a web page', 'page.csv', '<!DOCTYPE html>', 'This is a web page, not a CSV file.'],
    ['an empty file', 'empty.csv', '', 'The file is empty.'],
    ['a file of more than 6 MB', 'large.csv', 'x'.repeat(6_000_001), 'The file is larger than 6 MB.'],
  ])('the page refuses %s without a request', async (_, name, content, message) => {
    const desk = await open();
    const { page } = desk;
    await fileField(page).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content, 'latin1') });
    await button(page, 'Show what it holds').click();
    await page.getByRole('alert').getByText(message).waitFor();
    expect(desk.watch.requests.filter((url) => url.endsWith('/imports'))).toEqual([]);
    desk.expectNoProblems();
    await desk.close();
  });

  it('what an owner chose for a file keeps the page until it is imported, or another file is chosen', async () => {
    const desk = await open('import?records=bookings', { width: 390 });
    const { page } = desk;
    await show(page, ['Date;Time;Service;Customer', '2199-04-09;10:00;Trim;Nora Newman']);
    const choice = page.getByRole('combobox', { name: 'Trim' });
    const contacts = page.getByRole('link', { name: 'Contacts', exact: true });
    await choice.selectOption('Cut');
    await contacts.click();
    const kept = page.getByText('What you chose is lost when you leave');
    await kept.waitFor();
    expect(await kept.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    await page.goBack();
    expect(await choice.inputValue()).toBe('Cut');
    await button(page, 'Choose another file').click();
    await contacts.click();
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    desk.expectNoProblems();
    await desk.close();
  });

  it('hostile texts of a file are drawn as text', async () => {
    const desk = await open('import?records=bookings', { width: 320, height: 800 });
    const { page } = desk;
    const attacks = Object.values(MARKUP);
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = attacks.map((text) => ['2199-06-01', 'x', text, text, text].map(cell).join(','));
    const header = ['Date', 'Time', 'Service', 'Staff', 'Name', ...attacks].map(cell).join(',');
    const name = `${MARKUP['image with a slash instead of a space']?.replaceAll('/', '')}.csv`;
    await show(page, [header, ...rows], name);
    await page.locator('details').evaluateAll((parts: HTMLDetailsElement[]) => {
      for (const part of parts) part.open = true;
    });
    await page
      .getByRole('combobox', { name: /^Which service/ })
      .first()
      .waitFor();
    const main = page.getByRole('main');
    expect(await main.locator('img, script, svg, iframe, style, form, video, link').count()).toBe(0);
    expect(await main.getByText('<svg><script>', { exact: false }).count()).toBeGreaterThan(1);
    expect(await overflow(page)).toBe(0);
    desk.expectNoProblems();
    await desk.close();
  });

  it('an import without an answer is sent once, and can be repeated safely', async () => {
    const desk = await open();
    const { page } = desk;
    await show(page, ['Name,Phone', 'Una Answered,+43 1 5550170']);
    const bodies: unknown[] = [];
    let answer = () => {};
    await page.route('**/imports', async (route) => {
      bodies.push(route.request().postDataJSON());
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      // The server does it, but its answer is lost.
      await route.fetch();
      await route.abort();
    });
    await pressOn(page, button(page, 'Import 1 customer'));
    await page.getByRole('status').getByText('The file is being imported.').waitFor();
    await button(page, 'Please wait…').press('Enter');
    answer();
    await page.getByRole('alert').getByText('Import the same file again').waitFor();
    expect(bodies).toMatchObject([{ dry_run: false }]);
    await page.unroute('**/imports');
    await pressOn(page, button(page, 'Import 1 customer'));
    await heading(page, 'Nothing was imported').waitFor();
    expect(await countsOf(page)).toEqual(['0 new customers', '1 row unchanged: here already']);
    await desk.close();
  });

  it('a member has neither the link to the import nor its page', async () => {
    const desk = await server.open(browser, MEMBER);
    const { page } = desk;
    await desk.go('contacts', 'Contacts');
    await button(page, 'New contact').waitFor();
    expect(await page.getByRole('link', { name: /Import/ }).count()).toBe(0);
    await page.goto(`${server.url}/app#/import`);
    await page.getByText('There is no such page, or your role cannot see it.').waitFor();
    desk.expectNoProblems();
    await desk.close();
  });

  it('a server that changes nothing has no link to the import, and no field for a file on its page', async () => {
    const origin = await server.start(['http', '--read-only']);
    const desk = await server.open(browser, OWNER, { origin });
    const { page } = desk;
    await page.goto(`${origin}/app#/contacts`);
    await page.getByText('Erika Muster').waitFor();
    expect(await page.getByRole('link', { name: /Import/ }).count()).toBe(0);
    await page.goto(`${origin}/app#/import`);
    await page.getByText('Nothing can be imported here.').waitFor();
    expect(await fileField(page).count()).toBe(0);
    desk.expectNoProblems();
    await desk.close();
  });
});
