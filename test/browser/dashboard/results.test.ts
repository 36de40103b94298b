import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { type Desk, noticeOf, OWNER, useOwnersDesk } from '../support/desk.ts';
import { expectScreenshot } from '../support/screenshot.ts';

/** What the dashboard says of an action after it, and the secrets that it shows once. */
describe.skipIf(CHROMIUM === undefined)('results of actions in the dashboard', () => {
  const server = useOwnersDesk();
  let receiver: Server;
  let answer = 200;
  let pings = 0;
  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      pings++;
      request.resume();
      await once(request, 'end');
      response.writeHead(answer).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  beforeEach(() => {
    answer = 200;
    pings = 0;
  });
  afterAll(async () => {
    receiver?.close();
  });

  async function addWebhook({ page }: Desk, path: string): Promise<void> {
    const { port } = receiver.address() as AddressInfo;
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/${path}`);
    await page.getByLabel('A booking was made').check();
    await page.getByRole('button', { name: 'Make the webhook' }).click();
    await page.getByRole('listitem').filter({ hasText: path }).waitFor();
  }

  it('a secret that is shown once stays until it is stored, and says whose it is', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('webhooks', 'Webhooks');
    await addWebhook(desk, 'first');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await addWebhook(desk, 'second');
    const secretOf = (path: string) => page.getByRole('region', { name: new RegExp(`signing secret of .*/${path}`) });
    const [first, second] = await Promise.all(['first', 'second'].map((path) => secretOf(path).textContent()));
    expect(first).toMatch(/whsec_/);
    expect(second).toMatch(/whsec_/);
    expect(first?.match(/whsec_\S+/)).not.toEqual(second?.match(/whsec_\S+/));
    await expectAccessible(page);
    await secretOf('first').getByRole('button', { name: 'I have stored it' }).click();
    await secretOf('first').waitFor({ state: 'detached' });
    await secretOf('second').waitFor();
    // Without its webhook a secret is of no use.
    await page.getByRole('listitem').filter({ hasText: '/second' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Yes, delete it' }).click();
    await secretOf('second').waitFor({ state: 'detached' });
    desk.expectNoProblems();
    await desk.close();
  });

  it('a failure looks like one, is in sight, and the same words are announced again', async () => {
    const desk = await server.open(OWNER, { width: 768, height: 500 });
    const { page } = desk;
    await desk.go('webhooks', 'Webhooks');
    await addWebhook(desk, 'failing');
    for (let count = 0; count < 4; count++) await addWebhook(desk, `more-${count}`);
    answer = 500;
    const test = page
      .getByRole('listitem')
      .filter({ hasText: '/failing' })
      .getByRole('button', { name: 'Send a test' });
    await test.click();
    await expect.poll(() => noticeOf(page)).toMatch(/^The test was not delivered: .*500/);
    const box = page.locator('.announced');
    expect(await box.getAttribute('class')).toContain('bad');
    expect(await box.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
    expect(await box.evaluate((element) => element.getBoundingClientRect().bottom < innerHeight)).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expectAccessible(page);
    const spoken = await page.getByRole('status').locator('p').elementHandle();
    await test.click();
    await expect.poll(() => spoken?.evaluate((element) => element.isConnected)).toBe(false);
    await expect.poll(() => noticeOf(page)).toMatch(/^The test was not delivered: .*500/);
    await page.getByRole('button', { name: 'Close the message' }).click();
    await expect.poll(() => noticeOf(page)).toBe('');
    // The browser notes nothing: a test that was not delivered is an answer.
    desk.expectNoProblems();
    await desk.close();
  });

  it('a test is in the list of last deliveries that is open', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('webhooks', 'Webhooks');
    await addWebhook(desk, 'listed');
    const card = page.getByRole('listitem').filter({ hasText: '/listed' });
    await card.getByRole('link', { name: 'Last deliveries' }).click();
    await card.getByText('Nothing was delivered yet.').waitFor();
    await card.getByRole('button', { name: 'Send a test' }).click();
    await expect.poll(() => card.getByRole('row').filter({ hasText: 'ping' }).count()).toBe(1);
    desk.expectNoProblems();
    await desk.close();
  });

  it('a button that is pressed again while its action runs does nothing', async () => {
    const desk = await server.open(OWNER);
    const { page } = desk;
    await desk.go('webhooks', 'Webhooks');
    await addWebhook(desk, 'slow');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/ping', async (route) => {
      await held;
      await route.continue();
    });
    const test = page.getByRole('listitem').filter({ hasText: '/slow' }).getByRole('button', { name: 'Send a test' });
    await test.click();
    await expect.poll(() => test.getAttribute('aria-disabled')).toBe('true');
    await test.click({ force: true });
    release();
    await expect.poll(() => noticeOf(page)).toBe('The test was delivered.');
    await expect.poll(() => test.getAttribute('aria-disabled')).toBe('false');
    expect(pings).toBe(1);
    desk.expectNoProblems();
    await desk.close();
  });

  it('the confirmation of a booking stays when the agenda goes to its day, and ends on another page', async () => {
    const desk = await server.open(OWNER, { width: 1440, height: 900 });
    const { page } = desk;
    await desk.go('agenda/2199-03-18?view=week&service=svc_cleaning', 'Agenda');
    // Friday: the address of the week is that of its Monday.
    await page
      .getByRole('button', { name: /^\d+ free times from/ })
      .last()
      .click();
    const panel = page.getByRole('region', { name: /^Free time/ });
    await panel
      .getByRole('button', { name: /^Free at/ })
      .first()
      .click();
    await panel.getByRole('button', { name: /^Book/ }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Wendy Week');
    await page.getByRole('dialog').getByLabel('Telephone').fill('+15550100193');
    await page.getByRole('button', { name: 'Book it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).not.toContain('service=');
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    expect(await noticeOf(page)).toMatch(/^Booked for /);
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    await expect.poll(() => noticeOf(page)).toBe('');
    desk.expectNoProblems();
    await desk.close();
  });

  it('a failure and a secret look as recorded', async () => {
    const desk = await server.open(OWNER, { width: 768, height: 700, colorScheme: 'dark' });
    const { page } = desk;
    await desk.go('keys', 'API keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('website');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByRole('row').filter({ hasText: 'website' }).waitFor();
    await page.route('**/api-keys/*', (route) =>
      route.fulfill({ status: 500, json: { message: 'The disk is full.' } }),
    );
    await page.getByRole('button', { name: /^Revoke the key .“website”/ }).click();
    await page.getByRole('button', { name: 'Yes, revoke it' }).click();
    await expect.poll(() => noticeOf(page)).toBe('The disk is full.');
    await page.locator('td code, .secret code').evaluateAll((codes) => {
      for (const code of codes) code.textContent = 'sk_live_1234…';
    });
    // Two keys that were made at the same moment have no certain order: the picture ends above them.
    await page.setViewportSize({ width: 768, height: 360 });
    await page.evaluate(() => scrollTo(0, 0));
    await expectScreenshot(page, 'dashboard/failure-768-dark');
    await desk.close();
  });
});
