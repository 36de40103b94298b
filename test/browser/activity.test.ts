import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from './support/browser.ts';
import type { Host, View } from './support/host-page/host.ts';
import { expectScreenshot } from './support/screenshot.ts';
import {
  type DemoHost,
  expectGoodPages,
  expectSettled,
  focused,
  openDemoHost,
  resize,
  tabTo,
} from './support/views.ts';

/** The activity view of the built program in a host, drawn from answers of `summarize_activity`. */
describe.skipIf(CHROMIUM === undefined)('activity of the demo business', () => {
  const at = '2199-03-04T15:00:00Z';
  const BY_DAY = { kind: 'calls', from: '2199-02-18', to: '2199-03-03', group_by: ['day'] };
  const BY_SERVICE = { kind: 'bookings', from: '2199-02-01', to: '2199-02-28', group_by: ['service'] };
  let demo: DemoHost;
  let host: Host;

  beforeAll(async () => {
    demo = await openDemoHost(at);
    ({ host } = demo);
  });
  afterAll(() => demo?.close());

  async function open(args: object, theme: 'light' | 'dark' = 'light'): Promise<View> {
    const request = { tool: 'summarize_activity', arguments: { ...args }, context: { theme } };
    const view = await host.open(request);
    await view.frame.locator('.activity').waitFor();
    return view;
  }

  it.each([
    ['by day', BY_DAY],
    ['by service', BY_SERVICE],
  ])('numbers %s are a good page at each width and in both themes', async (_title, args) => {
    await expectGoodPages(host, await open(args));
  });

  it('pictures of numbers are as recorded', async () => {
    const day = await open(BY_DAY);
    await resize(host, day, 768);
    await expectSettled(day);
    await expectScreenshot(day.frame, 'activity/day-768-light');
    const service = await open(BY_SERVICE, 'dark');
    await resize(host, service, 320);
    await expectSettled(service);
    await expectScreenshot(service.frame, 'activity/service-320-dark');
  });

  it('the table has each number of the answer, and the chart says what it shows', async () => {
    const view = await open(BY_SERVICE);
    const { bookings } = view.result.structuredContent as {
      bookings: { count: number; groups: { service: string; count: number }[] };
    };
    // Each group is a body of the table: its numbers stand beside its name, or under it in a narrow page.
    const groups = await view.frame
      .locator('tbody')
      .evaluateAll((all) => all.map((body) => ['th', 'td'].map((cell) => body.querySelector(cell)?.textContent)));
    expect(groups).toEqual(bookings.groups.map(({ service, count }) => [service, String(count)]));
    expect(await view.frame.locator('tfoot tr').last().textContent()).toContain(String(bookings.count));
    const [first] = bookings.groups;
    const label = await view.frame.getByRole('img').getAttribute('aria-label');
    expect(label).toContain(`Bar chart. Bookings by service. ${first?.service}: ${first?.count}`);
  });

  it('another measure can be chosen by keyboard', async () => {
    const view = await open(BY_SERVICE);
    await host.page.keyboard.press('Tab');
    await tabTo(host, view, '');
    await view.frame.getByRole('radio', { name: 'Bookings' }).focus();
    await host.page.keyboard.press('ArrowRight');
    await expect.poll(() => view.frame.getByRole('img').getAttribute('aria-label')).toMatch(/^Bar chart\. Value by/);
    expect(await view.frame.locator('input:focus').count()).toBe(1);
    expect(await focused(view.frame)).toBe('');
    expect(host.watch.problems()).toEqual([]);
  });

  it('a window without bookings has no chart, and a failed call says why', async () => {
    const empty = await open({ kind: 'bookings', from: '2190-01-01', to: '2190-01-02' });
    expect(await empty.frame.locator('.activity').textContent()).toContain('There is nothing to draw for this time.');
    const failed = await host.open({ tool: 'summarize_activity', arguments: { kind: 'calls', from: 'no date' } });
    await expect.poll(() => failed.frame.getByRole('alert').textContent()).toContain('from');
    expect(host.watch.problems()).toEqual([]);
  });
});
