import { describe, expect, it } from 'vitest';
import { endedCall, genericSource } from '../../voice/support/generic-source.ts';
import { CHROMIUM } from '../support/browser.ts';
import { AT, callToolAt, type Desk, noticeOf, OWNER, useOwnersDesk } from '../support/desk.ts';

/** What an owner does with the promises that were made in calls. */
describe.skipIf(CHROMIUM === undefined)('promises in the dashboard', () => {
  const server = useOwnersDesk();

  const using = (place: string, title: string, use: (desk: Desk) => Promise<void>, origin = server.url) =>
    server.using(place, title, use, { width: 1440, height: 900, origin });

  it('an open promise is marked as kept in its place, and leaves the list of open ones', () =>
    using('calls?show=follow-ups', 'Calls', async ({ page }) => {
      const items = page.locator('.calls > li');
      await items.first().waitFor();
      const count = await items.count();
      const first = items.first();
      const caller = (await first.locator('h4').textContent()) ?? '';
      const words = (await first.locator('.said, .quiet').first().textContent()) ?? '';
      await first.getByRole('button', { name: 'Mark as kept' }).press('Enter');
      await expect.poll(() => first.locator('.badge').textContent()).toBe('Kept');
      expect(await first.locator('.mark [role=status]').textContent()).toBe('Marked as kept.');
      await first.getByText('Marked as kept on').waitFor();
      expect(await items.count()).toBe(count);
      // The button that takes it back has the focus.
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');

      const status = page.getByLabel('Status');
      await status.selectOption('Kept');
      const kept = page.locator('.calls > li', { hasText: 'Marked as kept on' });
      await expect.poll(() => kept.count()).toBe(1);
      expect(await kept.locator('h4').textContent()).toBe(caller);
      await kept.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => items.locator('.badge').allTextContents()).toContain('Overdue');

      await status.selectOption('Open');
      await expect.poll(() => items.count()).toBe(count);
      const read = page.getByText(/^Read: \d+ calls\.$/);
      const before = await read.textContent();
      await page.getByLabel('Promised').selectOption('Last 90 days');
      await expect.poll(() => page.url()).toContain('status=open&days=90');
      await expect.poll(() => read.textContent()).not.toBe(before);
      expect(await items.first().textContent()).toContain(words);
    }));

  it('a promise that is marked in an opened call is kept in the list, too', () =>
    using('calls?show=follow-ups', 'Calls', async ({ page }) => {
      const open = page.locator('.calls > li', { has: page.getByRole('button', { name: 'Mark as kept' }) });
      await open.first().waitFor();
      const count = await open.count();
      await open.first().locator('h4 a').click();
      const call = page.getByRole('article');
      await call.getByRole('button', { name: 'Mark as kept' }).first().click();
      await call.getByText('Marked as kept on').waitFor();
      await page.goBack();
      await expect.poll(() => open.count()).toBe(count - 1);
      await page.getByLabel('Status').selectOption('All');
      const kept = page.locator('.calls > li', { hasText: 'Marked as kept on' });
      await kept.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => kept.count()).toBe(0);
    }));

  it('a kept promise of a call is marked as open, on the page of the call too', () =>
    using('calls?show=follow-ups&status=done', 'Calls', async ({ page, go }) => {
      await page.locator('.calls > li h4 a').first().click();
      const call = page.getByRole('article');
      await call.getByRole('button', { name: 'Mark as open' }).first().click();
      await call.getByText('Marked as open on').waitFor();
      await call.getByText(/^Promised here: .* \((open|overdue)\)$/).waitFor();
      const id = await call.locator('.definitions code').textContent();
      await go(`calls/${id}`, 'Call');
      await call.getByText('Marked as open on').waitFor();

      await go('calls?show=follow-ups', 'Calls');
      const open = page.locator('.calls > li', { hasText: 'Marked as open on' });
      await page.getByLabel('Status').selectOption('All');
      await open.first().waitFor();
      await open.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => open.count()).toBe(0);
    }));

  it('a promise after which a booking was made leads to this booking, on the day for which it is', () =>
    using('calls', 'Calls', async ({ page, go }) => {
      await callToolAt(page, 'create_booking', {
        service_id: 'svc_cleaning',
        start_time: '2199-03-20T09:00',
        contact_id: 'ct_castellano',
      });
      await go('calls?show=follow-ups&status=all', 'Calls');
      const booking = page.locator('.kept-by a', { hasText: 'a booking made on' });
      await booking.click();
      await page.getByRole('region', { name: 'Appointment', exact: true }).waitFor();
      expect(page.url()).toMatch(/#\/agenda\/2199-03-20\?booking=/);
      await page.goBack();
      await booking.waitFor();
      await go('agenda?booking=bk_unknown', 'Agenda');
      await page.getByText('This business has no such appointment.').waitFor();
    }));

  it('a promise and its call have links to call the customer back, and the call one to the page of the contact', () =>
    using('calls?show=follow-ups', 'Calls', async ({ page }) => {
      const item = page.locator('.calls > li', { hasText: 'Rosa Delgado' });
      const number = 'a[href="tel:+15185550148"]';
      expect(await item.locator(number).textContent()).toBe('+15185550148');
      await item.locator('h4 a').click();
      const call = page.getByRole('article');
      await call.locator(number).waitFor();
      await call.getByRole('link', { name: 'Rosa Delgado' }).click();
      await page.getByRole('heading', { level: 1, name: 'Contact', exact: true }).waitFor();
      await page.getByText('+15185550148').waitFor();
    }));

  it('a call has its promises with their status also if the server did not compute them in time for the call itself', () =>
    using('calls?show=follow-ups&status=done', 'Calls', async ({ page, go }) => {
      await page.locator('.calls > li h4 a').first().click();
      const id = await page.getByRole('article').locator('.definitions code').textContent();
      await page.route('**/tools/get_call*', async (route) => {
        const response = await route.fetch();
        const { _meta, ...answer } = await response.json();
        await route.fulfill({ response, json: answer });
      });
      await go(`calls/${id}`, 'Call');
      await page.getByRole('article').getByRole('button', { name: 'Mark as open' }).first().waitFor();
    }));

  it('a server that changes nothing shows promises without buttons', async () => {
    const origin = await server.start(['http', '--read-only']);
    await using(
      'calls?show=follow-ups',
      'Calls',
      async ({ page }) => {
        await page.locator('.calls > li').first().waitFor();
        expect(await page.getByRole('button', { name: /^Mark as/ }).count()).toBe(0);
      },
      origin,
    );
  });

  it('a mark that the server refuses says so beside its button, and changes nothing', () =>
    using('calls?show=follow-ups', 'Calls', async ({ page }) => {
      const first = page.locator('.calls > li').first();
      await first.waitFor();
      const state = await first.locator('.badge').textContent();
      await page.context().clearCookies();
      await first.getByRole('button', { name: 'Mark as kept' }).click();
      await expect
        .poll(() => first.locator('.mark [role=status]').textContent())
        .toBe('Your session has ended. Nothing was changed: try again.');
      expect(await first.locator('.badge').textContent()).toBe(state);
    }));

  it('a call that promises two callbacks is listed with both, and one of them is marked as kept', async () => {
    const { stdout } = await server.run(['calls', 'sources', 'add', 'generic', '--name', 'front desk', '--json']);
    const { source, secret } = JSON.parse(stdout);
    const age = (Date.now() - Date.parse(AT)) / 1_000;
    const turns = [
      { speaker: 'receptionist', text: 'We will call you back about the bill tomorrow.', offset_seconds: 3 },
      { speaker: 'receptionist', text: 'And Dr. Lee will call you on Friday about the X-ray.', offset_seconds: 9 },
    ];
    const call = endedCall('two', { phone: '+12125559998', started_at: '2199-03-04T14:00:00Z', turns });
    const answer = await genericSource(`${server.url}/api/intake/${source.id}`, source.id, secret).send(call, { age });
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
    await using('calls?show=follow-ups', 'Calls', async ({ page, go }) => {
      const items = page.locator('.calls > li', { hasText: '+12125559998' });
      await expect.poll(() => items.count()).toBe(2);
      const second = items.filter({ hasText: 'X-ray' });
      await second.getByRole('button', { name: 'Mark as kept' }).click();
      await second.getByText('Marked as kept on').waitFor();
      await go(`calls/${answer.body.call_id}`, 'Call');
      const promised = page.getByRole('article').getByText(/^Promised here: /);
      await expect.poll(() => promised.count()).toBe(2);
      await page.getByRole('article').getByRole('button', { name: 'Undo' }).waitFor();
      await go('calls?show=follow-ups&status=open', 'Calls');
      await expect.poll(() => items.count()).toBe(1);
      expect(await items.textContent()).toContain('about the bill tomorrow');
    });
  });

  it('a list that was open while the call was reported with other promises marks the promise that it shows, or none', async () => {
    const { stdout } = await server.run(['calls', 'sources', 'add', 'generic', '--name', 'front desk', '--json']);
    const { source, secret } = JSON.parse(stdout);
    const intake = genericSource(`${server.url}/api/intake/${source.id}`, source.id, secret);
    const age = (Date.now() - Date.parse(AT)) / 1_000;
    const report = async (...texts: string[]) => {
      const turns = texts.map((text, index) => ({ speaker: 'receptionist', text, offset_seconds: index * 3 }));
      const call = endedCall('changed', { phone: '+12125559997', started_at: '2199-03-04T14:10:00Z', turns });
      const answer = await intake.send(call, { age });
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
    };
    const BILL = 'We will call you back about the bill tomorrow.';
    const XRAY = 'And Dr. Lee will call you on Friday about the X-ray.';
    await report(BILL, XRAY);
    const { page, go, watch, close } = await server.open(OWNER);
    try {
      await go('calls?show=follow-ups', 'Calls');
      const items = page.locator('.calls > li', { hasText: '+12125559997' });
      await expect.poll(() => items.count()).toBe(2);
      // The X-ray is the third one then.
      await report(BILL, 'Dr. Kim will call you on Monday about the crown.', XRAY);
      await items.filter({ hasText: 'X-ray' }).getByRole('button', { name: 'Mark as kept' }).click();
      await items.filter({ hasText: 'X-ray' }).getByText('Marked as kept on').waitFor();
      await page.getByLabel('Status').selectOption('All');
      await expect.poll(() => items.count()).toBe(3);
      const kept = items.filter({ hasText: 'Marked as kept on' });
      expect(await kept.count()).toBe(1);
      expect(await kept.textContent()).toContain('X-ray');

      await report(BILL, 'Dr. Kim will call you on Tuesday about the crown.', XRAY);
      await items.filter({ hasText: 'crown' }).getByRole('button', { name: 'Mark as kept' }).click();
      await expect
        .poll(() => noticeOf(page))
        .toBe(
          'This promise is no longer there, or has other words now. Nothing was changed. The promises were read again.',
        );
      await items.filter({ hasText: 'on Tuesday about the crown' }).waitFor();
      expect(await items.count()).toBe(3);
      expect(await kept.count()).toBe(1);
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      expect(watch.problems()).toEqual([
        'error: Failed to load resource: the server responded with a status of 412 (Precondition Failed)',
      ]);
    } finally {
      await close();
    }
  });
});
