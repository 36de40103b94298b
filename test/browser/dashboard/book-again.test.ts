import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.ts';
import { agreeToolAt, type Desk, noticeOf, OWNER, useOwnersDesk } from '../support/desk.ts';

type Fields = Record<string, unknown>;

/** How an owner books for the customer of an appointment that was cancelled or is over. */
describe.skipIf(CHROMIUM === undefined)('"Book again" in the dashboard', () => {
  const server = useOwnersDesk();

  async function using(place: string, use: (desk: Desk) => Promise<void>) {
    const desk = await server.open(OWNER, { width: 1280, height: 900 });
    try {
      await desk.go(place, 'Agenda');
      await desk.page.locator('.agenda .block').first().waitFor();
      await use(desk);
      desk.expectNoProblems();
    } finally {
      await desk.close();
    }
  }

  const bookingsOn = async ({ page }: Desk, day: string) => {
    const { items } = await agreeToolAt(page, 'list_bookings', { from: day, to: day, detail: 'full' });
    return items as Fields[];
  };
  const again = ({ page }: Desk) => page.locator('.panel').getByRole('link', { name: 'Book again…' });
  const open = (desk: Desk, booking: Fields) =>
    desk.page
      .locator('[data-cell]')
      .filter({ hasText: String(booking.contact_name) })
      .first()
      .click();

  it('a cancelled appointment is booked again with its service and customer, on its day', () =>
    using('agenda/2199-03-05', async (desk) => {
      const { page } = desk;
      const before = await bookingsOn(desk, '2199-03-05');
      const cancelled = before.find(({ status }) => status === 'cancelled') as Fields;
      await open(desk, cancelled);
      await again(desk).click();
      await page.getByRole('heading', { name: /^Free times for Root canal, Tuesday, March 5$/ }).waitFor();
      await page.getByText('Booking for ⁨“Simran Kaur”⁩: choose a time, or another service').waitFor();
      // Several starts that follow each other: the panel has a button for each.
      await page.locator('.block.free', { hasText: 'free times' }).first().click();
      await page.locator('.panel .starts button').first().click();
      await page.getByRole('button', { name: 'Book this time' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('For ⁨“Simran Kaur”⁩.').waitFor();
      await dialog.getByRole('button', { name: 'Book it' }).click();
      await expect.poll(() => noticeOf(page)).toContain('Booked for Tue, Mar 5');
      const { contact_id, service_id } = cancelled;
      const known = new Set(before.map(({ id }) => id));
      const added = (await bookingsOn(desk, '2199-03-05')).filter(({ id }) => !known.has(id));
      expect(added).toMatchObject([{ contact_id, service_id, status: 'confirmed' }]);
    }));

  it('an appointment that is over is booked again from today on', () =>
    using('agenda/2199-03-01', async (desk) => {
      const [past] = (await bookingsOn(desk, '2199-03-01')).filter(({ status }) => status === 'confirmed');
      await open(desk, past as Fields);
      await again(desk).click();
      await desk.page.getByRole('heading', { name: /^Free times for .*Monday, March 4$/ }).waitFor();
      expect(desk.page.url()).toContain(`contact=${past?.contact_id}`);
    }));

  it('an appointment that is ahead is moved instead', () =>
    using('agenda/2199-03-05', async (desk) => {
      const ahead = (await bookingsOn(desk, '2199-03-05')).find(({ contact_name: name }) => name === 'Vivian Tran');
      await open(desk, ahead as Fields);
      await desk.page.getByRole('button', { name: 'Move…' }).waitFor();
      expect(await again(desk).count()).toBe(0);
    }));
});
