import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser, type TestBrowser } from '../support/browser.ts';
import { type Desk, type DeskServer, OWNER, PASSWORD, startDesk } from '../support/desk.ts';

/** What the agenda of the dashboard does with times, people, and changes that others make meanwhile. */
describe.skipIf(CHROMIUM === undefined)('the agenda of the dashboard', () => {
  let browser: TestBrowser;
  let server: DeskServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startDesk()]);
    expect(await server.run(['users', 'set-password', OWNER], `${PASSWORD}\n`)).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** Opens the agenda for one test, which must do nothing that it may not. */
  async function using(place: string, use: (desk: Desk) => Promise<void>): Promise<void> {
    const desk = await server.open(browser, OWNER, { width: 1440, height: 900 });
    try {
      await desk.go(place, 'Agenda');
      await desk.page.locator('.agenda').waitFor();
      await use(desk);
      desk.expectNoProblems();
    } finally {
      await desk.close();
    }
  }

  const column = ({ page }: Desk, name: string) => page.locator('[data-column]').filter({ hasText: name });
  const notice = ({ page }: Desk) => page.getByRole('main').getByRole('status').first().textContent();

  it('a time that is chosen in the column of one person is booked with this person', () =>
    using('agenda/2199-03-12?service=svc_cleaning', async (desk) => {
      const { page } = desk;
      // Keisha Brandt is free, too, and has fewer appointments: without a choice, the platform takes her.
      const person = 'Tomasz Lindqvist';
      await column(desk, person).locator('.block.free').first().click();
      await page.getByRole('button', { name: /^Free at 8:00 AM/ }).click();
      await page.getByRole('button', { name: 'Book this time' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(person).waitFor();
      await dialog.getByLabel('Name').fill('Pat Column');
      await dialog.getByLabel('Telephone').fill('+15550100180');
      await dialog.getByRole('button', { name: 'Book it' }).click();
      await expect.poll(() => notice(desk)).toContain(person);
      await column(desk, person).getByRole('button', { name: 'Pat Column' }).waitFor();
    }));
});
