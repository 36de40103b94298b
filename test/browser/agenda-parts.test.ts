import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from './support/browser.ts';
import type { Host, View } from './support/host-page/host.ts';
import { expectScreenshot } from './support/screenshot.ts';
import { type DemoHost, expectSettled, openAgenda, openDemoHost, resize } from './support/views.ts';

/** The agenda of a list that the model reads page by page: what a page leaves out is not said to be free. */
describe.skipIf(CHROMIUM === undefined)('parts of a list in the agenda', () => {
  const at = '2199-03-04T15:00:00Z';
  const WEEK = { from: '2199-03-04', to: '2199-03-10' };
  /** The days with appointments. */
  const DAYS = ['Monday, March 4', 'Tuesday, March 5', 'Wednesday, March 6', 'Thursday, March 7', 'Friday, March 8'];
  let demo: DemoHost;
  let host: Host;

  beforeAll(async () => {
    demo = await openDemoHost(at);
    ({ host } = demo);
  });
  afterAll(() => demo?.close());

  const open = (args: Record<string, unknown>, width: number) =>
    openAgenda(host, { tool: 'list_bookings', arguments: args }, width);

  /** The arguments of the call for a page of the week, with the cursor of the page before. */
  async function callOf(page: number, order: string, window: object = WEEK): Promise<Record<string, unknown>> {
    const call = { ...window, order, per_page: 20 };
    let cursor: string | undefined;
    for (let read = 1; read < page; read++) cursor = await cursorAfter({ ...call, ...(cursor ? { cursor } : {}) });
    return { ...call, ...(cursor ? { cursor } : {}) };
  }
  async function cursorAfter(call: Record<string, unknown>): Promise<string> {
    const { structuredContent } = await demo.source.callTool('list_bookings', call);
    const { cursor } = structuredContent as { cursor?: string };
    if (!cursor) throw new Error('The list has no further part.');
    return cursor;
  }
  const textOf = (view: View, selector: string) => view.frame.locator(selector).allInnerTexts();
  const count = async (view: View) => new Set(await view.frame.locator('[data-cell]').allInnerTexts()).size;

  it.each([
    ['the first page', 1, 'asc', /\. Those after Tuesday, [^.]* are not shown\./],
    ['the second page', 2, 'asc', /Those before Tuesday, .* and after Thursday, .* are not shown\./],
    ['the last page', 3, 'asc', /\. Those before Thursday, [^.]* are not shown\./],
    ['the first page, the latest first,', 1, 'desc', /\. Those before Thursday, [^.]* are not shown\./],
    ['the second page, the latest first,', 2, 'desc', /Those before Tuesday, .* and after Thursday, .* not shown/],
    ['the last page, the latest first,', 3, 'desc', /\. Those after Monday, [^.]* are not shown\./],
  ])('%s of a list says no day to be empty that is on other pages', async (title, page, order, notice) => {
    const view = await open(await callOf(page, order), 320);
    expect((await textOf(view, '.notice.part')).join()).toMatch(notice);
    for (const section of await textOf(view, '.list-day')) {
      if (DAYS.some((day) => section.startsWith(day))) expect(section).not.toContain('No appointments');
    }
    await resize(host, view, 1024);
    await view.frame.locator('.grid').waitFor();
    for (const column of (await view.frame.locator('.column').all()).slice(0, DAYS.length)) {
      expect(await column.locator('.booking, .shade.unread').count()).toBeGreaterThan(0);
    }
    await expectSettled(view);
    if (title === 'the second page') await expectScreenshot(view.frame, 'agenda/part-1024-light');
  });

  it('the rest of a page is what is before it and what is after it', async () => {
    for (const page of [2, 3]) {
      const view = await open(await callOf(page, 'asc'), 320);
      const before = await count(view);
      await view.frame.getByRole('button', { name: 'Show the rest' }).click();
      await expect.poll(() => textOf(view, '.notice.part')).toEqual([]);
      expect(await count(view)).toBeGreaterThan(before + 30);
      expect((await textOf(view, '.list-day'))[0]).toMatch(/^Monday, March 4.*\d:\d\d/s);
    }
  });

  it('the rest of a page of a list without an end is all that the list has', async () => {
    const args = { from: WEEK.from, status: 'confirmed' };
    const view = await open(await callOf(2, 'asc', args), 320);
    await view.frame.getByRole('button', { name: 'Show the rest' }).click();
    await expect.poll(() => textOf(view, '.notice.part')).toEqual([]);
    const [first, ...further] = view.messages('tools/call').map(({ params }) => params.arguments);
    expect(first).toEqual({ ...args, order: 'asc', per_page: 100 });
    expect(further).toEqual([{ ...args, order: 'asc', per_page: 100, cursor: expect.any(String) }]);
    expect((await textOf(view, '.list-day'))[0]).toMatch(/^Monday, March 4.*\d:\d\d/s);
    expect((await textOf(view, '.quiet')).join()).not.toContain('not drawn');
  });

  it('what is before a part of all bookings cannot be read, and the agenda goes on to say that it is a part', async () => {
    const args = { per_page: 100, detail: 'full' };
    const view = await open({ ...args, cursor: await cursorAfter(args) }, 320);
    const button = view.frame.getByRole('button', { name: 'Show the rest' });
    const before = await textOf(view, '.notice.part');
    await button.click();
    await expect.poll(() => button.count()).toBe(0);
    const after = await textOf(view, '.notice.part');
    expect(after.join()).toMatch(/^This is a part: \d+ appointments of \d+\./);
    expect(Number.parseInt(after.join().slice(16), 10)).toBeGreaterThan(Number.parseInt(before.join().slice(16), 10));
  });

  it('a page of a list without filters is read again for the days that it shows', async () => {
    const view = await open({ page: 3, per_page: 20 }, 320);
    // Nothing says where the list goes on or begins.
    expect(await view.frame.getByRole('button', { name: 'Show the rest' }).count()).toBe(0);
    const days = await textOf(view, 'h1');
    const part = await textOf(view, '.notice.part');
    await view.frame.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => textOf(view, '.notice.part')).not.toEqual(part);
    expect(await textOf(view, 'h1')).toEqual(days);
    await view.frame.getByRole('button', { name: 'Show the rest' }).click();
    await expect.poll(() => textOf(view, '.notice.part')).toEqual([]);
    expect(await textOf(view, 'h1')).toEqual(days);
    expect(await textOf(view, '.outcome')).toEqual(['']);
  });
});
