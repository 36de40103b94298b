import type { Page } from 'playwright-core';
import { takeStill } from '../../test/browser/support/picture.ts';
import { runProgram } from '../../test/support/program.ts';
import { assertNoProblems, type Pictures, type Scene, windowOf } from './scene.ts';

const OWNER = 'naomi.whitfield@example.com';
const PASSWORD = 'a password for pictures';
const WINDOW = windowOf(960);
/** A call in which a callback was promised that is overdue. */
const CALL = 'call_1013';

/** The agenda of today and a call in the dashboard, as the owner sees them. */
export async function dashboard({ browser, server, at, themes }: Scene): Promise<Pictures> {
  const { origin } = new URL(server.url);
  const set = await runProgram(['users', 'set-password', OWNER], server.environment, `${PASSWORD}\n`);
  if (set.code !== 0) throw new Error(`The password was not set: ${set.stderr}`);
  const expects = (url: string) => url.startsWith(`${origin}/`);
  const timeZone = 'America/New_York';
  const { page, watch, close } = await browser.openPage({ ...WINDOW, at, timeZone, expects });

  const inThemes = async (name: string) => {
    await showWhole(page);
    const pictures: Pictures = {};
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      pictures[`${name}-${theme}`] = await takeStill(page, 'device');
    }
    return pictures;
  };

  try {
    await page.goto(`${origin}/app`);
    await page.getByLabel('E-mail address').fill(OWNER);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: /^Hide \d+ cancelled$/ }).click();
    // Before signing in, the page asks for a session and is refused, which the console lists as an error.
    watch.clear();
    const agenda = await inThemes('agenda');
    await page.goto(`${origin}/app#/calls/${CALL}`);
    await page.getByText('Overdue', { exact: true }).waitFor();
    const call = await inThemes('call');
    assertNoProblems('dashboard', watch);
    return { ...agenda, ...call };
  } finally {
    await close();
  }
}

/** Makes the window as high as the page, and takes the mouse off it. */
async function showWhole(page: Page): Promise<void> {
  const { width, height } = WINDOW;
  await page.setViewportSize({ width, height });
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: whole });
  await page.mouse.move(0, 0);
}
