import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signed } from '../../support/deliveries.ts';
import { CHROMIUM } from '../support/browser.ts';
import {
  AT,
  arrowTo,
  callToolAt,
  type Desk,
  noticeOf,
  OWNER,
  pressOn,
  tabTo,
  typeInto,
  useOwnersDesk,
} from '../support/desk.ts';

/** What an owner does in the dashboard: by keyboard alone, and with services that are connected. */
describe.skipIf(CHROMIUM === undefined)('the work in the dashboard', () => {
  const server = useOwnersDesk();
  let receiver: Server;
  /** What the receiver was sent, and the status that it answers. */
  const received: { type: string }[] = [];
  let answer = 200;
  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      received.push(JSON.parse(body));
      response.writeHead(answer).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  afterAll(async () => {
    receiver?.close();
  });

  const using = (place: string, title: string, use: (desk: Desk) => Promise<void>) =>
    server.using(place, title, use, { width: 1440, height: 900 });

  const focused = ({ page }: Desk) =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
  const notice = ({ page }: Desk) => noticeOf(page);

  it('a keyboard books an appointment, finds it in the agenda, and cancels it after a question', () =>
    using('agenda/2199-03-06', 'Agenda', async (desk) => {
      const { page } = desk;
      const services = page.getByLabel('Free times for');
      await tabTo(page, services);
      await page.keyboard.type('Whitening');
      await expect.poll(() => page.url()).toContain('service=');
      await arrowTo(page, page.getByRole('button', { name: /^\d+ free times from/ }).first());
      await page.keyboard.press('Enter');
      const panel = page.getByRole('region', { name: /^Free time/ });
      await pressOn(page, panel.getByRole('button', { name: /^Free at/ }).first());
      await pressOn(page, panel.getByRole('button', { name: /^Book/ }));

      const dialog = page.getByRole('dialog');
      await typeInto(page, dialog.getByLabel('Name'), 'Kim Keyboard');
      await typeInto(page, dialog.getByLabel('Telephone'), '+15550100177');
      // The focus stays inside of the dialog.
      for (let presses = 0; presses < 12; presses++) {
        await page.keyboard.press('Tab');
        const isOutside = await page.evaluate(() => {
          const { activeElement } = document;
          return activeElement !== document.body && activeElement?.closest('dialog') === null;
        });
        expect(isOutside).toBe(false);
      }
      await pressOn(page, dialog.getByRole('button', { name: 'Book it' }));
      await expect.poll(() => notice(desk)).toMatch(/^Booked for Wed, Mar 6/);

      const booking = page.getByRole('button', { name: /Kim Keyboard/ });
      await arrowTo(page, booking);
      await page.keyboard.press('Enter');
      await pressOn(page, page.getByRole('button', { name: 'Cancel appointment…' }));
      const yes = page.getByRole('button', { name: /^Yes/ });
      await pressOn(page, yes);
      await expect.poll(() => booking.textContent()).toMatch(/cancelled/i);
    }));

  it('an appointment is saved as a calendar file', async () => {
    const desk = await server.open(OWNER, { width: 1440, height: 900 });
    try {
      const { page } = desk;
      await desk.go('agenda/2199-03-05', 'Agenda');
      await page.locator('[data-cell]').first().click();
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Add to calendar' }).click();
      const file = await saving;
      expect(file.suggestedFilename()).toBe('appointment.ics');
      const text = await readFile((await file.path()) ?? '', 'utf8');
      expect(text).toMatch(/^BEGIN:VCALENDAR\r\n.*DTSTART:21990305T/s);
    } finally {
      await desk.close();
    }
  });

  it('a keyboard closes a day, and is warned of the appointments on it before', () =>
    using('business', 'Business', async (desk) => {
      const { page } = desk;
      const open = page.getByRole('button', { name: 'Close days' });
      await pressOn(page, open);
      await tabTo(page, page.getByLabel('First day'));
      await page.keyboard.type('03072199');
      await typeInto(page, page.getByLabel('Reason'), 'Staff training');
      const send = page.getByRole('button', { name: 'Save' });
      await pressOn(page, send);
      const question = page.getByRole('dialog', { name: 'Please confirm' });
      await expect.poll(() => question.textContent()).toMatch(/9 bookings ahead would no longer fit/);
      // Enter, held down, does not agree; Escape refuses, and gives the focus back.
      expect(await focused(desk)).toBe('No, change nothing');
      await page.keyboard.press('Escape');
      await expect.poll(() => focused(desk)).toBe('Save');
      await page.getByText('None.').first().waitFor();
      await page.keyboard.press('Enter');
      await pressOn(page, question.getByRole('button', { name: 'Yes, do it' }));
      await expect.poll(() => notice(desk)).toMatch(/^Changed: .* appointments ahead do not fit/);
      await page.getByText('Thu, Mar 7, 2199 (Staff training)').waitFor();
      await expect.poll(() => focused(desk)).toBe('Business');
    }));

  it('a keyboard adds a contact, and changes it', () =>
    using('contacts', 'Contacts', async (desk) => {
      const { page } = desk;
      const fieldWithFocus = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
      await pressOn(page, page.getByRole('button', { name: 'New contact' }));
      await expect.poll(fieldWithFocus).toBe('name');
      await typeInto(page, page.getByLabel('Name'), 'Ada Keys');
      await typeInto(page, page.getByLabel('E-mail address'), 'ada.keys@example.com');
      await page.keyboard.press('Enter');
      await expect.poll(() => notice(desk)).toBe('The contact was added.');
      await typeInto(page, page.getByRole('searchbox'), 'Ada Keys');
      await page.keyboard.press('Enter');
      await pressOn(page, page.getByRole('link', { name: 'Ada Keys' }));
      await page.getByRole('heading', { level: 1, name: 'Contact', exact: true }).waitFor();
      await pressOn(page, page.getByRole('button', { name: 'Change' }));
      await expect.poll(fieldWithFocus).toBe('name');
      await typeInto(page, page.getByLabel('Telephone'), '+15550100178');
      await page.keyboard.press('Enter');
      await expect.poll(() => notice(desk)).toBe('The contact was changed.');
      await page.getByText('+15550100178').waitFor();
    }));

  it('a keyboard finds the calls in which words were said, and opens one', () =>
    using('calls', 'Calls', async (desk) => {
      const { page } = desk;
      await typeInto(page, page.getByRole('searchbox'), 'toothache');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('mark').first().textContent()).toMatch(/toothache/i);
      const open = page
        .getByRole('main')
        .getByRole('link', { name: /^Open the call of/ })
        .first();
      await pressOn(page, open);
      await page.getByRole('heading', { name: 'What was said' }).waitFor();
      expect(await page.locator('mark').count()).toBeGreaterThan(0);
    }));

  it('a keyboard steps through what activity is counted by, and keeps the focus on the choice', () =>
    using('activity', 'Activity', async (desk) => {
      const { page } = desk;
      const by = page.getByRole('combobox', { name: /^by/ });
      await typeInto(page, page.getByLabel('from'), '02012199');
      await tabTo(page, by);
      for (const value of ['week', 'month', 'weekday']) {
        await page.keyboard.press('ArrowDown');
        await expect.poll(() => page.url()).toContain(`by=${value}`);
        await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
        expect(await by.evaluate((element) => element === document.activeElement)).toBe(true);
      }
      expect(page.url()).toContain('from=2199-02-01');
      await page.goBack();
      await expect.poll(() => by.inputValue()).toBe('month');
      await page.goBack();
      await page.goBack();
      await expect.poll(() => page.getByLabel('from').inputValue()).toBe('');
    }));

  it('a keyboard makes, replaces and ends a calendar feed, whose old addresses answer 404', () =>
    using('calendars', 'Calendar feeds', async (desk) => {
      const { page } = desk;
      const yes = page.getByRole('dialog').getByRole('button', { name: /^Yes/ });
      const secret = page.getByRole('region', { name: 'The new address' }).locator('code');
      const fetched = async (address: string) => {
        const response = await fetch(address);
        return [response.status, response.headers.get('content-type')?.split(';')[0]];
      };
      await pressOn(page, page.getByRole('button', { name: 'New feed' }));
      await pressOn(page, page.getByRole('button', { name: 'Make the feed' }));
      await pressOn(page, yes);
      const first = (await secret.textContent()) ?? '';
      expect(await fetched(first)).toEqual([200, 'text/calendar']);
      await pressOn(page, page.getByRole('button', { name: 'Replace the address of the feed of the whole business' }));
      await pressOn(page, yes);
      await expect.poll(() => secret.textContent()).not.toBe(first);
      const next = (await secret.textContent()) ?? '';
      expect([await fetched(first), await fetched(next)]).toEqual([
        [404, 'application/json'],
        [200, 'text/calendar'],
      ]);
      await pressOn(page, page.getByRole('button', { name: 'End the feed of the whole business' }));
      // What the owner knows of it, and not its id.
      await page
        .getByRole('dialog')
        .getByText(/^Revoke the calendar feed made on Mon, Mar 4, 10:00.AM \(New York time\), which shows all bookings/)
        .waitFor();
      await pressOn(page, yes);
      await expect.poll(() => notice(desk)).toBe('The feed was ended.');
      expect((await fetched(next))[0]).toBe(404);
      expect(await page.content()).not.toContain(next);
    }));

  it('a webhook shows its secret once, its tests, and what was delivered and what failed', () =>
    using('webhooks', 'Webhooks', async (desk) => {
      const { page } = desk;
      const { port } = receiver.address() as AddressInfo;
      await page.getByRole('button', { name: 'New webhook' }).click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('url');
      await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`);
      await page.getByLabel('A booking was made').check();
      await page.getByRole('button', { name: 'Make the webhook' }).click();
      const secret = page.getByRole('region', { name: 'The new signing secret' });
      expect(await secret.locator('code').textContent()).toMatch(/^whsec_/);
      await page.getByRole('button', { name: 'I have stored it' }).click();
      expect(await page.content()).not.toContain('whsec_');

      const card = page.getByRole('listitem').filter({ hasText: `127.0.0.1:${port}` });
      await card.getByText('Nothing sent yet').waitFor();
      await card.getByRole('button', { name: 'Send a test' }).click();
      await expect.poll(() => notice(desk)).toBe('The test was delivered.');
      answer = 500;
      await card.getByRole('button', { name: 'Send a test' }).click();
      await expect.poll(() => notice(desk)).toMatch(/^The test was not delivered: .*500/);
      await book(desk);
      await expect.poll(() => received.map(({ type }) => type)).toContain('booking.created');
      await page.reload();
      await card.getByText('The last attempt failed').waitFor();
      await card.getByRole('link', { name: 'Last deliveries' }).click();
      const rows = card.getByRole('row');
      await expect
        .poll(() => rows.allTextContents())
        .toEqual([
          'WhenEventResultTime',
          expect.stringMatching(/booking\.createdfailed 500/),
          expect.stringMatching(/pingfailed 500/),
          expect.stringMatching(/pingdelivered 200/),
        ]);
      answer = 200;
      await card.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Yes, delete it' }).click();
      await page.getByText('There is no webhook yet.').waitFor();
    }));

  it('a source shows its secret once, and the reports that it received and refused', () =>
    using('sources', 'Call sources', async (desk) => {
      const { page } = desk;
      await page.getByRole('button', { name: 'New source' }).click();
      await page.getByLabel('Vendor').selectOption('generic');
      await page.getByLabel('Name').fill('main line');
      await page.getByRole('button', { name: 'Add the source' }).click();
      const secret = (await page.getByRole('region', { name: 'The new secret' }).locator('code').textContent()) ?? '';
      await page.getByRole('button', { name: 'I have stored it' }).click();
      const card = page.getByRole('listitem').filter({ hasText: 'main line' });
      const address = (await card.locator('code.address').textContent()) ?? '';
      const report = (secrets: string[]) => {
        const call = { call_id: 'one', started_at: AT, duration_seconds: 30, summary: 'Asked for the price.' };
        const body = JSON.stringify(call);
        return fetch(address, { method: 'POST', body, headers: signed(body, { at: new Date(AT), secrets }) });
      };
      expect((await report([`whsec_${'A'.repeat(32)}`])).ok).toBe(false);
      expect((await report([secret])).ok).toBe(true);
      // Refusals are stored once a second.
      const shown = async () => {
        await page.reload();
        return card.textContent();
      };
      await expect
        .poll(shown, { timeout: 5_000 })
        .toMatch(/1 refused.*1 understood.*Refused once, .*: wrong signature/);
      expect(await page.content()).not.toContain(secret);
      await card.getByRole('link', { name: 'Last reports' }).click();
      await card.getByRole('link', { name: 'Open the call' }).click();
      await page.getByText('Asked for the price.').waitFor();
      await desk.go('sources', 'Call sources');
      await card.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Yes, remove it' }).click();
      await page.getByText('There is no source yet.').waitFor();
      expect((await report([secret])).status).toBe(404);
    }));

  it('a new API key of a vendor leaves the secret as it is, and the page says so', () =>
    using('sources', 'Call sources', async (desk) => {
      const { page } = desk;
      await page.getByRole('button', { name: 'New source' }).click();
      await page.getByLabel('Vendor').selectOption('twilio');
      await page.getByLabel('Name').fill('second line');
      await page.getByLabel('Secret of Twilio').fill('0123456789abcdef0123456789abcdef');
      await page.getByRole('button', { name: 'Add the source' }).click();
      const card = page.getByRole('listitem').filter({ hasText: 'second line' });
      await card.getByText('No vendor can reach this address').waitFor();
      await card.getByRole('button', { name: 'Change the secret or the API key' }).click();
      await card.getByLabel('API key of Twilio').fill(`AC${'0'.repeat(32)}:${'1'.repeat(32)}`);
      await card.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => notice(desk)).toBe('The API key was changed. The secret is the same as before.');
      await card.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Yes, remove it' }).click();
      await page.getByText('There is no source yet.').waitFor();
    }));

  /** Makes a booking, of which webhooks are notified. */
  const book = ({ page }: Desk) =>
    callToolAt(page, 'create_booking', {
      service_id: 'svc_cleaning',
      start_time: '2199-03-12T12:00:00Z',
      contact_name: 'Hook Receiver',
      contact_phone: '+15550100179',
    });
});
