import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { agreeToolAt, arrowTo, type Desk, MEMBER, OWNER, PASSWORD, pressOn, useOwnersDesk } from '../support/desk.ts';

type Fields = Record<string, unknown>;

/** How notes of appointments are changed in the agenda of the dashboard. */
describe.skipIf(CHROMIUM === undefined)('notes in the dashboard', () => {
  const server = useOwnersDesk();

  const DAY = '2199-03-05';
  /** What the browser writes on the console of a page whose request is aborted. */
  const NO_ANSWER = 'error: Failed to load resource: net::ERR_FAILED';

  interface Shown extends Desk {
    id: string;
    /** The notes as they are stored. */
    stored(): Promise<unknown>;
    /** Changes the appointment as another user or program would. */
    change(args: Fields): Promise<unknown>;
    field: ReturnType<Desk['page']['getByLabel']>;
    press(button: string): Promise<void>;
    edit(): Promise<void>;
    outcome(): Promise<string | null>;
  }

  /** Opens an appointment of the day. */
  async function using(name: string, use: (shown: Shown) => Promise<void>, expected = ''): Promise<void> {
    const desk = await server.open(OWNER, { width: 1440, height: 900 });
    const { page } = desk;
    try {
      await desk.go(`agenda/${DAY}`, 'Agenda');
      await page.getByRole('button', { name }).click();
      const { items } = await agreeToolAt(page, 'list_bookings', { from: DAY, to: DAY });
      const { id } = (items as Fields[]).find(({ contact_name: other }) => other === name) as Fields;
      await use({
        ...desk,
        id: String(id),
        stored: async () =>
          ((await agreeToolAt(page, 'get_booking', { booking_id: id })).booking as Fields).notes ?? '',
        change: (args) => agreeToolAt(page, 'update_booking', { booking_id: id, ...args }),
        field: page.getByLabel('Notes', { exact: true }),
        press: (button) => page.getByRole('button', { name: button, exact: true }).click(),
        edit: () => page.getByRole('button', { name: /^(?:Add|Change the) notes…$/ }).click(),
        outcome: () => page.locator('.outcome').textContent(),
      });
      expect(desk.watch.problems().filter((problem) => problem !== expected)).toEqual([]);
    } finally {
      await desk.close();
    }
  }

  it('an owner adds notes by keyboard, changes and removes them', () =>
    using('Vivian Tran', async ({ page, field, press, stored, outcome, change }) => {
      await change({ notes: '' });
      await page.reload();
      await arrowTo(page, page.getByRole('button', { name: 'Vivian Tran' }));
      await page.keyboard.press('Enter');
      await pressOn(page, page.getByRole('button', { name: 'Add notes…' }));
      await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
      await expectAccessible(page);
      await page.keyboard.type('Brings her daughter.');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Parking place 4.');
      await pressOn(page, page.getByRole('button', { name: 'Save the notes' }));
      await expect.poll(outcome).toContain('The notes are saved.');
      expect(await stored()).toBe('Brings her daughter.\nParking place 4.');

      await page.getByRole('button', { name: 'Vivian Tran' }).click();
      await press('Change the notes…');
      await expect.poll(() => field.inputValue()).toBe('Brings her daughter.\nParking place 4.');
      await field.fill('');
      await press('Save the notes');
      await expect.poll(outcome).toContain('The notes are saved.');
      expect(await stored()).toBe('');
    }));

  it('notes that are longer than a list shows are read, and saved, in whole', () =>
    using('Vivian Tran', async ({ page, field, press, stored, outcome, change }) => {
      const long = Array.from({ length: 160 }, (_, line) => `Line ${line}: what was agreed`).join('\n');
      await change({ notes: long });
      await page.reload();
      await page.getByRole('button', { name: 'Vivian Tran' }).click();
      await press('Change the notes…');
      await expect.poll(() => field.inputValue()).toBe(long);
      await field.press('End');
      await field.fill(`${long} and paid`);
      await press('Save the notes');
      await expect.poll(outcome).toContain('The notes are saved.');
      expect(await stored()).toBe(`${long} and paid`);
    }));

  it('notes that are too long are not sent, and the page says how long they may be', () =>
    using('Vivian Tran', async ({ page, field, press, stored, outcome, change }) => {
      await change({ notes: 'short' });
      await press('Change the notes…');
      await field.fill('x'.repeat(5_001));
      await page.getByText('These are 5001 characters. Notes have at most 5000: shorten them to save them.').waitFor();
      await page.getByRole('button', { name: 'Save the notes' }).press('Enter');
      expect(await stored()).toBe('short');
      await expect(change({ notes: 'x'.repeat(5_001) })).rejects.toThrow();
      await field.fill('x'.repeat(5_000));
      await press('Save the notes');
      await expect.poll(outcome).toContain('The notes are saved.');
      expect(await stored()).toBe('x'.repeat(5_000));
    }));

  it('notes that another user changed meanwhile are not overwritten, are shown, and what was written is kept', () =>
    using('Ken Ito', async ({ page, field, edit, press, stored, outcome, change }) => {
      await edit();
      await field.fill('Mine');
      await change({ notes: 'Theirs' });
      await press('Save the notes');
      await expect
        .poll(outcome)
        .toMatch(
          /^The notes were not saved\. Nothing was changed\.Its notes were changed meanwhile\. The present ones/,
        );
      expect(await stored()).toBe('Theirs');
      await page.locator('.details').getByText('Theirs').waitFor();
      expect(await field.inputValue()).toBe('Mine');
      // The failure has the focus; without it, the keyboard is back where the text is.
      await press('Dismiss');
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      await press('Save the notes');
      await expect.poll(outcome).toContain('The notes are saved.');
      expect(await stored()).toBe('Mine');
    }));

  it('an appointment that was moved meanwhile keeps its notes, and the page says where it is now', () =>
    using('Chidi Okonkwo', async ({ field, edit, press, stored, outcome, change }) => {
      const before = await stored();
      await edit();
      await field.fill('After');
      await change({ start_time: `${DAY}T17:30`, outside_hours: true });
      await press('Save the notes');
      await expect.poll(outcome).toMatch(/not saved\. Nothing was changed\.It was changed meanwhile: it is now on/);
      expect(await stored()).toBe(before);
      expect(await field.inputValue()).toBe('After');
      await press('Save the notes');
      await expect.poll(outcome).toContain('The notes are saved.');
      expect(await stored()).toBe('After');
    }));

  it('without an answer it is unknown whether notes were saved, what was written is kept, and saving again is safe', () =>
    using(
      'Vivian Tran',
      async ({ page, field, press, stored, outcome, change }) => {
        await change({ notes: 'Before' });
        await press('Change the notes…');
        await field.fill('After');
        const saving = '**/tools/update_booking';
        await page.route(saving, (route) => route.abort());
        await press('Save the notes');
        await expect.poll(outcome).toMatch(/^It is unknown whether the notes were saved\.No answer came\./);
        expect(await field.inputValue()).toBe('After');
        await page.unroute(saving);
        // The server does it, and its answer is lost: the notes that are there then are those that were written.
        await page.route(saving, async (route) => {
          await route.fetch();
          await route.abort();
        });
        await press('Save the notes');
        await expect.poll(outcome).toContain('The notes are saved.');
        expect(await stored()).toBe('After');
        await page.unroute(saving);
      },
      NO_ANSWER,
    ));

  it('Escape leaves notes that were not changed, and keeps what was written', () =>
    using('Vivian Tran', async ({ page, field, press, stored, change }) => {
      await change({ notes: 'Before' });
      await press('Change the notes…');
      await field.press('Escape');
      await page.getByRole('button', { name: 'Change the notes…' }).waitFor();
      await press('Change the notes…');
      await field.fill('After');
      await field.press('Escape');
      await page.getByRole('button', { name: 'Save the notes' }).press('Escape');
      expect(await field.inputValue()).toBe('After');
      await press('Do not change them');
      await page.locator('.details').getByText('Before').waitFor();
      expect(await stored()).toBe('Before');
    }));

  it.each([
    ['Escape', ({ field }: Shown) => field.press('Escape')],
    ['the button that closes the details', ({ page }: Shown) => page.getByRole('button', { name: 'Close' }).click()],
    ['another appointment', ({ page }: Shown) => page.getByRole('button', { name: 'Angel Reyes' }).click()],
    ['the link to the next day', ({ page }: Shown) => page.getByRole('link', { name: 'Next day' }).click()],
    ['the link to the week', ({ page }: Shown) => page.getByRole('link', { name: 'Week' }).click()],
    ['another page', ({ page }: Shown) => page.getByRole('link', { name: 'Contacts' }).click()],
    ['the button that signs out', ({ page }: Shown) => page.getByRole('button', { name: 'Sign out' }).click()],
    ['an address that is typed', ({ page }: Shown) => page.evaluate(() => location.assign('#/agenda/2199-03-08'))],
    ['another date', ({ page }: Shown) => page.getByLabel('Day', { exact: true }).fill('2199-03-06')],
    [
      'a service',
      async ({ page }: Shown) => void (await page.getByLabel('Free times for').selectOption('svc_cleaning')),
    ],
  ])('%s keeps notes that are not saved, and the page says so', (_what, leave) =>
    using('Vivian Tran', async (shown) => {
      const { page, field, press, edit, stored } = shown;
      const before = await stored();
      await edit();
      await field.fill('Half a sentence');
      await leave(shown);
      await page.getByText('These notes are not saved.').waitFor();
      expect(page.url()).toContain(`#/agenda/${DAY}`);
      expect(await page.getByLabel('Day', { exact: true }).inputValue()).toBe(DAY);
      expect(await page.getByLabel('Free times for').inputValue()).toBe('');
      expect(await field.inputValue()).toBe('Half a sentence');
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      await press('Do not change them');
      await page.getByRole('button', { name: 'Close' }).click();
      await expect.poll(() => page.locator('.panel').count()).toBe(0);
      expect(await stored()).toBe(before);
    }),
  );

  it('a tab that is closed with notes that are not saved asks before, and keeps them after a no', () =>
    using(
      'Vivian Tran',
      async ({ page, field, edit }) => {
        await edit();
        await field.fill('Half a sentence');
        const asking = page.waitForEvent('dialog');
        await page.close({ runBeforeUnload: true });
        expect((await asking).type()).toBe('beforeunload');
        await page.getByText('These notes are not saved.').waitFor();
        expect(await field.inputValue()).toBe('Half a sentence');
      },
      'beforeunload: ',
    ));

  it('after notes were dropped or saved, the next day is shown', () =>
    using('Vivian Tran', async ({ page, field, edit, press }) => {
      const next = () => page.getByRole('link', { name: 'Next day' }).click();
      await page.setViewportSize({ width: 1440, height: 600 });
      await edit();
      await field.fill('Half a sentence');
      await next();
      const said = page.getByText('These notes are not saved.');
      await expect
        .poll(() => said.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight + 1))
        .toBe(true);
      await press('Do not change them');
      await next();
      await expect.poll(() => page.url()).toContain('#/agenda/2199-03-06');
      await page.getByRole('heading', { name: /March 6/ }).waitFor();
    }));

  it('a window that becomes narrow keeps notes that are not saved', () =>
    using('Vivian Tran', async ({ page, field, edit }) => {
      await edit();
      await field.fill('Half a sentence');
      await field.press('Escape');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByText('These notes are not saved.').waitFor();
      expect(await field.inputValue()).toBe('Half a sentence');
    }));

  it('a member changes notes, and a cancelled appointment offers no change of them', async () => {
    expect(await server.run(['users', 'set-password', MEMBER], `${PASSWORD}\n`)).toMatchObject({ code: 0 });
    const desk = await server.open(MEMBER, { width: 390, height: 844 });
    const { page } = desk;
    await desk.go('agenda/2199-03-06', 'Agenda');
    const key = await page.locator('[data-cell]').first().getAttribute('data-cell');
    const entry = page.locator(`[data-cell="${key}"]`);
    await entry.click();
    await page.getByRole('button', { name: /notes…$/ }).click();
    await page.getByLabel('Notes', { exact: true }).fill('By a member');
    await page.getByRole('button', { name: 'Save the notes' }).click();
    await expect.poll(() => page.locator('.outcome').textContent()).toContain('The notes are saved.');
    await entry.click();
    await page.getByRole('button', { name: 'Cancel appointment…' }).click();
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expect.poll(() => page.locator('.outcome').textContent()).toContain('is cancelled');
    await expect.poll(() => entry.textContent()).toMatch(/cancelled/i);
    await entry.click();
    await page.locator('.details').getByText('By a member').waitFor();
    expect(await page.getByRole('button', { name: /notes…$/ }).count()).toBe(0);
    desk.expectNoProblems();
    await desk.close();
  });
});
