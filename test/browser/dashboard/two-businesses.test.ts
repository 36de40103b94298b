import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import { smallBusiness } from '../../platform/support/fixture.ts';
import { manualClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM, openBrowser, type TestBrowser } from '../support/browser.ts';
import { AT, type DeskServer, PASSWORD, startDesk } from '../support/desk.ts';

const EMAIL = 'owner.a@example.com';

/** The owner of two salons, a and b. */
describe.skipIf(CHROMIUM === undefined)('the dashboard of a user with two businesses', () => {
  const folder = temporaryFolder();
  let browser: TestBrowser;
  let server: DeskServer;
  beforeAll(async () => {
    const database = join(folder, 'two.db');
    const platform = await openPlatform({
      database,
      business: smallBusiness('a'),
      clock: manualClock(AT),
      deliveries: false,
    });
    await platform.addBusiness(smallBusiness('b'));
    await platform.users.add({ email: EMAIL, name: 'Olga', role: 'owner' }, { teamId: 'team_b' });
    await platform.users.setPassword(EMAIL, PASSWORD);
    await platform.close();
    [browser, server] = await Promise.all([openBrowser(), startDesk([], database)]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('the chosen business lasts over pages, a reload and a link in a new tab, and questions name it', async () => {
    const desk = await server.open(browser, EMAIL);
    const { page } = desk;
    const chosen = page.getByLabel('Business', { exact: true });
    const chosenName = () => chosen.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
    await desk.go('business', 'Business');
    expect(await chosenName()).toBe('Salon a');
    await chosen.selectOption('Salon b');
    await expect.poll(chosenName).toBe('Salon b');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Business' }).waitFor();
    expect(await chosenName()).toBe('Salon b');

    await page.getByRole('button', { name: 'Close days' }).click();
    await page.getByLabel('First day').fill('2199-03-07');
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: /^Please confirm for .“Salon b”/ });
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'No, change nothing' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('link', { name: 'Contacts' }).click();
    const link = page.getByRole('link', { name: 'Erika Muster' });
    const address = await link.evaluate((element: HTMLAnchorElement) => element.href);
    const tab = await page.context().newPage();
    await tab.goto(address);
    await tab.getByText('erika.b@example.com').waitFor();
    desk.expectNoProblems();
    await desk.close();
  });

  it('an address of a business to which the user does not belong shows no other one in its place', async () => {
    const desk = await server.open(browser, EMAIL);
    const { page } = desk;
    await page.goto(`${server.url}/app#/business?team=team_c`);
    await page.getByText('This address is of a business to which you do not belong.').waitFor();
    expect(await page.content()).not.toContain('Opening hours');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Salon b' }).click();
    await page.getByRole('heading', { level: 1, name: 'Agenda' }).waitFor();
    expect(page.url()).toContain('team=team_b');
    desk.expectNoProblems();
    await desk.close();
  });
});
