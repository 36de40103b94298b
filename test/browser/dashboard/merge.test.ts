import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { callToolAt, type Desk, MEMBER, noticeOf, OWNER, PASSWORD, useOwnersDesk } from '../support/desk.ts';
import { expectTouchable } from '../support/touchable.ts';

/** What the browser writes on the console of a merge that is refused. */
const REFUSED = 'error: Failed to load resource: the server responded with a status of 400 (Bad Request)';

describe.skipIf(CHROMIUM === undefined)('the merge of two contacts in the dashboard', () => {
  const server = useOwnersDesk();

  const contactOf = async ({ page }: Desk, id: string) => callToolAt(page, 'get_contact', { contact_id: id });
  const add = async ({ page }: Desk, fields: object) => {
    const { contact } = await callToolAt(page, 'create_contact', { allow_duplicate: true, ...fields });
    return (contact as { id: string }).id;
  };
  const dialog = ({ page }: Desk) => page.getByRole('dialog');
  /** Adds two contacts of one customer, and opens the page of the first. */
  async function using(
    [first, second]: [object, object],
    use: (desk: Desk, kept: string, other: string) => Promise<void>,
    size: { width?: number; height?: number } = {},
  ): Promise<void> {
    const desk = await server.open(OWNER, size);
    try {
      await desk.go('contacts', 'Contacts');
      const [kept, other] = [await add(desk, first), await add(desk, second)];
      await desk.go(`contacts/${kept}`, 'Contact');
      await use(desk, kept, other);
      expect(desk.watch.problems().filter((problem) => problem !== REFUSED)).toEqual([]);
    } finally {
      await desk.close();
    }
  }
  const choose = async (desk: Desk, name: RegExp) => {
    await desk.page.getByRole('button', { name: 'Merge…' }).click();
    await dialog(desk).getByRole('button', { name }).click();
    await dialog(desk).getByRole('button', { name: 'Merge for good' }).waitFor();
  };

  it('the comparison that a chosen contact leads to has the focus, and the field of the search after the way back', () =>
    using(
      [
        { name: 'Fiona Focus', phone: '+15550100521' },
        { name: 'Fiona Focus Jr', phone: '+15550100522' },
      ],
      async (desk) => {
        const focused = () => desk.page.evaluate(() => document.activeElement?.closest('.loaded, input')?.outerHTML);
        await choose(desk, /Fiona Focus Jr/);
        await expect.poll(focused).toMatch(/^<div[^>]*class="loaded".*Merge for good/);
        await dialog(desk).getByRole('button', { name: 'Back' }).press('Enter');
        await expect.poll(focused).toMatch(/^<input[^>]*name="query"/);
      },
    ));

  it.each([
    [1280, 'Wilma Weberin', '+15550100501', '+15550100502', '2199-03-18T15:00:00Z'],
    [390, 'Wanda Weberin', '+15550100503', '+15550100504', '2199-03-19T15:00:00Z'],
  ])(
    'two contacts are shown side by side, and merged as the owner chose, at %i pixels',
    (width, name, phone, second, start_time) =>
      using(
        [
          { name, phone, email: `${name.slice(0, 5).toLowerCase()}@example.com` },
          { name: `${name} Jr`, phone: second },
        ],
        async (desk, kept, other) => {
          const { page } = desk;
          await callToolAt(page, 'create_booking', { service_id: 'svc_cleaning', start_time, contact_id: other });
          await page.getByRole('button', { name: 'Merge…' }).click();
          await dialog(desk)
            .getByRole('button', { name: `${name} Jr` })
            .waitFor();
          await expectAccessible(page);
          await dialog(desk)
            .getByRole('button', { name: `${name} Jr` })
            .click();
          await dialog(desk).getByText('1 appointment and 0 calls of the other contact move to this one').waitFor();
          await expectAccessible(page);
          if (width === 390) await expectTouchable(page);
          await dialog(desk).getByRole('group', { name: 'Telephone' }).getByRole('radio').nth(1).check();
          await dialog(desk).getByRole('button', { name: 'Merge for good' }).click();
          await expect
            .poll(() => noticeOf(page))
            .toContain('The two contacts are one now: 1 appointment and 0 calls moved');
          await page.getByText('other_phone').waitFor();
          expect(await contactOf(desk, kept)).toMatchObject({
            contact: { name, phone: second },
            other_fields: { other_phone: phone },
          });
          await page.getByText('Cleaning').waitFor();
          await desk.go(`contacts/${other}`, 'Contact');
          await page.getByText('This business has no such contact.').waitFor();
        },
        { width, height: 844 },
      ),
  );

  it('a merge is refused while another user changes a contact, and both are shown as they are now', () =>
    using(
      [
        { name: 'Clara Changed', phone: '+15550100505' },
        { name: 'Clara Changed', phone: '+15550100506' },
      ],
      async (desk, kept, other) => {
        await choose(desk, /Clara Changed/);
        await callToolAt(desk.page, 'update_contact', { contact_id: other, name: 'Clara Renamed' });
        await dialog(desk).getByRole('button', { name: 'Merge for good' }).click();
        await expect
          .poll(() => dialog(desk).getByRole('alert').textContent())
          .toContain('was changed meanwhile, so nothing was merged');
        await dialog(desk).getByText('Clara Renamed').waitFor();
        await dialog(desk).getByRole('button', { name: 'Merge for good' }).click();
        await expect.poll(() => noticeOf(desk.page)).toContain('The two contacts are one now');
        expect(await contactOf(desk, kept)).toMatchObject({ contact: { name: 'Clara Changed' } });
      },
    ));

  it('a merge changes nothing before the owner confirms it', () =>
    using(
      [
        { name: 'Nina Nothing', phone: '+15550100507' },
        { name: 'Nina Nothing', phone: '+15550100508' },
      ],
      async (desk, kept, other) => {
        await choose(desk, /Nina Nothing/);
        await dialog(desk).getByRole('button', { name: 'Back' }).click();
        await dialog(desk).getByRole('button', { name: 'Cancel' }).click();
        await expect.poll(() => dialog(desk).count()).toBe(0);
        for (const id of [kept, other])
          expect(await contactOf(desk, id)).toMatchObject({ contact: { name: 'Nina Nothing' } });
      },
    ));

  it('Escape keeps which values an owner chose for the merged contact', () =>
    using(
      [
        { name: 'Ella Escape', phone: '+15550100509' },
        { name: 'Ella Escape', phone: '+15550100510' },
      ],
      async (desk) => {
        await choose(desk, /Ella Escape/);
        const other = dialog(desk).getByRole('group', { name: 'Telephone' }).getByRole('radio').nth(1);
        await other.check();
        for (let times = 0; times < 4; times++) await desk.page.keyboard.press('Escape');
        await dialog(desk).getByText('What you entered is kept. Use the buttons to leave.').waitFor();
        expect(await other.isChecked()).toBe(true);
        await dialog(desk).getByRole('button', { name: 'Back' }).click();
      },
    ));

  it('merging contacts is not offered to members', async () => {
    expect(await server.run(['users', 'set-password', MEMBER], `${PASSWORD}\n`)).toMatchObject({ code: 0 });
    const desk = await server.open(MEMBER);
    try {
      await desk.go('contacts', 'Contacts');
      await desk.page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
      await desk.page.getByRole('button', { name: 'Change' }).waitFor();
      expect(await desk.page.getByRole('button', { name: 'Merge…' }).count()).toBe(0);
      desk.expectNoProblems();
    } finally {
      await desk.close();
    }
  });
});
