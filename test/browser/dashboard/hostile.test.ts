import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/platform.ts';
import { CHROMIUM, openBrowser, type TestBrowser } from '../support/browser.ts';
import { AT, type Desk, type DeskServer, PASSWORD, startDesk } from '../support/desk.ts';
import { HOSTILE_OWNER, MARK, seedHostileBusiness } from '../support/hostile-business.ts';
import { MARKUP } from '../support/hostile-corpus.ts';

/** Elements that the dashboard makes. Another one was made by a text of others. */
const ELEMENTS =
  'div main nav section article header search form fieldset legend label input select option textarea h1 h2 h3 h4 p span strong button a ul ol li dl dt dd bdi blockquote code time mark table caption thead tbody tfoot tr th td svg g title text rect line polyline path circle details summary dialog wbr'.split(
    ' ',
  );

/** Places with texts of others, and whether imitations of the words of the page are among them. */
const PLACES = [
  ['agenda', 'Agenda', true],
  ['agenda?view=week', 'Agenda', true],
  ['calls', 'Calls', true],
  ['calls?query=appointment', 'Calls', false],
  ['calls/call_0', 'Call', false],
  ['calls/call_100', 'Call', false],
  ['contacts', 'Contacts', false],
  ['contacts?page=3', 'Contacts', false],
  ['activity?by=service', 'Activity', true],
  ['activity?by=staff', 'Activity', true],
  ['business', 'Business', true],
  ['calendars', 'Calendar feeds', false],
  ['keys', 'API keys', true],
  ['sources', 'Call sources', true],
] as const;

describe.skipIf(CHROMIUM === undefined)('hostile texts in the dashboard', () => {
  const folder = temporaryFolder();
  let browser: TestBrowser;
  let server: DeskServer;
  beforeAll(async () => {
    const database = join(folder, 'hostile.db');
    await seedHostileBusiness(database, AT, PASSWORD);
    [browser, server] = await Promise.all([openBrowser(), startDesk([], database)]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Returns elements, handlers and addresses that texts of others made, and such texts among the words of the page. */
  const findings = ({ page }: Desk) =>
    page.evaluate(
      ({ known, mark }) => {
        const root = document.getElementById('dashboard') as HTMLElement;
        const isForeign = (element: Element) =>
          !known.includes(element.localName) ||
          [...element.attributes].some(
            ({ name, value }) =>
              /^(on|src|srcset|action|formaction|background|is)/.test(name) ||
              (name === 'href' && !/^(#|mailto:|tel:)/.test(value)),
          );
        const elements = [...root.querySelectorAll('*')].filter(isForeign).map(({ outerHTML }) => outerHTML);
        const outside = [
          ...document.querySelectorAll('body > :not(#dashboard, script), head > :not(meta, title, link)'),
        ];
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        const unquoted: string[] = [];
        let count = 0;
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          // An id can have the mark by chance.
          const text = (node.textContent ?? '').replace(/\b[a-z]+_[a-z0-9]{16,}\b/g, '');
          if (!text.toLowerCase().includes(mark)) continue;
          count++;
          // Within a sentence of the page they are in quotation marks.
          const rest = text.replace(/\u2068?“[^”]*”\u2069?/g, '').replace(/"[^"]*"/g, '');
          const isSaid = node.parentElement?.closest('.said, .chart, option, .visually-hidden, .team') != null;
          if (!isSaid && rest.toLowerCase().includes(mark)) unquoted.push(node.parentElement?.outerHTML ?? text);
        }
        const foreign = [...elements, ...outside.map(({ outerHTML }) => outerHTML)];
        return {
          foreign: foreign.map((html) => html.slice(0, 300)),
          unquoted: unquoted.map((html) => html.slice(0, 300)),
          count,
        };
      },
      { known: ELEMENTS, mark: MARK },
    );

  it.each([1440, 320])(
    'hostile texts do nothing at %i pixels, and stand apart from the words of the page',
    async (width) => {
      const desk = await server.open(browser, HOSTILE_OWNER, { width, height: 900 });
      for (const [place, title, hasMarks] of PLACES) {
        await desk.go(place, title);
        await desk.page.locator('.loaded:visible').last().waitFor();
        await desk.page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
        const { foreign, unquoted, count } = await findings(desk);
        expect({ place, foreign, unquoted }).toEqual({ place, foreign: [], unquoted: [] });
        if (hasMarks) expect(count, place).toBeGreaterThan(0);
        expect(await desk.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), place).toBe(0);
      }
      desk.expectNoProblems();
      await desk.close();
    },
  );

  it('hostile texts do nothing in questions, notices, fields and addresses of webhooks', async () => {
    const desk = await server.open(browser, HOSTILE_OWNER);
    const { page } = desk;
    await desk.go('keys', 'API keys');
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click();
    expect(await findings(desk)).toMatchObject({ foreign: [], unquoted: [] });
    await page.getByRole('button', { name: 'Yes, revoke it', exact: true }).click();
    await page.getByText(/was revoked\.$/).waitFor();
    expect(await findings(desk)).toMatchObject({ foreign: [], unquoted: [] });

    await desk.go('webhooks', 'Webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Address').fill(`https://hooks.example.com/${MARK}?q=${MARKUP['image with a handler']}`);
    await page.getByLabel('A booking was made').check();
    await page.getByRole('button', { name: 'Make the webhook' }).click();
    await page.getByRole('region', { name: 'The new signing secret' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    const { foreign, unquoted, count } = await findings(desk);
    // In the title of the secret, in the card, in the question, and in the name of the business.
    expect([foreign, unquoted, count]).toEqual([[], [], 4]);

    await page.getByRole('button', { name: 'No, change nothing' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();
    // Another page does not keep the question.
    await desk.go('contacts/ct_0', 'Contact');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('Name').waitFor();
    expect(await findings(desk)).toMatchObject({ foreign: [], unquoted: [] });
    desk.expectNoProblems();
    await desk.close();
  });
});
