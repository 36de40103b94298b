import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from './support/browser.ts';
import type { Host, OpenRequest, View } from './support/host-page/host.ts';
import { expectScreenshot } from './support/screenshot.ts';
import { type DemoHost, openAgenda, openDemoHost } from './support/views.ts';

/** What the agenda says where an answer has little, or only a part. */
describe.skipIf(CHROMIUM === undefined)('states of the agenda', () => {
  const at = '2199-03-04T15:00:00Z';
  const WEEK = { from: '2199-03-04', to: '2199-03-10' };
  let demo: DemoHost;
  let host: Host;

  beforeAll(async () => {
    demo = await openDemoHost(at);
    ({ host } = demo);
  });
  afterAll(() => demo?.close());

  const open = (request: OpenRequest, width: number) => openAgenda(host, request, width);
  const textOf = (view: View, selector: string) => view.frame.locator(selector).allInnerTexts();

  it('times and their number are apart in a narrow column of free times', async () => {
    const view = await open({ tool: 'find_open_times', arguments: { service_id: 'svc_cleaning', ...WEEK } }, 700);
    const blocks = await textOf(view, '.free .seen');
    expect(blocks.filter((text) => text.includes('free times')).length).toBeGreaterThan(3);
    for (const text of blocks) expect(text).not.toMatch(/[AP]M\d/);
  });

  it('what a window within a day leaves out is not drawn as free', async () => {
    const hours = { from: '2199-03-05T11:00', to: '2199-03-05T15:00' };
    const view = await open({ tool: 'list_bookings', arguments: hours }, 1024);
    const text = await view.frame.locator('.agenda').textContent();
    expect(text).toContain(
      'The time before Tuesday, March 5, 11:00 AM and after Tuesday, March 5, 3:00 PM was not asked for.',
    );
    for (const column of await view.frame.locator('.column').all()) {
      expect(await column.locator('.shade.unread').count()).toBe(2);
    }
    await expectScreenshot(view.frame, 'agenda/hours-1024-light');
  });

  it('a window within a day is not said to have the appointments of a whole day', async () => {
    const hours = { from: '2199-03-09T11:00', to: '2199-03-10T15:00' };
    const view = await open({ tool: 'list_bookings', arguments: hours }, 320);
    expect(await textOf(view, '.notice.empty')).toEqual(['No appointments in the time that was asked for.']);
    for (const section of await textOf(view, '.list-day')) {
      expect(section).toContain('No appointments in the part of this day that is shown.');
    }
  });

  it('a window within a day is not said to have the free times of a whole day', async () => {
    const hours = { from: '2199-03-05T03:00', to: '2199-03-05T05:00' };
    const view = await open({ tool: 'find_open_times', arguments: { service_id: 'svc_cleaning', ...hours } }, 700);
    expect(await textOf(view, '.notice.empty')).toEqual([
      expect.stringMatching(
        /^No free times in the time that was asked for\. The business is open only 8:00 AM – 5:00 PM on/,
      ),
    ]);
    for (const column of await view.frame.locator('.column').all()) {
      expect(await column.locator('.shade.unread').count()).toBe(1);
    }
    await expectScreenshot(view.frame, 'agenda/free-hours-700-light');
  });

  it('what is before now on the first day of free times counts as asked for', async () => {
    const view = await open({ tool: 'find_open_times', arguments: { service_id: 'svc_cleaning', ...WEEK } }, 1024);
    expect(await view.frame.locator('.shade.unread').count()).toBe(0);
    expect(await view.frame.locator('.agenda').textContent()).not.toContain('asked for');
  });

  it('a user who has chosen twice the text size gets it, and no line is cut in the grid', async () => {
    const devTools = await host.page.context().newCDPSession(host.page);
    const setTextSize = (standard: number) => devTools.send('Page.setFontSizes', { fontSizes: { standard } });
    try {
      await setTextSize(32);
      const view = await open({ tool: 'list_bookings', arguments: { from: '2199-03-05', to: '2199-03-05' } }, 1440);
      const [text] = await view.frame.locator('.grid .block').all();
      expect(await text?.evaluate((block) => getComputedStyle(block).fontSize)).toBe('24px');
      const cut = await view.frame.locator('.grid .block').evaluateAll((blocks) =>
        blocks.flatMap((block) => {
          const { bottom } = block.getBoundingClientRect();
          const lines = [...block.querySelectorAll('.line')];
          return lines.filter((line) => line.getBoundingClientRect().bottom > bottom).map((line) => line.textContent);
        }),
      );
      expect(cut).toEqual([]);
    } finally {
      await setTextSize(16);
    }
  });

  it('several days without appointments are named in a sentence', async () => {
    const view = await open({ tool: 'list_bookings', arguments: { from: '2199-09-02', to: '2199-09-08' } }, 320);
    expect(await textOf(view, '.notice.empty')).toEqual(['No appointments on September 2 – 8.']);
  });
});
