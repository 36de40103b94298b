import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.ts';
import { AT, callToolAt, type Desk, OWNER, useOwnersDesk } from '../support/desk.ts';

describe.skipIf(CHROMIUM === undefined)('a page of the dashboard that stays open', () => {
  const server = useOwnersDesk();
  let number = 320;

  /** Opens a page whose clock can be put forward, and another one. */
  async function using(place: string, title: string, use: (desk: Desk, elsewhere: Page) => Promise<void>) {
    const [desk, other] = [await server.open(OWNER, { at: undefined }), await server.open(OWNER)];
    try {
      await desk.page.clock.install({ time: AT });
      await other.go('account', 'Account');
      await desk.go(place, title);
      await use(desk, other.page);
    } finally {
      await Promise.all([desk.close(), other.close()]);
    }
  }
  const minute = ({ page }: Desk) => page.clock.fastForward(61_000);
  const book = (page: Page, start_time: string, contact_name: string) =>
    callToolAt(page, 'create_booking', {
      service_id: 'svc_cleaning',
      start_time,
      contact_name,
      contact_phone: `+15185550${++number}`,
    });
  const entry = ({ page }: Desk, name: string) => page.getByRole('button', { name: new RegExp(name) });

  it('the agenda shows what was booked elsewhere a minute later, and at once when the page is shown again', () =>
    using('agenda/2199-03-11', 'Agenda', async (desk, elsewhere) => {
      const { page } = desk;
      await page.getByText(/appointments? · New York time/).waitFor();
      await book(elsewhere, '2199-03-11T13:10:00Z', 'Lena Later');
      expect(await entry(desk, 'Lena Later').count()).toBe(0);
      await minute(desk);
      await entry(desk, 'Lena Later').waitFor();
      await book(elsewhere, '2199-03-11T14:10:00Z', 'Rob Returned');
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await entry(desk, 'Rob Returned').waitFor();
      desk.expectNoProblems();
    }));

  it('the agenda stays as it is while an appointment is chosen, and is read again when it is closed', () =>
    using('agenda/2199-03-12', 'Agenda', async (desk, elsewhere) => {
      const { page } = desk;
      await book(elsewhere, '2199-03-12T13:10:00Z', 'Cora Chosen');
      await minute(desk);
      await entry(desk, 'Cora Chosen').click();
      await page.getByRole('button', { name: 'Cancel appointment…' }).waitFor();
      await book(elsewhere, '2199-03-12T14:10:00Z', 'Mara Meanwhile');
      await minute(desk);
      expect(await page.getByRole('button', { name: 'Cancel appointment…' }).count()).toBe(1);
      expect(await entry(desk, 'Mara Meanwhile').count()).toBe(0);
      // What was due meanwhile is done at once.
      await page.keyboard.press('Escape');
      await entry(desk, 'Mara Meanwhile').waitFor();
      desk.expectNoProblems();
    }));

  it('an agenda that cannot be read again shows how it was, and that the server does not answer', () =>
    using('agenda/2199-03-13', 'Agenda', async (desk, elsewhere) => {
      const { page } = desk;
      await book(elsewhere, '2199-03-13T13:10:00Z', 'Ona Online');
      await minute(desk);
      await entry(desk, 'Ona Online').waitFor();
      await page.route('**/tools/list_bookings', (route) => route.abort());
      await minute(desk);
      await page.getByText('The server does not answer.').waitFor();
      expect(await entry(desk, 'Ona Online').count()).toBe(1);
      await page.unroute('**/tools/list_bookings');
      await minute(desk);
      await expect.poll(() => page.getByText('The server does not answer.').count()).toBe(0);
    }));
});
