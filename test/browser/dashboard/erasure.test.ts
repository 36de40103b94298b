import { describe, expect, it } from 'vitest';
import { endedCall, genericSource } from '../../voice/support/generic-source.ts';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import {
  AT,
  agreeToolAt,
  callToolAt,
  type Desk,
  MEMBER,
  noticeOf,
  OWNER,
  PASSWORD,
  pressOn,
  useOwnersDesk,
} from '../support/desk.ts';
import { expectTouchable } from '../support/touchable.ts';

describe.skipIf(CHROMIUM === undefined)('the erasure of a customer in the dashboard', () => {
  const server = useOwnersDesk();

  /** Opens the page of a customer who is added for the test. */
  async function using(
    fields: { name: string; phone: string },
    use: (desk: Desk, id: string) => Promise<void>,
    size: { width?: number; height?: number } = {},
  ): Promise<void> {
    const desk = await server.open(OWNER, size);
    try {
      await desk.go('contacts', 'Contacts');
      const { contact } = await callToolAt(desk.page, 'create_contact', { allow_duplicate: true, ...fields });
      const { id } = contact as { id: string };
      await desk.go(`contacts/${id}`, 'Contact');
      await use(desk, id);
      desk.expectNoProblems();
    } finally {
      await desk.close();
    }
  }
  const erase = ({ page }: Desk) => page.getByRole('button', { name: 'Erase…' });
  const hasFocus = (desk: Desk) => erase(desk).evaluate((button) => button === document.activeElement);
  /** The text of the question, without the marks that isolate the direction of names. */
  const question = async ({ page }: Desk) =>
    (await page.getByRole('dialog').textContent())?.replace(/[\u2068\u2069]/g, '');
  const contactOf = async ({ page }: Desk, id: string) =>
    (await callToolAt(page, 'get_contact', { contact_id: id })).contact as Record<string, unknown>;
  const book = async ({ page }: Desk, contact_id: string, start_time: string) =>
    (
      (await callToolAt(page, 'create_booking', { service_id: 'svc_cleaning', start_time, contact_id })).booking as {
        id: string;
      }
    ).id;

  /** Books in a call, as a receptionist does. Returns the id of the booking. */
  async function bookInCall(reference: string, more: Record<string, unknown>): Promise<string> {
    const { stdout } = await server.run(['keys', 'create', '--name', 'receptionist']);
    const response = await fetch(`${server.url}/api/v1/bookings`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${stdout.match(/sk_\w+/)?.[0]}`,
        'content-type': 'application/json',
        'x-call-reference': reference,
      },
      body: JSON.stringify({ service_id: 'svc_cleaning', start_time: '2199-03-22T14:00:00Z', ...more }),
    });
    const { data, ...rest } = await response.json();
    expect(data, JSON.stringify(rest)).toBeDefined();
    return data.id;
  }
  /** Reports a call that has just ended. */
  async function reportCall(reference: string, phone: string): Promise<void> {
    const { stdout } = await server.run(['calls', 'sources', 'add', 'generic', '--name', 'front desk', '--json']);
    const { source, secret } = JSON.parse(stdout);
    const { send } = genericSource(`${server.url}/api/intake/${source.id}`, source.id, secret);
    // The clock of the server stands at another time.
    const age = (Date.now() - Date.parse(AT)) / 1_000;
    const answer = await send(endedCall(reference, { phone, started_at: AT }), { age });
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  }

  it.each([
    [1280, '+15550100401'],
    [390, '+15550100402'],
  ])('erasure is asked about with what would be lost, and done after a yes, at %i pixels', (width, phone) =>
    using(
      { name: 'Erna Erasable', phone },
      async (desk, id) => {
        const { page } = desk;
        const booking = await book(desk, id, width === 390 ? '2199-03-19T14:00:00Z' : '2199-03-18T14:00:00Z');
        await agreeToolAt(page, 'cancel_booking', { booking_id: booking });
        await erase(desk).click();
        await expect
          .poll(() => question(desk))
          .toContain(
            'Erase “Erna Erasable”? Name, number, address and notes of the contact, and what 1 appointment and 0 calls tell about the customer, with all that was said, are lost for good.',
          );
        await expectAccessible(page);
        if (width === 390) await expectTouchable(page);
        await page.getByRole('button', { name: 'Yes, erase for good' }).click();
        await expect
          .poll(() => noticeOf(page))
          .toContain('The customer was erased, with personal data in 1 appointment');
        expect(await contactOf(desk, id)).toMatchObject({ name: 'Erased customer' });
        await page.getByText('The personal data of this customer were erased.').waitFor();
        expect(await page.locator('main').textContent()).not.toContain('Erna');
        for (const name of ['Erase…', 'Change', 'Book'])
          expect(await page.locator('main').getByText(name, { exact: true }).count(), name).toBe(0);
        await expectAccessible(page);
      },
      { width, height: 844 },
    ),
  );

  it('erasure changes nothing after a no, and after Escape', () =>
    using({ name: 'Nora Keptnow', phone: '+15550100403' }, async (desk, id) => {
      const { page } = desk;
      for (const leave of [
        () => page.getByRole('button', { name: 'No, change nothing' }).click(),
        () => page.keyboard.press('Escape'),
      ]) {
        await erase(desk).click();
        await page.getByRole('dialog').waitFor();
        await leave();
        await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
        await expect.poll(() => hasFocus(desk)).toBe(true);
      }
      expect(await contactOf(desk, id)).toMatchObject({ name: 'Nora Keptnow', phone: '+15550100403' });
    }));

  it('what was done with a customer is not shown above another one', () =>
    using({ name: 'Gone Already', phone: '+15550100408' }, async (desk) => {
      const { page } = desk;
      await erase(desk).click();
      await page.getByRole('button', { name: 'Yes, erase for good' }).click();
      await expect.poll(() => noticeOf(page)).toContain('The customer was erased');
      await page.getByRole('link', { name: 'All contacts' }).click();
      await page.getByRole('table').getByRole('link').filter({ hasNotText: 'Erased' }).first().click();
      await erase(desk).waitFor();
      expect(await page.getByRole('main').textContent()).not.toContain('was erased');
    }));

  it('erasure is refused, with the time, while the customer has an appointment ahead', () =>
    using({ name: 'Ada Ahead', phone: '+15550100404' }, async (desk, id) => {
      await book(desk, id, '2199-03-20T14:00:00Z');
      await erase(desk).click();
      await expect
        .poll(() => noticeOf(desk.page))
        .toMatch(/^Nothing was erased: the customer has an appointment that has not ended, on Wed, Mar 20, 10:00.AM\./);
      expect(await hasFocus(desk)).toBe(true);
      expect(await contactOf(desk, id)).toMatchObject({ name: 'Ada Ahead' });
    }));

  it('the question lists an appointment of a relative with the name and the number', () =>
    using({ name: 'Rita Relative', phone: '+15550100405' }, async (desk) => {
      const { page } = desk;
      const { contact } = await callToolAt(page, 'create_contact', {
        name: 'Paul Relative',
        phone: '+15550100405',
        allow_duplicate: true,
      });
      await callToolAt(page, 'create_booking', {
        service_id: 'svc_cleaning',
        start_time: '2199-03-21T14:00:00Z',
        contact_id: (contact as { id: string }).id,
        contact_name: 'Rita Relative',
        contact_phone: '+15550100405',
      });
      await erase(desk).click();
      await expect.poll(() => question(desk)).toContain('These records may be the customer’s too. Tick those that are');
      await page.getByRole('group', { name: 'Appointments' }).getByText('of the contact Paul Relative').waitFor();
    }));

  it('the question and the result of an erasure name the call of another customer that stays', () =>
    using({ name: 'Tom Gonesoon', phone: '+15550100406' }, async (desk) => {
      const { page } = desk;
      const wife = { name: 'Ann Gonesoon', phone: '+15550100407' };
      const { contact: ann } = await callToolAt(page, 'create_contact', wife);
      const booking = await bookInCall('ann-1', { contact: { name: 'Tom Gonesoon', phone: '+15550100406' } });
      await reportCall('ann-1', wife.phone);
      const { items } = (await callToolAt(page, 'list_calls', { contact_id: (ann as { id: string }).id })) as {
        items: { id: string }[];
      };
      const call = String(items[0]?.id);
      await agreeToolAt(page, 'cancel_booking', { booking_id: booking });

      const sentence = `An appointment of this customer was changed in a call with another contact, and what was said stays: ${call}. To erase such a call too, open it, and erase it alone.`;
      await erase(desk).click();
      await page.getByRole('group', { name: 'Calls' }).getByText('with Ann Gonesoon').waitFor();
      await page.getByRole('button', { name: 'Yes, erase for good' }).click();
      await expect.poll(() => noticeOf(page)).toContain(sentence);
      const pages = [
        ['contacts?query=Gonesoon', 'Contacts'],
        ['agenda/2199-03-22', 'Agenda'],
      ] as const;
      for (const [place, title] of pages) {
        await desk.go(place, title);
        await page
          .getByText(title === 'Contacts' ? wife.name : 'Erased customer')
          .first()
          .waitFor();
        expect(await page.getByRole('main').textContent()).not.toContain('Tom Gonesoon');
      }
      await desk.go(`calls/${call}`, 'Call');
      await page.getByText('I would like a cleaning.').waitFor();
      await erase(desk).click();
      await expect.poll(() => question(desk)).toContain('Erase this call? Its telephone number, its summary and all');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'No, change nothing' }).click();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      expect(await page.getByText('I would like a cleaning.').count()).toBe(1);
      await erase(desk).click();
      await page.getByRole('button', { name: 'Yes, erase for good' }).click();
      await expect.poll(() => noticeOf(page)).toMatch(/^The call was erased\. A recording at the telephone service/);
      await expect.poll(() => page.getByText('I would like a cleaning.').count()).toBe(0);
      await expectAccessible(page);
      expect(await page.getByRole('main').textContent()).not.toContain(wife.phone);
      const { contact: kept } = await callToolAt(page, 'get_contact', { contact_id: (ann as { id: string }).id });
      expect(kept).toMatchObject(wife);
    }));

  /** Adds a call of no contact, a contact and an appointment of another contact that may be those of a customer. Returns their ids. */
  async function addPossible(desk: Desk, customer: string, name: string, former: string, day: string) {
    const { page } = desk;
    const numberAfter = String((await contactOf(desk, customer)).phone);
    await reportCall(`of-${customer}`, former);
    await callToolAt(page, 'update_contact', { contact_id: customer, phone: former });
    await agreeToolAt(page, 'cancel_booking', { booking_id: await book(desk, customer, `${day}T14:00:00Z`) });
    await callToolAt(page, 'update_contact', { contact_id: customer, phone: numberAfter });
    const add = async (fields: object) =>
      ((await callToolAt(page, 'create_contact', { allow_duplicate: true, ...fields })).contact as { id: string }).id;
    const namesake = await add({ name });
    const ann = await add({ name: `Ann ${name.split(' ')[1]}`, phone: former.replace('+1555', '+1666') });
    const start_time = `${day}T16:00:00Z`;
    const { booking } = await callToolAt(page, 'create_booking', {
      service_id: 'svc_cleaning',
      start_time,
      contact_id: ann,
      contact_name: name,
      contact_phone: numberAfter,
    });
    return { namesake, booking: (booking as { id: string }).id };
  }
  it.each([
    [1280, 'Vera Several', '+15550100410', '+15550100411', '2199-03-25'],
    [390, 'Nina Several', '+15550100412', '+15550100413', '2199-03-26'],
  ])(
    'a customer is erased with the records that the user ticks, and the result names them, at %i pixels',
    (width, name, phone, former, day) =>
      using(
        { name, phone },
        async (desk, id) => {
          const { page } = desk;
          const { namesake, booking } = await addPossible(desk, id, name, former, day);
          await erase(desk).click();
          const dialog = page.getByRole('dialog');
          const boxOf = (kind: string) => dialog.getByRole('group', { name: kind }).getByRole('checkbox');
          await expect
            .poll(() => question(desk))
            .toContain(
              'These records may be the customer’s too. Tick those that are: they are erased with the customer.',
            );
          // What has not ended cannot be chosen, and the line gives the reason.
          expect(await boxOf('Appointments').isDisabled()).toBe(true);
          expect(await boxOf('Contacts').isDisabled()).toBe(false);
          expect(await dialog.textContent()).toContain('It has not ended: cancel it before you erase it.');
          await expectAccessible(page);
          if (width === 390) await expectTouchable(page);
          await page.getByRole('button', { name: 'No, change nothing' }).click();

          await agreeToolAt(page, 'cancel_booking', { booking_id: booking });
          await erase(desk).press('Enter');
          await dialog.waitFor();
          expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0);
          await dialog.getByRole('button', { name: 'Tick all' }).click();
          expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(3);
          await dialog.getByText('Ticked: 3 of 3.').waitFor();
          await dialog.getByRole('button', { name: 'Tick none' }).click();
          expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0);
          // The namesake stays; a call and an appointment are chosen with the keyboard alone.
          for (const kind of ['Calls', 'Appointments']) await pressOn(page, boxOf(kind), 'Space');
          await dialog.getByText('Ticked: 2 of 3.').waitFor();
          await pressOn(page, page.getByRole('button', { name: 'Yes, erase for good' }));
          await expect
            .poll(() => noticeOf(page).then((text) => text?.replace(/\s/g, ' ')))
            .toMatch(
              /^The customer was erased, with personal data in 2 appointments and 1 call\. Erased with the customer, as you ticked: the appointment on .*, 12:00.PM; the call on .*M\. .* stay as before\. Contacts .*: 1 \(ct/,
            );
          expect(await noticeOf(page)).toContain(namesake);
          expect(await contactOf(desk, namesake)).toMatchObject({ name });
          const { booking: erased } = await callToolAt(page, 'get_booking', { booking_id: booking });
          expect(erased).toMatchObject({ contact_id: id, contact_name: 'Erased customer' });
        },
        { width, height: 844 },
      ),
  );

  it('the question and the result of an erasure name a contact with only the name, which stays', () =>
    using({ name: 'Otto Onlyname', phone: '+15550100409' }, async (desk) => {
      const { page } = desk;
      const other = await callToolAt(page, 'create_contact', { name: 'Otto Onlyname', allow_duplicate: true });
      const { id } = other.contact as { id: string };
      const sentence = `These may be the customer too, and stay as before. Contacts with this name and no number or address, or the same one: 1 (${id}). Open each; if it is the customer, erase it there.`;
      await erase(desk).click();
      await expect
        .poll(() => question(desk))
        .toMatch(/Otto Onlyname”\? .*ContactsOtto Onlynameno number or address, added /s);
      await page.getByRole('button', { name: 'Yes, erase for good' }).click();
      await expect.poll(() => noticeOf(page)).toContain(sentence);
      expect(await contactOf(desk, id)).toMatchObject({ name: 'Otto Onlyname' });
    }));

  it('erasure is not offered to members', async () => {
    expect(await server.run(['users', 'set-password', MEMBER], `${PASSWORD}\n`)).toMatchObject({ code: 0 });
    const desk = await server.open(MEMBER);
    try {
      await desk.go('contacts', 'Contacts');
      await desk.page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
      await desk.page.getByRole('button', { name: 'Change' }).waitFor();
      expect(await erase(desk).count()).toBe(0);
      await desk.go('calls', 'Calls');
      await desk.page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
      await desk.page.locator('.call-head').waitFor();
      expect(await erase(desk).count()).toBe(0);
      desk.expectNoProblems();
    } finally {
      await desk.close();
    }
  });
});
