import type { TestBrowser, Watch } from '../../test/browser/support/browser.ts';

/** PNG files by name. */
export type Pictures = Record<string, Buffer>;

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What pictures are made of. */
export interface Scene {
  browser: TestBrowser;
  /** The demo business: the URL of its `/mcp`, and its home folder. */
  server: { url: string; environment: Record<string, string> };
  /** The time at which the clocks of server and pages stand still. */
  at: string;
  themes: readonly Theme[];
}

/** Pixels of a picture from left to right: more are sharper, and the files larger. */
const PIXELS = 1200;

/** Size and scale of a window of this width, in CSS pixels. */
export const windowOf = (width: number) => ({ width, height: 600, scale: PIXELS / width });

/** @throws if a page did what it must not, so that no picture shows a broken page. */
export function assertNoProblems(page: string, watch: Watch): void {
  const problems = watch.problems();
  if (problems.length > 0) throw new Error(`The ${page} has problems:\n${problems.join('\n')}`);
}
