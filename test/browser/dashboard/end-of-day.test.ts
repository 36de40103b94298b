import { beforeAll, describe, expect, it } from 'vitest';
import { endedCall, genericSource } from '../../voice/support/generic-source.ts';
import { expectAccessible } from '../support/accessible.ts';
import { CHROMIUM } from '../support/browser.ts';
import { AT, type Desk, OWNER, useOwnersDesk } from '../support/desk.ts';
import { expectTouchable } from '../support/touchable.ts';

/** More promises than one answer has. */
const PROMISES = 105;

/** What an owner reads of many calls at the end of a day. */
describe.skipIf(CHROMIUM === undefined)('the calls of a long day', () => {
  const server = useOwnersDesk();
  let recorded = '';

  const using = (place: string, title: string, use: (desk: Desk) => Promise<void>, width = 1280) =>
    server.using(place, title, use, { width, height: 844 });

  beforeAll(async () => {
    const { stdout } = await server.run(['calls', 'sources', 'add', 'generic', '--name', 'front desk', '--json']);
    const { source, secret } = JSON.parse(stdout);
    const { send } = genericSource(`${server.url}/api/intake/${source.id}`, source.id, secret);
    const age = (Date.now() - Date.parse(AT)) / 1_000;
    /** Reports a call that was some minutes ago. Returns its id. */
    const report = async (reference: string, minutes: number, more: object) => {
      const started_at = new Date(Date.parse(AT) - minutes * 60_000).toISOString();
      const answer = await send(endedCall(reference, { started_at, ...more }), { age });
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
      return String(answer.body.call_id);
    };
    const turns = [{ speaker: 'receptionist', text: 'We will call you back today.', offset_seconds: 3 }];
    for (let call = 0; call < PROMISES; call++)
      await report(`call-${call}`, 10 + call, { phone: `+1212555${1_000 + call}`, turns });
    const address = 'https://recordings.example.com/0017.mp3';
    recorded = await report('recorded', 5, { recording_url: address });
    // Its report is late.
    await report('late', 600, { phone: '+12125559999', turns: [] });
  });

  it('the latest calls are in the order in which they were, also those whose report was late', () =>
    using('calls', 'Calls', async ({ page }) => {
      const starts = () => page.getByRole('row').locator('th[scope=row]').allTextContents();
      await expect.poll(starts).toHaveLength(50);
      const first = await starts();
      expect(first[0]).toMatch(/9:55\sAM$/);
      expect(first[1]).toMatch(/9:50\sAM$/);
      const heads = await page.evaluateHandle(() => {
        const seen: string[] = [];
        const observer = new MutationObserver(() => {
          const number = document.querySelector('nav[aria-label="Pages of the list"] span')?.textContent;
          if (number) seen.push(`${number}: ${document.querySelector('th[scope=row]')?.textContent}`);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        return seen;
      });
      await page.getByRole('link', { name: 'Next' }).click();
      await page.getByText('Page 2').waitFor();
      await expect.poll(starts).toHaveLength(50);
      const second = await starts();
      // The number of a page is never above the calls of another one, not even for a moment.
      expect([...new Set(await heads.jsonValue())]).toEqual([`Page 2: ${second[0]}`]);
      expect(
        second.filter((start) => first.includes(start)),
        JSON.stringify({ first, second }),
      ).toEqual([]);
      await page.getByRole('row').nth(1).getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: 'Call', exact: true }).waitFor();
      await page.getByRole('link', { name: 'All calls' }).click();
      await page.getByText('Page 2').waitFor();
      await expect.poll(starts).toEqual(second);
      await page.reload();
      await expect.poll(starts).toEqual(second);
      await page.getByRole('link', { name: 'Previous' }).click();
      await expect.poll(starts).toEqual(first);
    }));

  it('the list begins again where its place is one of before a restart of the server', () =>
    using('calls?after=outdated', 'Calls', async ({ page }) => {
      await page.getByText('Page 1').waitFor();
      expect(page.url()).not.toContain('after');
      expect(await page.getByRole('row').nth(1).textContent()).toMatch(/9:55\sAM/);
    }));

  it.each([1280, 390])('all open promises are read, and the oldest of them is the first, at %i pixels', (width) =>
    using(
      'calls?show=follow-ups',
      'Calls',
      async ({ page }) => {
        await page.getByText(/^Read: \d+ calls\.$/).waitFor();
        const items = page.locator('.calls > li');
        expect(await items.count()).toBeGreaterThan(PROMISES);
        expect(await items.first().locator('.badge').textContent()).toBe('Overdue');
        expect(await page.getByRole('button', { name: 'Read earlier calls' }).count()).toBe(0);
        await expectAccessible(page);
        if (width === 390) await expectTouchable(page);
      },
      width,
    ),
  );

  it('a number without a name is there once, as the link that calls it', () =>
    using('calls?show=follow-ups', 'Calls', async ({ page }) => {
      const item = page.locator('.calls > li').filter({ has: page.locator('a[href="tel:+12125551003"]') });
      await item.waitFor();
      expect(await item.getByRole('link').count()).toBe(2);
      expect(await item.locator('h4').textContent()).toBe('Open the call of Caller without a name');
      await item.locator('h4 a').press('Enter');
      await page.getByRole('heading', { name: /^Incoming call from \+1 ?212 ?555 ?1003$/ }).waitFor();
    }));

  it.each([1280, 390])('the contact of a number without a name is made from its call, at %i pixels', (width) => {
    const number = `+1212555${1_003 + (width === 390 ? 1 : 0)}`;
    const name = `Nora Newcomer ${width}`;
    return using(
      'calls?show=follow-ups',
      'Calls',
      async ({ page }) => {
        await page
          .locator('.calls > li', { has: page.locator(`a[href="tel:${number}"]`) })
          .locator('h4 a')
          .press('Enter');
        if (width === 390) await expectTouchable(page);
        await page.getByRole('link', { name: 'New contact' }).click();
        await page.getByRole('heading', { name: 'New contact' }).waitFor();
        expect(await page.getByLabel('Telephone').inputValue()).toBe(number);
        await page.getByLabel('Name').fill(name);
        await page.getByRole('button', { name: 'Add the contact' }).click();
        await page.getByRole('heading', { level: 1, name: 'Contact', exact: true }).waitFor();
        await page.locator('main').getByText(name).first().waitFor();
        // The call of before is one of the contact.
        await page.getByRole('link', { name: /AM$/ }).first().click();
        await page.getByRole('heading', { level: 1, name: 'Call', exact: true }).waitFor();
        await page.locator(`a[href="tel:${number}"]`).waitFor();
      },
      width,
    );
  });

  it('a recording is opened in another tab, which does not learn of the page', async () => {
    const desk = await server.open(OWNER);
    await desk.go(`calls/${recorded}`, 'Call');
    const { page } = desk;
    const address = 'https://recordings.example.com/0017.mp3';
    await page.context().route(address, (route) => route.abort());
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Open the recording at recordings.example.com' }).click(),
    ]);
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    expect(desk.watch.problems()[0]).toBe(`requested ${address}`);
    await desk.close();
  });
});
