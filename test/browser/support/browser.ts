import { chromium, type Page } from 'playwright-core';
import { CHROMIUM, fontEnvironment } from './chromium.ts';
import { type Watch, watchContext } from './watch.ts';

export { CHROMIUM } from './chromium.ts';
export type { Watch } from './watch.ts';

export interface PageOptions {
  /** Size of the viewport in CSS pixels. Default: 1024 × 768. */
  width?: number;
  height?: number;
  /** Pixels of the screen for each CSS pixel. Default: 1. */
  scale?: number;
  /** IANA name. Default: UTC. */
  timeZone?: string;
  /** What the system prefers. Default: light. */
  colorScheme?: 'light' | 'dark';
  /** The time that the page reads from its clock, which then stands still. Timers run. Default: the time of the machine. */
  at?: string | undefined;
  /** The language of the browser. Default: `en-US`. */
  locale?: string;
  /** True for the URL of a request that is not a problem. Default: every request is one. */
  expects?: (url: string) => boolean;
}

export interface OpenPage {
  page: Page;
  watch: Watch;
  /** Closes the page with its cookies and storage. */
  close(): Promise<void>;
}

export interface TestBrowser {
  /** Opens an empty page, without cookies or storage of other pages. */
  openPage(options?: PageOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

const ARGS = [
  // No name but those of this machine has an address, so that nothing leaves it.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
];

/**
 * Starts a Chromium, whose pages are the same at each run: fonts, language, time zone, no motion.
 * @throws if there is none: skip the tests if `CHROMIUM` is undefined.
 */
export async function openBrowser(): Promise<TestBrowser> {
  if (CHROMIUM === undefined) throw new Error('This machine has no Chromium.');
  const fonts = fontEnvironment();
  const env = { ...process.env, ...fonts.env } as Record<string, string>;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS, env });
  return {
    async openPage(options = {}) {
      const {
        width = 1024,
        height = 768,
        scale = 1,
        timeZone = 'UTC',
        locale = 'en-US',
        colorScheme = 'light',
        at,
        expects = () => false,
      } = options;
      const context = await browser.newContext({
        viewport: { width, height },
        deviceScaleFactor: scale,
        locale,
        timezoneId: timeZone,
        colorScheme,
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(10_000);
      const watch = await watchContext(context, expects);
      if (at !== undefined) await context.clock.setFixedTime(at);
      return { page: await context.newPage(), watch, close: () => context.close() };
    },
    async close() {
      await browser.close();
      fonts.remove();
    },
  };
}
