import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM, openBrowser, type TestBrowser } from '../support/browser.ts';
import { type DeskServer, MEMBER, noticeOf, OWNER, PASSWORD, signInAt, startDesk } from '../support/desk.ts';
import { expectScreenshot } from '../support/screenshot.ts';

describe.skipIf(CHROMIUM === undefined)('a dashboard whose session ends', () => {
  let browser: TestBrowser;
  let server: DeskServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startDesk()]);
    for (const user of [OWNER, MEMBER])
      expect(await server.run(['users', 'set-password', user], `${PASSWORD}\n`)).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it('what was typed is still there after signing in again, and can be sent', async () => {
    const desk = await server.open(browser, OWNER, { width: 768, height: 700 });
    const { page } = desk;
    await desk.go('contacts', 'Contacts');
    await page.getByRole('button', { name: 'New contact' }).click();
    const form = page.locator('.card form');
    await form.getByLabel('Name').fill('Typed Before');
    await form.getByLabel('Telephone').fill('+15550100194');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Add the contact' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByText('Your session has ended. Nothing was changed since then').waitFor();
    expect(await again.getByLabel('E-mail address').inputValue()).toBe(OWNER);
    await expectAccessible(page);
    await expectScreenshot(page, 'dashboard/session-ended-768-light');
    // Without a session there is no way back to the page.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await again.getByLabel('Password').fill('a wrong password');
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.getByText('Wrong e-mail address or password').waitFor();
    await again.getByLabel('Password').fill(PASSWORD);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.waitFor({ state: 'detached' });
    expect(await form.getByRole('alert').textContent()).toBe('Your session has ended. Nothing was changed: try again.');
    expect(await form.getByLabel('Name').inputValue()).toBe('Typed Before');
    await page.getByRole('button', { name: 'Add the contact' }).click();
    await expect.poll(() => noticeOf(page)).toBe('The contact was added.');
    desk.expectNoProblems();
    await desk.close();
  });

  it.each([
    ['keys', 'API keys', 'demo'],
    ['webhooks', 'Webhooks', 'There is no webhook yet.'],
    ['sources', 'Call sources', 'There is no source yet.'],
    ['calls', 'Calls', 'Reminded Marie-Claire Baptiste'],
  ])('the page %s asks to sign in again, and is then read', async (_place, title, text) => {
    const desk = await server.open(browser, OWNER);
    const { page } = desk;
    await desk.go('account', 'Account');
    await page.context().clearCookies();
    await page.getByRole('link', { name: title, exact: true }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Password').fill(PASSWORD);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('main').getByText(text).first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    desk.expectNoProblems();
    await desk.close();
  });

  it('another user who signs in finds nothing of what was typed, and leaving takes the page away', async () => {
    const desk = await server.open(browser, OWNER);
    const { page } = desk;
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    const end = async () => {
      await page.getByRole('button', { name: 'New contact' }).click();
      await page.getByLabel('Name').fill('Typed Before');
      await page.context().clearCookies();
      await page.getByRole('button', { name: 'Add the contact' }).click();
    };
    await desk.go('contacts', 'Contacts');
    await end();
    await again.getByLabel('E-mail address').fill(MEMBER);
    await again.getByLabel('Password').fill(PASSWORD);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.waitFor({ state: 'detached' });
    expect(await page.locator('.card form').count()).toBe(0);

    await page.getByText('Beatriz dos Santos').waitFor();
    await end();
    await again.getByRole('button', { name: 'Leave the page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await page.content()).not.toContain('Beatriz dos Santos');
    desk.expectNoProblems();
    await desk.close();
  });

  it('a page over plain HTTP says why the browser does not keep the sign-in', async () => {
    // The browser takes this for another machine; the requests go to the server nevertheless, with its answers.
    const origin = 'http://desk.test';
    const desk = await server.open(browser, undefined, { origin });
    const { page } = desk;
    await page.route(`${origin}/**`, async (route) => {
      const request = route.request();
      const { cookie = '' } = await request.allHeaders();
      const response = await fetch(`${server.url}${new URL(request.url()).pathname}`, {
        method: request.method(),
        headers: { 'content-type': 'application/json', cookie },
        body: request.postData(),
      });
      const { 'set-cookie': set, ...headers } = Object.fromEntries(response.headers);
      // At the address of another machine, the server adds this attribute.
      await route.fulfill({
        status: response.status,
        headers: { 'content-type': headers['content-type'] ?? '', ...(set && { 'set-cookie': `${set}; Secure` }) },
        body: Buffer.from(await response.arrayBuffer()),
      });
    });
    await desk.go('', 'Sign in');
    await page.getByText('This page came over plain HTTP').waitFor();
    await expectAccessible(page);
    await signInAt(page, OWNER);
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toBe('The password was right, but the browser did not keep the sign-in. Open this page over HTTPS.');
    await desk.close();
  });
});
