import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from './support/browser.ts';
import type { Host, OpenRequest, View } from './support/host-page/host.ts';
import { type DemoHost, expectSettled, openDemoHost, resize } from './support/views.ts';

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

  async function open(request: OpenRequest, width: number): Promise<View> {
    const view = await host.open(request);
    await view.frame.locator('.agenda h1').waitFor();
    await resize(host, view, width);
    await expectSettled(view);
    return view;
  }
  const textOf = (view: View, selector: string) => view.frame.locator(selector).allInnerTexts();

  it.each([
    ['the first', 'asc', ['Tuesday, March 5', 'Friday, March 8'], /Those after Monday, March 4, .* are not shown/],
    ['the last', 'desc', ['Monday, March 4', 'Wednesday, March 6'], /Those before Friday, March 8, .* are not shown/],
  ])('days that %s part of a list does not reach are not said to be empty', async (_title, order, days, notice) => {
    const view = await open({ tool: 'list_bookings', arguments: { ...WEEK, order, per_page: 6 } }, 320);
    expect((await textOf(view, '.notice.part')).join()).toMatch(notice);
    const sections = await textOf(view, '.list-day');
    for (const day of days) {
      const section = sections.find((text) => text.startsWith(day));
      expect(section).toContain('The appointments of this day are not shown.');
      expect(section).not.toContain('No appointments');
    }
    await resize(host, view, 700);
    await view.frame.locator('.grid').waitFor();
    expect((await textOf(view, '.shade.unread')).length).toBeGreaterThan(3);
    await expectSettled(view);
  });

  it('times and their number are apart in a narrow column of free times', async () => {
    const view = await open({ tool: 'find_open_times', arguments: { service_id: 'svc_cleaning', ...WEEK } }, 700);
    const blocks = await textOf(view, '.free .seen');
    expect(blocks.filter((text) => text.includes('free times')).length).toBeGreaterThan(3);
    for (const text of blocks) expect(text).not.toMatch(/[AP]M\d/);
  });

  it('several days without appointments are named in a sentence', async () => {
    const view = await open({ tool: 'list_bookings', arguments: { from: '2199-09-02', to: '2199-09-08' } }, 320);
    expect(await textOf(view, '.notice.empty')).toEqual(['No appointments on September 2 – 8.']);
  });
});
