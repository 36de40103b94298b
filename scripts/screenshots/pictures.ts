import { openBrowser } from '../../test/browser/support/browser.ts';
import { startAt } from '../../test/browser/support/demo.ts';
import { conversation } from './conversation.ts';
import { dashboard } from './dashboard.ts';
import { type Pictures, THEMES, type Theme } from './scene.ts';

/** A Monday afternoon at the demo business. */
const AT = '2026-11-16T20:10:00Z';

/**
 * Makes the pictures of the README from the built program with the demo business, the same at each run.
 * @throws if this machine has no Chromium, or if a page requests what it should not or reports an error.
 */
export async function makePictures(themes: readonly Theme[] = THEMES): Promise<Pictures> {
  const server = await startAt(AT);
  try {
    const browser = await openBrowser();
    const scene = { browser, server, at: AT, themes };
    try {
      return { ...(await conversation(scene)), ...(await dashboard(scene)) };
    } finally {
      await browser.close();
    }
  } finally {
    await server.close();
  }
}
