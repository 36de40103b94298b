import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import type { HttpSession } from '../../support/session.ts';
import { expectAccessible } from './accessible.ts';
import { openBrowser, type TestBrowser } from './browser.ts';
import { startAt } from './demo.ts';
import { type Host, type OpenRequest, openHost, type View } from './host-page/host.ts';
import { connectSource, type ViewSource } from './host-page/source.ts';
import { expectTouchable } from './touchable.ts';

export type ViewName = 'agenda' | 'call-review' | 'activity';

/** The built page of a view. */
export const viewHtml = (name: ViewName): string =>
  readFileSync(fileURLToPath(new URL(`../../../dist/web/views/${name}.html`, import.meta.url)), 'utf8');

/** The built program with the demo business, and a host in a browser that is connected to it. */
export interface DemoHost {
  server: HttpSession;
  browser: TestBrowser;
  source: ViewSource;
  host: Host;
  close(): Promise<void>;
}

/** @param at the time at which all clocks stand still. */
export async function openDemoHost(at: string): Promise<DemoHost> {
  const [server, browser] = await Promise.all([startAt(at), openBrowser()]);
  const source = await connectSource(server.url);
  const host = await openHost(browser, { source, at });
  return {
    server,
    browser,
    source,
    host,
    async close() {
      await host.close();
      await source.close();
      await Promise.all([browser.close(), server.close()]);
    },
  };
}

const WIDTHS = [320, 768, 1440] as const;
/** A page that grows with its frame is higher. */
const MAX_HEIGHT = 200_000;

/** Gives the host another width, and with it the view. */
export async function resize(host: Host, view: View, width: number): Promise<void> {
  await host.page.setViewportSize({ width, height: 900 });
  await expect.poll(() => view.frame.evaluate(() => innerWidth)).toBe(width);
}

/** Opens an answer as an agenda of a width. */
export async function openAgenda(host: Host, request: OpenRequest, width: number): Promise<View> {
  const view = await host.open(request);
  await view.frame.locator('.agenda h1').waitFor();
  await resize(host, view, width);
  await expectSettled(view);
  return view;
}

/** Expects that nothing is wider than the page, and that the host knows its height, which no longer changes. */
export async function expectSettled(view: View): Promise<void> {
  const sizes = () => view.messages('ui/notifications/size-changed');
  await expect
    .poll(async () => {
      const before = sizes().length;
      const { height, wider } = await view.frame.evaluate(async () => {
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        const { documentElement: html } = document;
        const elements = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 1 && (right > html.clientWidth + 1 || left < -1) && !isScrolled(element);
        });
        function isScrolled(element: Element | null): boolean {
          return (
            element !== null &&
            (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement))
          );
        }
        const scrolls = html.scrollWidth > html.clientWidth ? ['the page scrolls to the side'] : [];
        return {
          height: Math.ceil(html.getBoundingClientRect().height),
          wider: [...scrolls, ...elements.map(({ outerHTML }) => outerHTML.slice(0, 200))],
        };
      });
      const isReported = sizes().length === before && sizes().at(-1)?.params.height === height;
      return {
        wider,
        height:
          isReported && height > 0 && height < MAX_HEIGHT
            ? 'settled'
            : `${height}, reported ${sizes().at(-1)?.params.height}`,
      };
    })
    .toEqual({ wider: [], height: 'settled' });
}

/** What is drawn, with attributes. */
const drawnBy = (frame: Frame): Promise<string> =>
  frame.evaluate(() => (document.getElementById('view') as HTMLElement).innerHTML);

/**
 * Expects of a view that is drawn, at all widths and in both themes: no problem, no scrolling to the side, a height that
 * settles, no finding of axe-core, controls for fingers where it is narrow, and the same page after a reload.
 */
export async function expectGoodPages(host: Host, view: View): Promise<void> {
  for (const width of WIDTHS) {
    await resize(host, view, width);
    if (width === WIDTHS[0]) await expectTouchable(view.frame);
    for (const [theme, rules] of [['dark'], ['light', ['color-contrast']]] as const) {
      await view.setContext({ theme });
      await expect.poll(() => view.frame.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
      await expectSettled(view);
      await expectAccessible(view.frame, rules);
    }
  }
  const before = await drawnBy(view.frame);
  await view.reload();
  await expect.poll(() => drawnBy(view.frame)).toBe(before);
  await expectSettled(view);
  expect(host.watch.problems()).toEqual([]);
}

/** The name of the element that has the focus: its label or its text. */
export const focused = (frame: Frame): Promise<string> =>
  frame.evaluate(() => {
    const { activeElement } = document;
    const label = activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
    return activeElement === document.body ? '' : label.replace(/\s+/g, ' ').trim();
  });

/** Presses Tab until the element that has the focus has a name. */
export async function tabTo(host: Host, view: View, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    const now = await focused(view.frame);
    if (typeof name === 'string' ? now === name : name.test(now)) return;
    passed.push(now);
    await host.page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}, but to ${passed.map((text) => text.slice(0, 60)).join(' | ')}`);
}
