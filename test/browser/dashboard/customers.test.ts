import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { agreeToolAt, callToolAt, type Desk, noticeOf, OWNER, tabTo, useOwnersDesk } from '../support/desk.ts';
import { MARKUP } from '../support/hostile-corpus.ts';
import { expectTouchable } from '../support/touchable.ts';

type Fields = Record<string, unknown>;

/** The customer of an appointment is chosen from those of the business, or typed, for a new appointment and for one that is there. */
describe.skipIf(CHROMIUM === undefined)('the customer of an appointment in the dashboard', () => {
  const server = useOwnersDesk();

  /** Opens the agenda for one test. `expected` is what the browser reports of requests that the test ends. */
  async function using(
    place: string,
    use: (desk: Desk) => Promise<void>,
    { expected = [], ...size }: { expected?: string[]; width?: number; height?: number } = {},
  ): Promise<void> {
    const desk = await server.open(OWNER, { width: 1440, height: 900, ...size });
    try {
      await desk.go(place, 'Agenda');
      await desk.page.locator('.agenda').waitFor();
      await use(desk);
      expect(desk.watch.problems()).toEqual(expected);
    } finally {
      await desk.close();
    }
  }

  /** Adds a contact as another user does, and returns its id. */
  async function added({ page }: Desk, fields: Fields): Promise<string> {
    const { contact } = await callToolAt(page, 'create_contact', { allow_duplicate: true, ...fields });
    return (contact as { id: string }).id;
  }
  const bookingOf = async ({ page }: Desk, id: string): Promise<Fields> =>
    (await callToolAt(page, 'get_booking', { booking_id: id })).booking as Fields;
  const contactsWith = async ({ page }: Desk, query: string): Promise<Fields[]> =>
    (await callToolAt(page, 'list_contacts', { query })).items as Fields[];
  /** Books an appointment as another user does, for a customer of this name, and returns its id. */
  async function booked({ page }: Desk, start: string, name: string, more: Fields = {}): Promise<string> {
    const answer = await agreeToolAt(page, 'create_booking', {
      service_id: 'svc_cleaning',
      start_time: start,
      contact_name: name,
      contact_email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
      ...more,
    });
    return (answer.booking as { id: string }).id;
  }

  const dialogOf = ({ page }: Desk) => page.getByRole('dialog');
  const matches = (dialog: Locator) => dialog.locator('.matches').getByRole('button');
  /** The text of an element, without the marks that isolate the direction of names. */
  const plain = async (element: Locator) => (await element.textContent())?.replace(/[\u2068\u2069]/g, '');
  const outcome = ({ page }: Desk) => plain(page.locator('.outcome'));

  /** Opens the form of a new appointment at the first free time of a day. */
  async function openForm(desk: Desk): Promise<Locator> {
    const { page } = desk;
    await page.locator('.block.free').first().click();
    await page
      .getByRole('button', { name: /^Free at/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Book this time' }).click();
    return dialogOf(desk);
  }

  /** Opens the question for the customer of an appointment. */
  async function openChange(desk: Desk, name: string): Promise<Locator> {
    const { page } = desk;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.locator('[data-cell]').filter({ hasText: name }).click();
    await page.getByRole('button', { name: 'Change the customer…' }).click();
    return dialogOf(desk);
  }
  const send = (dialog: Locator) => dialog.getByRole('button', { name: 'Change the customer' }).click();

  it('a new appointment is for the customer who is chosen from those with the typed name', () =>
    using('agenda/2199-03-13?service=svc_cleaning', async (desk) => {
      const { page } = desk;
      const details = { name: 'Mia Twofold', phone: '+15550100301' };
      await added(desk, { ...details, email: 'one@example.com' });
      const chosen = await added(desk, { ...details, email: 'two@example.com' });
      const dialog = await openForm(desk);
      await dialog.getByLabel('Name').pressSequentially('twof');
      await expect.poll(() => matches(dialog).count()).toBe(2);
      await expect.poll(() => dialog.getByText('2 customers match. Choose one').count()).toBe(1);
      await expectAccessible(page);
      await matches(dialog).filter({ hasText: 'two@example.com' }).press('Enter');
      const other = dialog.getByRole('button', { name: 'Someone else' });
      await expect.poll(() => other.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await dialog.getByLabel('Telephone').isVisible()).toBe(false);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Book it' }).click();
      await expect.poll(() => noticeOf(page)).toContain('Booked for');
      const { items } = await callToolAt(page, 'list_bookings', { contact_id: chosen, detail: 'full' });
      expect(items).toMatchObject([{ contact_id: chosen, contact_email: 'two@example.com' }]);
      expect(await contactsWith(desk, 'Twofold')).toHaveLength(2);
    }));

  it('“Someone else” shows again what was typed, which is booked for a new customer', () =>
    using('agenda/2199-03-14?service=svc_cleaning', async (desk) => {
      const { page } = desk;
      await added(desk, { name: 'Ada Elsewise', phone: '+15550100302' });
      const dialog = await openForm(desk);
      const name = dialog.getByLabel('Name');
      await name.pressSequentially('Elsewise');
      await matches(dialog).click();
      // Escape must not drop what was typed, although no field shows it.
      await page.keyboard.press('Escape');
      await dialog.getByText('What you entered is kept.').waitFor();
      await dialog.getByRole('button', { name: 'Someone else' }).click();
      await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await name.inputValue()).toBe('Elsewise');
      await name.fill('Bo Elsewise');
      await dialog.getByRole('button', { name: 'Book it' }).click();
      await dialog.getByText('Nothing was booked: enter a telephone number or an e-mail address.').waitFor();
      await dialog.getByLabel('Telephone').fill('(555) 010-0303');
      await dialog.getByRole('button', { name: 'Book it' }).click();
      await expect.poll(() => noticeOf(page)).toContain('Booked for');
      const found = await contactsWith(desk, 'Elsewise');
      expect(found.map(({ name, phone }) => [name, phone]).sort()).toEqual([
        ['Ada Elsewise', '+15550100302'],
        ['Bo Elsewise', '+15550100303'],
      ]);
    }));

  it.each([
    ['Telephone', '(555) 010-0304'],
    ['E-mail address', 'Reached@example.com'],
    ['Name', '0304'],
  ])('a customer is found by what is typed under %s: %s', (label, typed) =>
    using('agenda/2199-03-14?service=svc_cleaning', async (desk) => {
      if ((await contactsWith(desk, 'Reached')).length === 0)
        await added(desk, { name: 'Rea Reached', phone: '+15550100304', email: 'reached@example.com' });
      const dialog = await openForm(desk);
      await dialog.getByLabel(label).pressSequentially(typed);
      const found = matches(dialog).filter({ hasText: 'Rea Reached' });
      await found.waitFor();
      // Below the field that is being typed into, which must not move.
      const [field, list] = await Promise.all([dialog.getByLabel(label).boundingBox(), found.boundingBox()]);
      expect(list?.y).toBeGreaterThan(field?.y ?? Number.NaN);
    }),
  );

  it('an earlier answer that arrives late does not replace a later one, and without an answer the fields remain', () =>
    using(
      'agenda/2199-03-14?service=svc_cleaning',
      async (desk) => {
        const { page } = desk;
        await added(desk, { name: 'Lea Latecomer', phone: '+15550100305' });
        await added(desk, { name: 'Leo Latecomer', phone: '+15550100306' });
        let release = () => {};
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        const asked: string[] = [];
        await page.route('**/tools/list_contacts', async (route) => {
          const { query } = route.request().postDataJSON();
          asked.push(query);
          if (query === 'Latecomer') await held;
          return query === 'Leo L' ? route.abort() : route.continue();
        });
        const dialog = await openForm(desk);
        const name = dialog.getByLabel('Name');
        await name.fill('Latecomer');
        await expect.poll(() => asked).toEqual(['Latecomer']);
        await name.fill('Lea Latecomer');
        await expect.poll(() => matches(dialog).allTextContents()).toEqual([expect.stringContaining('Lea Latecomer')]);
        const answered = page.waitForResponse(
          (response) => response.request().postData()?.includes('"Latecomer"') ?? false,
        );
        release();
        await (await answered).finished();
        expect(await matches(dialog).allTextContents()).toEqual([expect.stringContaining('Lea Latecomer')]);
        await name.fill('Leo L');
        await expect.poll(() => matches(dialog).count()).toBe(0);
        await dialog.getByLabel('Telephone').fill('+15550100307');
        await dialog.getByRole('button', { name: 'Book it' }).click();
        await expect.poll(() => noticeOf(page)).toContain('Booked for');
      },
      { expected: ['error: Failed to load resource: net::ERR_FAILED'] },
    ));

  it('an appointment gets another customer, whose details replace all of the former one', () =>
    using('agenda/2199-03-15', async (desk) => {
      const { page } = desk;
      const id = await booked(desk, '2199-03-15T13:00:00Z', 'Fay Former', {
        notes: 'Window seat',
        contact_phone: '+15550100310',
      });
      const customer = await added(desk, { name: 'Sue Successor', phone: '+15550100311' });
      const before = await bookingOf(desk, id);
      const dialog = await openChange(desk, 'Fay Former');
      expect(await plain(dialog)).toContain('“Cleaning” of “Fay Former”, Friday, March 15, 9:00');
      await dialog.getByLabel('Name').pressSequentially('succ');
      await matches(dialog).click();
      await send(dialog);
      await expect.poll(() => outcome(desk)).toContain('The appointment is now for “Sue Successor”.');
      await dialog.waitFor({ state: 'hidden' });
      await page.locator('[data-cell]').filter({ hasText: 'Sue Successor' }).waitFor();
      const { contact_email: email, updated_at: _, ...after } = await bookingOf(desk, id);
      const { contact_email: __, updated_at: ___, ...unchanged } = before;
      expect(email ?? null).toBeNull();
      expect(after).toEqual({
        ...unchanged,
        contact_id: customer,
        contact_name: 'Sue Successor',
        contact_phone: '+15550100311',
      });
    }));

  it('an appointment gets a new customer, who is added to the contacts once', () =>
    using('agenda/2199-03-04', async (desk) => {
      const { page } = desk;
      const { items } = await callToolAt(page, 'list_bookings', { from: '2199-03-04', to: '2199-03-04' });
      const drawn = (items as Fields[]).find(({ contact_name: name }) => name === 'Gianluca Rossi');
      const id = String(drawn?.id);
      const dialog = await openChange(desk, 'Gianluca Rossi');
      await dialog.getByLabel('Name').fill('Nia Newcomer');
      await send(dialog);
      await dialog.getByText('Nothing was changed: enter a telephone number or an e-mail address.').waitFor();
      await dialog.getByLabel('E-mail address').fill('nia@example.com');
      const other = { contact_name: 'Rita Rival', contact_email: 'rita@example.com' };
      await agreeToolAt(page, 'update_booking', { booking_id: id, ...other });
      await send(dialog);
      const problem = dialog.getByRole('alert');
      await problem.getByText('was added to the contacts.').waitFor();
      expect(await plain(problem)).toMatch(/^“Nia Newcomer” was added to the contacts\..* Nothing was changed\./);
      expect(await plain(problem)).toMatch(/It was changed meanwhile: its customer is now “Rita Rival”\.$/);
      expect(await bookingOf(desk, id)).toMatchObject(other);
      expect(await plain(dialog)).toContain('of “Rita Rival”');
      await send(dialog);
      await expect.poll(() => outcome(desk)).toContain('The appointment is now for “Nia Newcomer”.');
      const [nia, ...others] = await contactsWith(desk, 'Newcomer');
      expect(others).toEqual([]);
      expect(await bookingOf(desk, id)).toMatchObject({ contact_id: nia?.id, contact_email: 'nia@example.com' });
    }));

  it('a new customer with the number of another one is added only after a yes', () =>
    using('agenda/2199-03-19', async (desk) => {
      const { page } = desk;
      const id = await booked(desk, '2199-03-19T13:00:00Z', 'Olga Owner');
      await added(desk, { name: 'Paul Parent', phone: '+15550100320' });
      const dialog = await openChange(desk, 'Olga Owner');
      await dialog.getByLabel('Name').fill('Kim Child');
      await dialog.getByLabel('Telephone').fill('+15550100320');
      await send(dialog);
      const question = page.getByRole('dialog', { name: 'Please confirm' });
      await question.getByText('say no, and choose that customer in the list below the field.').waitFor();
      await question.getByRole('button', { name: 'No, change nothing' }).click();
      expect(await bookingOf(desk, id)).toMatchObject({ contact_name: 'Olga Owner' });
      expect(await contactsWith(desk, 'Kim')).toEqual([]);
      await send(dialog);
      await question.getByRole('button', { name: 'Yes, add another person' }).click();
      await expect.poll(() => outcome(desk)).toContain('The appointment is now for “Kim Child”.');
      expect(await bookingOf(desk, id)).toMatchObject({ contact_name: 'Kim Child', contact_phone: '+15550100320' });
    }));

  it('a telephone offers the same by touch, with names that are markup as text', () =>
    using(
      'agenda/2199-03-20',
      async (desk) => {
        const { page } = desk;
        await booked(desk, '2199-03-20T13:00:00Z', 'Tia Touched');
        const id = await added(desk, { name: `${MARKUP} Hostile`, email: 'hostile@example.com' });
        const dialog = await openChange(desk, 'Tia Touched');
        await dialog.getByLabel('Name').fill('hostile');
        await matches(dialog).first().waitFor();
        await expectTouchable(page);
        await matches(dialog).click();
        await expectTouchable(page);
        await expectAccessible(page);
        await send(dialog);
        await expect.poll(() => outcome(desk)).toContain('The appointment is now for');
        const { items } = await callToolAt(page, 'list_bookings', { contact_id: id });
        expect(items).toHaveLength(1);
      },
      { width: 390, height: 844 },
    ));

  it('the keyboard alone changes the customer, and Escape leaves an empty question', () =>
    using('agenda/2199-03-21', async (desk) => {
      const { page } = desk;
      await booked(desk, '2199-03-21T13:00:00Z', 'Kay Keyed');
      await added(desk, { name: 'Una Unmoused', phone: '+15550100330' });
      const dialog = await openChange(desk, 'Kay Keyed');
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      const button = page.getByRole('button', { name: 'Change the customer…' });
      await tabTo(page, button);
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await outcome(desk)).toBe('');
      await tabTo(page, button);
      await page.keyboard.press('Enter');
      await tabTo(page, dialog.getByLabel('Name'));
      await page.keyboard.type('unmou');
      await matches(dialog).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await tabTo(page, dialog.getByRole('button', { name: 'Change the customer' }));
      await page.keyboard.press('Enter');
      await expect.poll(() => outcome(desk)).toContain('The appointment is now for “Una Unmoused”.');
    }));
});
