import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/platform.ts';
import { CHROMIUM } from '../support/browser.ts';
import { agreeToolAt, type Desk, noticeOf, OWNER, useOwnersDesk } from '../support/desk.ts';

/** The agenda of a user who is a person of the business. */
const OWN = 'Dr. Rafael Ibarra';
const OWN_ID = 'stf_ibarra';
const folder = temporaryFolder();
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.skipIf(CHROMIUM === undefined)('the agenda of a user who takes appointments', () => {
  const server = useOwnersDesk();
  const choose = async (staff: string) =>
    expect(await server.run(['users', 'add', OWNER, '--staff', staff])).toMatchObject({ code: 0 });
  afterEach(() => choose('none'));

  const using = (place: string, use: (desk: Desk) => Promise<void>) => server.using(place, 'Agenda', use);
  const shown = (page: Page) => page.getByLabel('Person').locator('option:checked').textContent();
  const columns = (page: Page) => page.locator('[data-column]');
  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name }).waitFor();

  it('opens with the own appointments, and with everyone once that is chosen, also on other days', async () => {
    await choose(OWN_ID);
    await using('agenda', async ({ page }) => {
      await heading(page, `${OWN}, Monday, March 4`);
      expect(await shown(page)).toBe(OWN);
      expect(await columns(page).count()).toBe(1);
      await page.getByRole('link', { name: 'Week', exact: true }).click();
      await heading(page, `${OWN}, March 4 – 10`);
      await page.getByRole('link', { name: 'Day', exact: true }).click();

      await page.getByLabel('Person').selectOption({ label: 'everyone' });
      await heading(page, 'Monday, March 4');
      await expect.poll(() => columns(page).count()).toBe(4);
      await page.getByRole('link', { name: 'Next day' }).click();
      await heading(page, 'Tuesday, March 5');
      expect(await shown(page)).toBe('everyone');
      await page.reload();
      await heading(page, 'Tuesday, March 5');
      expect(await shown(page)).toBe('everyone');
      // An address to keep.
      await page.getByRole('link', { name: 'Today' }).click();
      await heading(page, 'Monday, March 4');
      expect(new URL(page.url()).hash).toBe('#/agenda?person=*');
      await page.getByLabel('Person').selectOption({ label: OWN });
      await heading(page, `${OWN}, Monday, March 4`);
    });
  });

  it('shows another person by a bookmark, and everyone by the link of an appointment', async () => {
    await choose(OWN_ID);
    await using('agenda/2199-03-05?person=stf_brandt', async (desk) => {
      const { page } = desk;
      await heading(page, 'Keisha Brandt, Tuesday, March 5');
      const { items } = await agreeToolAt(page, 'list_bookings', { from: '2199-03-05', to: '2199-03-05' });
      const other = (items as Record<string, string>[]).find(({ staff_name: name }) => name !== OWN);
      await desk.go(`agenda?booking=${other?.id}`, 'Agenda');
      await heading(page, 'Tuesday, March 5');
      await page.locator('.panel').getByText(String(other?.contact_name)).first().waitFor();
      expect(await shown(page)).toBe('everyone');
      await page.getByRole('link', { name: 'Next day' }).click();
      await heading(page, 'Wednesday, March 6');
      expect(await shown(page)).toBe('everyone');
    });
  });

  it('shows everyone for a person of a bookmark who has left, and for a user whose person has left', async () => {
    await using('agenda/2199-03-05', async (desk) => {
      const { page } = desk;
      await agreeToolAt(page, 'add_staff', { name: 'Lea Leaving', opening_hours: 'Mon-Fri 09:00-17:00' });
      await choose('Leaving');
      await desk.go('agenda/2199-03-06', 'Agenda');
      await page.reload();
      await heading(page, 'Lea Leaving, Wednesday, March 6');
      await archive('Lea Leaving');
      await page.reload();
      await heading(page, 'Wednesday, March 6');
      expect(await shown(page)).toBe('everyone');
      expect(await page.getByText('no longer in the business').count()).toBe(0);

      await desk.go('agenda/2199-03-05?person=lea_leaving', 'Agenda');
      await heading(page, 'Tuesday, March 5');
      expect(await shown(page)).toBe('everyone');
      await page.getByText('The chosen person is no longer in the business, so that everyone is shown.').waitFor();
      await page.getByRole('button', { name: 'Vivian Tran' }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.getByRole('link', { name: 'Next day' }).click();
      await heading(page, 'Wednesday, March 6');
      expect(await page.getByText('no longer in the business').count()).toBe(0);
    });
  });

  it('opens with the own appointments as soon as an owner has chosen the own person', () =>
    server.using('users', 'Users', async (desk) => {
      const { page } = desk;
      await page.getByRole('button', { name: `Person…: ${OWNER}` }).click();
      expect(await page.getByLabel(/^Role of/).count()).toBe(0);
      await page.getByLabel(/^Person of/).selectOption({ label: OWN });
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => noticeOf(page)).toBe(`Your agenda opens with \u2068“${OWN}”\u2069.`);
      await page.getByRole('row', { name: OWNER }).getByText(OWN).waitFor();
      await page.getByRole('link', { name: 'Agenda' }).click();
      await heading(page, `${OWN}, Monday, March 4`);
    }));

  /** Applies the business without a person. */
  async function archive(name: string): Promise<void> {
    const { stdout } = await server.run(['business', 'export', '--json']);
    const business = JSON.parse(stdout) as { staff: { name: string }[] };
    const staff = business.staff.filter((person) => person.name !== name);
    const file = join(folder, 'business.json');
    await writeFile(file, JSON.stringify({ ...business, staff }));
    expect(await server.run(['business', 'apply', file, '--prune', '--yes'])).toMatchObject({ code: 0 });
  }
});
