import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from './support/browser.ts';
import { type Host, type OpenRequest, openHost, type View } from './support/host-page/host.ts';
import { recordedSource } from './support/host-page/source.ts';
import { expectScreenshot } from './support/screenshot.ts';
import { type DemoHost, expectGoodPages, expectSettled, openDemoHost, resize, viewHtml } from './support/views.ts';

/** The agenda of the built program in a host, drawn from the answers of its tools. */
describe.skipIf(CHROMIUM === undefined)('agenda of the demo business', () => {
  const at = '2199-03-04T15:00:00Z';
  const DAY = { from: '2199-03-05', to: '2199-03-05' };
  const WEEK = { from: '2199-03-04', to: '2199-03-10', per_page: 100 };
  let demo: DemoHost;
  let host: Host;

  beforeAll(async () => {
    demo = await openDemoHost(at);
    ({ host } = demo);
  });
  afterAll(() => demo?.close());

  /** Opens a view, and waits until it is drawn. */
  async function open(request: OpenRequest): Promise<View> {
    const view = await host.open(request);
    await view.frame.locator('.agenda h1').waitFor();
    return view;
  }
  const cells = (view: View) => view.frame.locator('[data-cell]');
  const names = (view: View) =>
    cells(view).evaluateAll((all) => all.map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim()));

  it.each([
    ['a day of list_bookings', 'list_bookings', DAY],
    ['a week of list_bookings', 'list_bookings', WEEK],
    ['a day of find_open_times', 'find_open_times', { service_id: 'svc_cleaning', ...DAY }],
    ['get_account_context', 'get_account_context', {}],
  ])('%s is a good page at each width and in both themes', async (_title, tool, args) => {
    const view = await open({ tool, arguments: args });
    await expectGoodPages(host, view);
    expect(await cells(view).count()).toBeGreaterThan(2);
  });

  it('each booking of the answer is an entry with its time, service, customer, person and status', async () => {
    const view = await open({ tool: 'list_bookings', arguments: WEEK });
    const items = (view.result.structuredContent as { items: Record<string, string>[] }).items;
    expect(items.length).toBeGreaterThan(10);
    const labels = await names(view);
    for (const { service_name: service, contact_name: customer, staff_name: person, status } of items) {
      const words = [service, customer, person, status].map((word) => String(word).toLowerCase());
      const isListed = labels.some((label) => words.every((word) => label.toLowerCase().includes(word)));
      expect(isListed, words.join(', ')).toBe(true);
    }
    await resize(host, view, 320);
    await expect.poll(async () => (await names(view)).length).toBe(items.length);
  });

  it('pictures of the agenda are as recorded', async () => {
    const picture = async (name: string, width: number, theme: 'light' | 'dark', request: OpenRequest) => {
      const view = await open({ ...request, context: { theme } });
      await resize(host, view, width);
      await expectSettled(view);
      await expectScreenshot(view.frame, `agenda/${name}`);
    };
    await picture('day-1440-light', 1440, 'light', { tool: 'list_bookings', arguments: DAY });
    await picture('week-1440-dark', 1440, 'dark', { tool: 'list_bookings', arguments: WEEK });
    await picture('day-320-light', 320, 'light', { tool: 'list_bookings', arguments: DAY });
    const free = { service_id: 'svc_cleaning', ...DAY };
    await picture('free-768-light', 768, 'light', { tool: 'find_open_times', arguments: free });
  });

  it('times are those of the business, with those of a user in another zone beside them', async () => {
    const view = await open({ tool: 'list_bookings', arguments: DAY, context: { timeZone: 'Asia/Tokyo' } });
    const vivian = async () => (await names(view)).find((name) => name.includes('Vivian Tran'));
    expect(await vivian()).toMatch(/^8:30 AM to 9:30 AM, your time 10:30 PM to 11:30 PM/);
    const shown = () => view.frame.locator('.agenda').textContent();
    expect(await shown()).toContain('Times in New York time, your time (Tokyo) beside it');
    await view.setContext({ timeZone: 'America/New_York' });
    await expect.poll(shown).not.toContain('Tokyo');
    expect(await vivian()).not.toContain('your time');
    await view.setContext({ timeZone: 'Europe/Berlin' });
    await expect.poll(shown).toContain('(Berlin)');
    expect(await vivian()).toContain('your time 2:30 PM to 3:30 PM');
  });

  it('free times in a list have those of a user in another zone beside them', async () => {
    const free = { tool: 'find_open_times', arguments: { service_id: 'svc_cleaning', ...DAY } };
    const view = await open({ ...free, context: { timeZone: 'Asia/Tokyo' } });
    await resize(host, view, 320);
    const rows = async () => (await view.frame.locator('.row.free').allTextContents()).join('|');
    await expect
      .poll(rows)
      .toMatch(/\d+ free times until \S+.[AP]M(?:\w+, \w+ \d+, )?\d+:\d\d.[AP]M to \d+:\d\d.[AP]M your time/);
    await view.setContext({ timeZone: 'America/New_York' });
    await expect.poll(rows).not.toContain('your time');
  });

  it('colours are those that the host sends, in its theme, also when it changes', async () => {
    const variables = { '--color-background-primary': 'light-dark(rgb(1, 200, 3), rgb(4, 50, 6))' };
    const view = await open({
      tool: 'list_bookings',
      arguments: DAY,
      context: { theme: 'light', styles: { variables: variables as never } },
    });
    const background = () => view.frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(await background()).toBe('rgb(1, 200, 3)');
    await view.setContext({ theme: 'dark' });
    await expect.poll(background).toBe('rgb(4, 50, 6)');
    await view.setContext({ styles: { variables: { '--color-background-primary': 'rgb(7, 8, 9)' } as never } });
    await expect.poll(background).toBe('rgb(7, 8, 9)');
    expect(host.watch.problems()).toEqual([]);
  });

  it('it says that a call runs, was cancelled or failed, and then draws a result', async () => {
    const running = await host.open({ tool: 'list_bookings', arguments: DAY, outcome: 'nothing' });
    const text = () => running.frame.locator('#view').textContent();
    await expect.poll(text).toBe('Reading the agenda…');
    await running.deliver('cancelled');
    await expect.poll(text).toBe('The call was cancelled, so there is nothing to show.');
    await running.deliver('result');
    await expect.poll(text).toContain('Vivian Tran');
    const failed = await host.open({ tool: 'list_bookings', arguments: { from: 'no date' } });
    await expect.poll(() => failed.frame.getByRole('alert').textContent()).toMatch(/could not be read.*from/s);
    expect(host.watch.problems()).toEqual([]);
  });

  it.each([
    ['forward over an appointment', '2199-03-10', ['00:30:00-05:00', '01:45:00-05:00', '04:00:00-04:00'], '3 AM'],
    ['forward', '2199-03-10', ['01:30:00-05:00', '03:00:00-04:00'], 'no time from 2:00 AM to 3:00 AM'],
    ['back', '2199-11-03', ['01:15:00-04:00', '01:15:00-05:00', '03:00:00-05:00'], '1 AMagain'],
    ['back as the page says', '2199-11-03', ['01:15:00-04:00', '01:45:00-05:00'], '1:00 AM to 2:00 AM comes twice'],
  ])('on the day on which the clocks go %s each booking is drawn at its own time', async (_way, date, starts, mark) => {
    const items = starts.map((start, index) => {
      const at = Date.parse(`${date}T${start}`);
      const end_time = new Date(at + 30 * 60_000).toISOString();
      return { id: `bk_${index}`, contact_name: `Ana ${index}`, start_time: new Date(at).toISOString(), end_time };
    });
    const answer = { items, time_zone: 'America/New_York', window: { from: items[0]?.start_time } };
    const recorded = recordedSource({
      html: viewHtml('agenda'),
      results: { list_bookings: { content: [], structuredContent: answer } },
    });
    const changing = await openHost(demo.browser, { source: recorded, at, width: 768 });
    try {
      const view = await changing.open({ tool: 'list_bookings' });
      await view.frame.locator('.grid').waitFor();
      const boxes = await cells(view).evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().toJSON()));
      const [tops, heights] = [boxes.map(({ top }) => top), boxes.map(({ height }) => Math.round(height))];
      expect(tops.length).toBe(starts.length);
      for (let index = 1; index < tops.length; index++) {
        expect(tops[index]).toBeGreaterThan((tops[index - 1] as number) + 20);
      }
      // An appointment across the change is as high as others of its length.
      expect(new Set(heights).size).toBe(1);
      expect((await view.frame.locator('.agenda').textContent())?.replace(/\s/g, ' ')).toContain(mark);
      await expectSettled(view);
      expect(changing.watch.problems()).toEqual([]);
    } finally {
      await changing.close();
    }
  });

  it('the time of an appointment in another year has its year', async () => {
    const item = (id: string, start_time: string) => ({ id, contact_name: `Ana ${id}`, start_time });
    const items = [item('Past', '2198-12-30T15:00:00Z'), item('Next', '2199-01-02T15:00:00Z')];
    const answer = { items, time_zone: 'America/New_York', window: { from: '2198-12-30T05:00:00Z' } };
    const results = { list_bookings: { content: [], structuredContent: answer } };
    const host = await openHost(demo.browser, {
      source: recordedSource({ html: viewHtml('agenda'), results }),
      at,
      width: 390,
    });
    try {
      const view = await host.open({ tool: 'list_bookings' });
      const timeOf = async (name: string) => {
        await view.frame.getByRole('button', { name }).click();
        return view.frame.locator('.panel .details dd').first().textContent();
      };
      expect(await timeOf('Ana Past')).toMatch(/^Sunday, December 30, 2198, 10:00/);
      expect(await timeOf('Ana Next')).toMatch(/^Wednesday, January 2, 10:00/);
      expect(host.watch.problems()).toEqual([]);
    } finally {
      await host.close();
    }
  });

  it('a host that drops the view data still gets an agenda of the answer', async () => {
    const { _meta, ...plain } = await demo.source.callTool('list_bookings', DAY);
    const recorded = recordedSource({ html: viewHtml('agenda'), results: { list_bookings: plain } });
    const dropping = await openHost(demo.browser, { source: recorded, at, width: 320 });
    try {
      const view = await dropping.open({ tool: 'list_bookings', arguments: DAY });
      await expect.poll(() => cells(view).count()).toBe((plain.structuredContent as { items: [] }).items.length);
      expect((await names(view)).join()).toContain('Gökhan Yılmaz');
      await expectSettled(view);
      expect(dropping.watch.problems()).toEqual([]);
    } finally {
      await dropping.close();
    }
  });

  it('more room can be asked of the host for a week', async () => {
    const view = await open({ tool: 'list_bookings', arguments: WEEK });
    const button = view.frame.getByRole('button', { name: 'Full screen' });
    await button.click();
    await expect.poll(() => button.count()).toBe(0);
    expect(view.messages('ui/request-display-mode')).toMatchObject([{ params: { mode: 'fullscreen' } }]);
  });
});
