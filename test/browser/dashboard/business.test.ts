import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, type TestBrowser } from '../support/browser.ts';
import { callToolAt, type DeskServer, noticeOf, OWNER, startOwnersDesk } from '../support/desk.ts';

describe.skipIf(CHROMIUM === undefined)('the page of the business', () => {
  let browser: TestBrowser;
  let server: DeskServer;
  beforeAll(async () => {
    [browser, server] = await startOwnersDesk();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it('other hours of one person are set and shown as theirs', async () => {
    const desk = await server.open(browser, OWNER);
    const { page } = desk;
    await desk.go('business', 'Business');
    await page.getByRole('button', { name: 'Set other hours' }).click();
    await page.getByLabel('Person').selectOption('Keisha Brandt');
    await page.getByLabel('First day').fill('2199-12-24');
    await page.getByLabel('Hours', { exact: true }).fill('09:00-12:00');
    await page.getByRole('button', { name: 'Set the hours' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, do it' }).click();
    await expect.poll(() => noticeOf(page)).toMatch(/^Changed: /);
    const line = page.getByRole('listitem').filter({ hasText: 'Dec 24 2199' });
    expect(await line.textContent()).toBe('Tue, Dec 24 2199, 09:00-12:00, only Keisha Brandt');
    const { business } = await callToolAt(page, 'get_business', {});
    expect(business).toMatchObject({ special_hours: [{ hours: '09:00-12:00', staff: [expect.any(String)] }] });
    desk.expectNoProblems();
    await desk.close();
  });

  it('a price that is planned is shown with its first day, and from that day on as the price', async () => {
    const desk = await server.open(browser, OWNER);
    const { page } = desk;
    await desk.go('business', 'Business');
    for (const price of [
      { price: 140, price_from: '2199-03-10' },
      { price: 150, price_from: '2199-06-01' },
    ]) {
      const args = { service: 'Cleaning', ...price };
      const { question } = await callToolAt(page, 'update_service', args);
      const { repeat_with: agreed } = question as { repeat_with: Record<string, unknown> };
      await callToolAt(page, 'update_service', { ...args, ...agreed });
    }
    await page.reload();
    const price = page
      .getByRole('row')
      .filter({ hasText: /^Cleaning/ })
      .getByRole('cell')
      .nth(2);
    await expect
      .poll(() => price.textContent())
      .toMatch(/^\$\d+\.00\$140\.00 from Sun, Mar 10 2199\$150\.00 from Sat, Jun 1 2199$/);
    await page.clock.setFixedTime('2199-03-10T12:00:00Z');
    await page.reload();
    await expect.poll(() => price.textContent()).toBe('$140.00$150.00 from Sat, Jun 1 2199');
    desk.expectNoProblems();
    await desk.close();
  });
});
