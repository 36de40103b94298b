import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { agreeToolAt, callToolAt, type Desk, noticeOf, OWNER, useOwnersDesk } from '../support/desk.ts';

describe.skipIf(CHROMIUM === undefined)('the page of a contact', () => {
  const server = useOwnersDesk();

  /** Adds a contact, and returns its id. */
  async function added({ page }: Desk, fields: Record<string, unknown>): Promise<string> {
    const { contact } = await callToolAt(page, 'create_contact', { allow_duplicate: true, ...fields });
    return (contact as { id: string }).id;
  }

  const section = ({ page }: Desk, title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });

  it('each of two people with one telephone has their own appointments', async () => {
    const desk = await server.open(OWNER);
    await desk.go('contacts', 'Contacts');
    const phone = '+15550100190';
    const mother = await added(desk, { name: 'Mara Shared', phone });
    const child = await added(desk, { name: 'Nils Shared', phone });
    await callToolAt(desk.page, 'create_booking', {
      service_id: 'svc_cleaning',
      start_time: '2199-03-12T14:00:00Z',
      contact_id: mother,
    });
    await desk.go(`contacts/${mother}`, 'Contact');
    await expect.poll(() => section(desk, 'Next appointments').textContent()).toMatch(/Tue, Mar 12, 10:00.AM/);
    await desk.go(`contacts/${child}`, 'Contact');
    await expect.poll(() => section(desk, 'Next appointments').textContent()).toMatch(/None\.$/);
    desk.expectNoProblems();
    await desk.close();
  });

  it.each([
    ['Asia/Tokyo', 1],
    ['America/New_York', 0],
  ])('times are said to be those of the business where the computer is elsewhere, as in %s', (timeZone, count) =>
    server.using(
      'contacts/ct_tran',
      'Contact',
      async ({ page }) => {
        await page.getByRole('heading', { name: 'Last calls' }).waitFor();
        expect(await page.getByText('Times are those of New York.', { exact: true }).count()).toBe(count);
      },
      { timeZone },
    ),
  );

  it('a telephone number is shown in groups and copied as its digits, and either finds the contact', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    const found = page.getByRole('row').filter({ hasText: 'Greta Grouped' });
    await desk.go('contacts', 'Contacts');
    const id = await added(desk, { name: 'Greta Grouped', phone: '+493012345678' });
    for (const query of ['+493012345678', '+49 30 12345678', '3012345678']) {
      await desk.go(`contacts?query=${encodeURIComponent(query)}`, 'Contacts');
      await found.waitFor();
    }
    const number = found.getByText('+493012345678');
    await expect.poll(() => number.locator('span').allTextContents()).toEqual(['+49', '30', '12345678']);
    await number.evaluate((element) => getSelection()?.selectAllChildren(element));
    expect(await page.evaluate(() => String(getSelection()))).toBe('+493012345678');
    await desk.go(`contacts/${id}`, 'Contact');
    const link = page.getByRole('link', { name: '+49 30 12345678' });
    await link.waitFor();
    expect(await link.locator('span').count()).toBe(3);
    expect(await link.getAttribute('href')).toBe('tel:+493012345678');
    await page.getByRole('button', { name: 'Change' }).click();
    expect(await page.getByLabel('Telephone').inputValue()).toBe('+493012345678');
    desk.expectNoProblems();
    await desk.close();
  });

  it.each([
    ['another page', '1', ({ page }: Desk) => page.getByRole('link', { name: 'Calls', exact: true }).click()],
    ['the list of all contacts', '2', ({ page }: Desk) => page.getByRole('link', { name: 'All contacts' }).click()],
    ['the button that signs out', '3', ({ page }: Desk) => page.getByRole('button', { name: 'Sign out' }).click()],
  ])('%s keeps what was typed about a contact, until it is saved or dropped', async (_what, digit, leave) => {
    const desk = await server.open(OWNER, { width: 390, height: 844 });
    const { page } = desk;
    await desk.go('contacts', 'Contacts');
    const id = await added(desk, { name: 'Tara Typed', phone: `+1555010018${digit}` });
    await desk.go(`contacts/${id}`, 'Contact');
    await page.getByRole('button', { name: 'Change' }).click();
    const field = page.getByLabel('E-mail');
    await field.fill('tara@example.com');
    await leave(desk);
    await page.getByText('What you typed is not saved. Choose “Save” or “Cancel”.').waitFor();
    expect(page.url()).toContain(`#/contacts/${id}`);
    expect(await field.inputValue()).toBe('tara@example.com');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => noticeOf(page)).toContain('The contact was changed.');
    await page.getByRole('button', { name: 'Change' }).click();
    await field.fill('');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'All contacts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contacts', exact: true }).waitFor();
    await page.getByRole('button', { name: 'New contact' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Tara Second');
    // The list is searched beside the form, which stays.
    await page.getByPlaceholder('Name, telephone or e-mail').fill('Tara');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(() => page.url()).toContain('query=Tara');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Tara Second');
    expect(await page.getByText('What you typed is not saved.').count()).toBe(0);
    desk.expectNoProblems();
    await desk.close();
  });

  it('a link to an appointment opens it in the agenda', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('contacts', 'Contacts');
    const id = await added(desk, { name: 'Lena Linked', phone: '+15550100194' });
    await callToolAt(page, 'create_booking', {
      service_id: 'svc_cleaning',
      start_time: '2199-03-12T20:00:00Z',
      contact_id: id,
    });
    await desk.go(`contacts/${id}`, 'Contact');
    await section(desk, 'Next appointments').getByRole('link').click();
    await page.getByRole('region', { name: 'Appointment', exact: true }).getByText('Lena Linked').waitFor();
    desk.expectNoProblems();
    await desk.close();
  });

  it('an appointment is booked for a contact from their page, without typing name and number again', async () => {
    const desk = await server.open(OWNER, { width: 1440, height: 900 });
    const { page } = desk;
    await desk.go('contacts', 'Contacts');
    await added(desk, { name: 'Rita Regular', phone: '+15550100196' });
    const { items } = await callToolAt(page, 'list_contacts', { query: '+15550100196' });
    const [{ id }] = items as [{ id: string }];
    await desk.go(`contacts/${id}`, 'Contact');
    await page.getByRole('link', { name: 'Book', exact: true }).click();
    await page.getByText('Booking for').waitFor();
    await page.getByLabel('Free times for').selectOption({ label: 'Cleaning' });
    await page.getByRole('link', { name: 'Next day' }).click();
    await page.locator('.block.free').first().click();
    await page
      .getByRole('button', { name: /^Free at / })
      .first()
      .click();
    await page.getByRole('button', { name: 'Book this time' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).toContain('Rita Regular');
    expect(await dialog.getByLabel('Name').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Book it' }).click();
    await expect.poll(() => noticeOf(page)).toContain('Booked for');
    expect(page.url()).not.toContain('contact=');
    const booked = await callToolAt(page, 'list_bookings', { contact_id: id, detail: 'full' });
    expect(booked.items).toMatchObject([{ contact_name: 'Rita Regular', contact_phone: '+15550100196' }]);
    desk.expectNoProblems();
    await desk.close();
  });

  it('another person with the same telephone is added once the user says so', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('contacts', 'Contacts');
    const phone = '+15550100195';
    await added(desk, { name: 'Olga Family', phone });
    await page.getByRole('button', { name: 'New contact' }).click();
    await page.getByLabel('Name').fill('Piet Family');
    await page.getByLabel('Telephone').fill(phone);
    const send = page.getByRole('button', { name: 'Add the contact' });
    await send.click();
    const question = page.getByRole('dialog', { name: 'Please confirm' });
    await expect
      .poll(() => question.textContent())
      .toMatch(/“Olga Family”\S? has this telephone number already\. Add \S?“Piet Family”\S? as another person\?/);
    await question.getByRole('button', { name: /^No/ }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Piet Family');
    await send.click();
    await question.getByRole('button', { name: 'Yes, add another person' }).click();
    await expect.poll(() => noticeOf(page)).toBe('The contact was added.');
    const { items } = await callToolAt(page, 'list_contacts', { query: phone });
    expect((items as { name: string }[]).map(({ name }) => name).sort()).toEqual(['Olga Family', 'Piet Family']);
    desk.expectNoProblems();
    await desk.close();
  });

  it('the imported fields of a contact are shown, and whom an appointment is for if the name differs', async () => {
    const key = /sk_live_\w+/.exec((await server.run(['keys', 'create', '--name', 'import'])).stdout)?.[0];
    const response = await fetch(`${server.url}/api/v1/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Mara Parent', phone: '+15550100192', remark: 'Allergy: PPD' }),
    });
    expect(response.status, await response.text()).toBe(200);
    const first = await server.open(OWNER);
    await first.go('contacts', 'Contacts');
    const { booking } = await callToolAt(first.page, 'create_booking', {
      service_id: 'svc_cleaning',
      start_time: '2199-03-13T14:00:00Z',
      contact_name: 'Leo Parent',
      contact_phone: '+15550100192',
    });
    const { contact_id: id } = booking as { contact_id: string };
    await first.close();
    for (const width of [1280, 390]) {
      const desk = await server.open(OWNER);
      await desk.page.setViewportSize({ width, height: 900 });
      await desk.go(`contacts/${id}`, 'Contact');
      await expect.poll(() => desk.page.locator('.facts').textContent()).toMatch(/remark.*Allergy: PPD/);
      await expect.poll(() => section(desk, 'Next appointments').textContent()).toMatch(/for .*Leo Parent/);
      desk.expectNoProblems();
      await desk.close();
    }
  });

  it('a new name is also that of the next appointments, without a reload of the page', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('contacts', 'Contacts');
    const id = await added(desk, { name: 'Mia Vorher', phone: '+15550100193' });
    await callToolAt(page, 'create_booking', {
      service_id: 'svc_cleaning',
      start_time: '2199-03-14T14:00:00Z',
      contact_id: id,
    });
    await desk.go(`contacts/${id}`, 'Contact');
    await section(desk, 'Next appointments').getByRole('listitem').waitFor();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Name').fill('Mia Nachher');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.locator('.facts').textContent()).toContain('Mia Nachher');
    const next = section(desk, 'Next appointments').getByRole('listitem');
    await expect.poll(() => next.allTextContents()).toEqual([expect.not.stringContaining('for')]);
    desk.expectNoProblems();
    await desk.close();
  });

  it('an appointment ahead that was cancelled is shown as cancelled, and leads to its day', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('contacts', 'Contacts');
    const id = await added(desk, { name: 'Anna Absagt', phone: '+15550100195' });
    const book = async (start_time: string) => {
      const { booking } = await callToolAt(page, 'create_booking', {
        service_id: 'svc_cleaning',
        start_time,
        contact_id: id,
      });
      return (booking as { id: string }).id;
    };
    const cancelled = await book('2199-03-15T14:00:00Z');
    await book('2199-03-22T14:00:00Z');
    await agreeToolAt(page, 'cancel_booking', { booking_id: cancelled });
    await desk.go(`contacts/${id}`, 'Contact');
    const lines = section(desk, 'Next appointments').getByRole('listitem');
    await expect
      .poll(() => lines.allTextContents())
      .toEqual([
        expect.stringMatching(/^Fri, Mar 15, 10:00.AM cancelled .*Cleaning/),
        expect.stringMatching(/^Fri, Mar 22, 10:00.AM (?!cancelled)/),
      ]);
    await expectAccessible(page);
    await lines.first().getByRole('link').click();
    await page.locator('.panel').getByText('cancelled').first().waitFor();
    desk.expectNoProblems();
    await desk.close();
  });

  it('an address with an id of another business says so in words for people', async () => {
    const desk = await server.open(OWNER);
    const notice = desk.page.getByRole('alert');
    await desk.go('contacts/ct_of_another_business', 'Contact');
    await notice.waitFor();
    expect(await notice.textContent()).toBe(
      'This business has no such contact. Find the contact in the list of all contacts.',
    );
    await desk.go('calls/call_of_another_business', 'Call');
    await notice.waitFor();
    expect(await notice.textContent()).toBe('This business has no such call. Find the call in the list of all calls.');
    desk.expectNoProblems();
    await desk.close();
  });

  it('a list that is cut says how many records there are, and one that could not be read does not say “None.”', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('contacts', 'Contacts');
    const id = await added(desk, { name: 'Regular Guest', phone: '+15550100191' });
    for (let count = 0; count < 21; count++)
      await callToolAt(page, 'create_booking', {
        service_id: 'svc_cleaning',
        start_time: new Date(Date.UTC(2199, 3, 1 + 7 * count, 15)).toISOString(),
        contact_id: id,
      });
    await desk.go(`contacts/${id}`, 'Contact');
    const next = section(desk, 'Next appointments');
    await next.getByText('20 of 21 are shown.').waitFor();
    expect(await next.getByRole('listitem').count()).toBe(20);

    await page.route('**/tools/list_calls', (route) => route.abort());
    await page.reload();
    const calls = section(desk, 'Last calls');
    await calls.getByRole('alert').waitFor();
    expect(await calls.textContent()).not.toContain('None.');
    await desk.close();
  });

  it('calls that name the contact or only the telephone number are shown, the latest first', async () => {
    const desk = await server.open(OWNER);
    await desk.go('contacts', 'Contacts');
    const { items } = await callToolAt(desk.page, 'list_calls', { has_contact: true, per_page: 1 });
    const [call] = items as { contact_id: string; phone: string; summary: string }[];
    await desk.go(`contacts/${call?.contact_id}`, 'Contact');
    const theirs = await callToolAt(desk.page, 'list_calls', { query: call?.contact_id, order: 'desc' });
    const ids = (theirs.items as { id: string }[]).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    const links = section(desk, 'Last calls').getByRole('link');
    await expect
      .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('/').at(-1))))
      .toEqual(ids);
    await section(desk, 'Last calls')
      .getByText(call?.summary ?? '')
      .waitFor();
    const other = await added(desk, { name: 'Same Number', phone: call?.phone });
    await desk.go(`contacts/${other}`, 'Contact');
    await section(desk, 'Last calls with this contact or number')
      .getByText(call?.summary ?? '')
      .waitFor();
    desk.expectNoProblems();
    await desk.close();
  });

  it('after a change by another user, what was typed stays, the rest is read again, and Save works', async () => {
    // Two changes at one moment look like one: the clock of this server runs.
    const origin = await server.start(['http'], { STOP_DATE: '' });
    const desk = await server.open(OWNER, { origin });
    const { page } = desk;
    await desk.go('contacts', 'Contacts');
    const id = await added(desk, { name: 'Bea Before', phone: '+15550100192' });
    await desk.go(`contacts/${id}`, 'Contact');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('Name').fill('Bea Typed');
    await callToolAt(page, 'update_contact', { contact_id: id, email: 'bea@example.com' });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toMatch(/^Another user or program changed this contact/);
    expect(await page.getByLabel('Name').inputValue()).toBe('Bea Typed');
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('bea@example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => noticeOf(page)).toBe('The contact was changed.');
    const { contact } = await callToolAt(page, 'get_contact', { contact_id: id });
    expect(contact).toMatchObject({ name: 'Bea Typed', email: 'bea@example.com', phone: '+15550100192' });
    desk.expectNoProblems();
    await desk.close();
  });

  it('an e-mail address that a user empties is removed, and the telephone number stays', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('contacts', 'Contacts');
    const id = await added(desk, { name: 'Rhea Removes', email: 'rhea@example.com', phone: '+15550100193' });
    await desk.go(`contacts/${id}`, 'Contact');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('E-mail address').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => noticeOf(page)).toBe('The contact was changed.');
    const { contact } = await callToolAt(page, 'get_contact', { contact_id: id });
    expect(contact).toMatchObject({ name: 'Rhea Removes', phone: '+15550100193' });
    expect(contact).not.toHaveProperty('email');
    desk.expectNoProblems();
    await desk.close();
  });
});
