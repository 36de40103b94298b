import { describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.ts';
import { agreeToolAt, type Desk, OWNER, useOwnersDesk } from '../support/desk.ts';

/** What the agenda of the dashboard says where a time is not free. */
describe.skipIf(CHROMIUM === undefined)('reasons why a time is not free', () => {
  const server = useOwnersDesk();

  async function using(use: (desk: Desk) => Promise<void>): Promise<void> {
    const desk = await server.open(OWNER, { width: 1440, height: 900 });
    try {
      await desk.go('account', 'Account');
      await use(desk);
      desk.expectNoProblems();
    } finally {
      await desk.close();
    }
  }

  const show = async (desk: Desk, place: string) => {
    await desk.go(place, 'Agenda');
    await desk.page.locator('.agenda').waitFor();
  };
  const none = async (desk: Desk, place: string) => {
    await show(desk, place);
    return desk.page.locator('.empty').textContent();
  };

  it('a closed day says so, with the reason of the business', () =>
    using(async (desk) => {
      await agreeToolAt(desk.page, 'close_days', { from: '2199-03-18', reason: 'Staff training' });
      expect(await none(desk, 'agenda/2199-03-18?service=svc_cleaning')).toBe(
        'No free times on Monday, March 18. The business is closed on Mon, Mar 18, 2199 ("Staff training").',
      );
      expect(await none(desk, 'agenda/2199-03-17?service=svc_cleaning')).toBe(
        'No free times on Sunday, March 17. The business is closed on Sun, Mar 17, 2199.',
      );
    }));

  it('a person who is away, and alone performs the service, is named without the id', () =>
    using(async (desk) => {
      await agreeToolAt(desk.page, 'update_service', { service: 'svc_root_canal', staff: ['Ibarra'] });
      await agreeToolAt(desk.page, 'set_time_off', { staff: 'Ibarra', from: '2199-03-19' });
      expect(await none(desk, 'agenda/2199-03-19?service=svc_root_canal')).toBe(
        'No free times on Tuesday, March 19. "Dr. Rafael Ibarra" is away on Tue, Mar 19, 2199.',
      );
    }));

  it('minimum notice and booking window say from when and until when a time is possible, also next to free times', () =>
    using(async (desk) => {
      const { page } = desk;
      await agreeToolAt(page, 'update_business', { minimum_notice: '2h', booking_window: '30d' });
      await show(desk, 'agenda/2199-03-04?service=svc_cleaning');
      const first = 'The first possible start, by the minimum notice, is Monday, March 4, 12:00 PM.';
      await page.getByText(first, { exact: true }).waitFor();
      await show(desk, 'agenda/2199-03-05?service=svc_cleaning');
      await page.getByRole('heading', { name: 'Tuesday, March 5' }).waitFor();
      expect(await page.getByText('minimum notice').count()).toBe(0);
      await agreeToolAt(page, 'update_business', { minimum_notice: '3d' });
      expect(await none(desk, 'agenda/2199-03-06?service=svc_cleaning')).toBe(
        'No free times on Wednesday, March 6. The first possible start, by the minimum notice, is Thu, Mar 7, 10:00 AM.',
      );
      await show(desk, 'agenda/2199-04-03?service=svc_cleaning');
      await page
        .getByText('The last possible start, by the booking window, is Wednesday, April 3, 11:00 AM.', { exact: true })
        .waitFor();
      expect(await none(desk, 'agenda/2199-04-04?service=svc_cleaning')).toBe(
        'No free times on Thursday, April 4. The last possible start, by the booking window, is Wed, Apr 3, 11:00 AM.',
      );
      await agreeToolAt(page, 'update_business', { minimum_notice: 'none', booking_window: 'none' });
    }));

  it('an appointment that is moved on a day without free times says why the day has none, and which days have some', () =>
    using(async (desk) => {
      const { page } = desk;
      await agreeToolAt(page, 'close_days', { from: '2199-03-05', reason: 'Water damage' });
      await show(desk, 'agenda/2199-03-05');
      await page.getByRole('button', { name: 'Chidi Okonkwo' }).click();
      await page.getByRole('button', { name: 'Move…' }).click();
      const moving = page.getByRole('region', { name: 'Move an appointment' });
      await moving
        .getByText('No free times on Tuesday, March 5. The business is closed on Tue, Mar 5, 2199 ("Water damage").', {
          exact: true,
        })
        .waitFor();
      await moving.getByRole('button', { name: /^Wed, Mar 6: \d+ free times/ }).waitFor();
      expect(await page.locator('.empty').count()).toBe(0);
      const from = moving.getByLabel('Look for free times from');
      await from.fill('2199-03-18');
      await from.press('Enter');
      await moving.getByText(/^No free times on Monday, March 18\. The business is closed on Mon, Mar 18/).waitFor();
      await from.fill('2199-03-20');
      await from.press('Enter');
      await moving.getByText('No free times').waitFor({ state: 'detached' });
      await agreeToolAt(page, 'close_days', { from: '2199-03-05', reopen: true });
    }));
});
