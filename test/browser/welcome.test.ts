import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpSession } from '../support/session.ts';
import { expectAccessible } from './support/accessible.ts';
import { CHROMIUM, openBrowser, type PageOptions, type TestBrowser } from './support/browser.ts';
import { startAt } from './support/demo.ts';
import { expectScreenshot } from './support/screenshot.ts';

/** The page at `/` of the built program. */
const AT = '2199-03-04T15:00:00Z';

describe.skipIf(CHROMIUM === undefined)('the welcome page in a browser', () => {
  let browser: TestBrowser;
  let server: HttpSession;
  let origin: string;
  beforeAll(async () => {
    // Its address is a part of the pictures.
    [browser, server] = await Promise.all([
      openBrowser(),
      startAt(AT, ['--public-url', 'http://127.0.0.1:8787', '--dashboard']),
    ]);
    origin = new URL(server.url).origin;
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function open(options: PageOptions) {
    const opened = await browser.openPage({ at: AT, expects: (url) => url.startsWith(`${origin}/`), ...options });
    await opened.page.goto(origin);
    await opened.page.getByText('The platform behind it is ready.').waitFor();
    return opened;
  }

  it.each([
    [1440, 900, 'light'],
    [320, 700, 'dark'],
  ] as const)(
    'the page is accessible, fits, and looks as recorded at %i × %i pixels, %s',
    async (width, height, colorScheme) => {
      const { page, watch, close } = await open({ width, height, colorScheme });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      await expectScreenshot(page, `welcome-${width}-${colorScheme}`);
      expect(watch.problems()).toEqual([]);
      await close();
    },
  );

  it('a keyboard copies the command of a client, and opens the dashboard', async () => {
    const { page, watch, close } = await open({});
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copy = page.locator('button[data-copy]').first();
    await copy.press('Enter');
    await expect.poll(() => copy.textContent()).toMatch(/Copied/);
    expect(watch.problems()).toEqual([]);
    await page.getByRole('link', { name: 'Open the dashboard' }).press('Enter');
    const field = page.getByLabel('E-mail address');
    await field.press('Control+V');
    expect(await field.inputValue()).toBe('claude mcp add --transport http receptionist http://127.0.0.1:8787/mcp');
    await close();
  });
});
