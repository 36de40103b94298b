import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from './support/browser.ts';
import { type Host, type OpenRequest, openHost, type View } from './support/host-page/host.ts';
import { recordedSource } from './support/host-page/source.ts';
import { expectScreenshot } from './support/screenshot.ts';
import {
  type DemoHost,
  expectGoodPages,
  expectSettled,
  focused,
  openDemoHost,
  resize,
  tabTo,
  viewHtml,
} from './support/views.ts';

/** The call review of the built program in a host, drawn from the answers of its tools. */
describe.skipIf(CHROMIUM === undefined)('call review of the demo business', () => {
  const at = '2199-03-04T15:00:00Z';
  let demo: DemoHost;
  let host: Host;
  /** A call in which an appointment was booked, and one with a promise. */
  let booked: string;
  let promised: string;

  beforeAll(async () => {
    demo = await openDemoHost(at);
    ({ host } = demo);
    const { data: calls } = await demo.server.client.call('list_calls', { outcome: 'booked' });
    booked = (calls.items as { id: string }[])[0]?.id as string;
    const { data: promises } = await demo.server.client.call('find_follow_ups');
    promised = (promises.items as { call_id: string }[])[0]?.call_id as string;
  });
  afterAll(() => demo?.close());

  async function open(request: OpenRequest): Promise<View> {
    const view = await host.open(request);
    await view.frame.locator('.call-review').waitFor();
    return view;
  }

  it.each([
    ['get_call', () => ({ call_id: booked })],
    ['get_call_transcript', () => ({ call_id: promised })],
    ['search_calls', () => ({ query: 'cleaning friday' })],
    ['find_follow_ups', () => ({})],
  ])('an answer of %s is a good page at each width and in both themes', async (tool, args) => {
    const view = await open({ tool, arguments: args() });
    await expectGoodPages(host, view);
  });

  it('pictures of calls are as recorded', async () => {
    const picture = async (name: string, width: number, theme: 'light' | 'dark', request: OpenRequest) => {
      const view = await open({ ...request, context: { theme } });
      await resize(host, view, width);
      await expectSettled(view);
      await expectScreenshot(view.frame, `call-review/${name}`);
    };
    await picture('transcript-768-light', 768, 'light', {
      tool: 'get_call_transcript',
      arguments: { call_id: promised },
    });
    await picture('call-320-dark', 320, 'dark', { tool: 'get_call', arguments: { call_id: booked } });
    await picture('search-1440-light', 1440, 'light', {
      tool: 'search_calls',
      arguments: { query: 'cleaning friday', limit: 3 },
    });
  });

  it('a call that was found can be opened and read by keyboard, and the way back leads to where it was', async () => {
    const view = await open({ tool: 'search_calls', arguments: { query: 'cleaning friday' } });
    const [first] = (view.result.structuredContent as { items: { call_id: string; contact_name: string }[] }).items;
    await tabTo(host, view, `Open the call of ${first?.contact_name}`);
    await host.page.keyboard.press('Enter');
    await expect
      .poll(() => view.messages('tools/call').map(({ params }) => params))
      .toEqual([
        { name: 'get_call', arguments: { call_id: first?.call_id } },
        { name: 'get_call_transcript', arguments: { call_id: first?.call_id } },
      ]);
    await expect.poll(() => view.frame.locator('.turns > li').count()).toBeGreaterThan(3);
    expect(await view.frame.locator('.turns mark').count()).toBeGreaterThan(0);
    expect(await focused(view.frame)).toContain(String(first?.contact_name));
    expect(view.messages('ui/update-model-context').at(-1)?.params).toMatchObject({
      content: [{ text: `In the call review the user opened call ${first?.call_id}.` }],
    });
    await tabTo(host, view, /Back to the list/).catch(() => host.page.keyboard.press('Shift+Tab'));
    await host.page.keyboard.press('Enter');
    await expect.poll(() => focused(view.frame)).toBe(`Open the call of ${first?.contact_name}`);
    expect(host.watch.problems()).toEqual([]);
  });

  it('choosing the linked booking tells the model its id', async () => {
    const view = await open({ tool: 'get_call', arguments: { call_id: booked } });
    const { booking_id: id } = (view.result.structuredContent as { call: { booking_id: string } }).call;
    await view.frame.locator('.bookings button').press('Enter');
    await expect
      .poll(() => view.messages('ui/update-model-context').map(({ params }) => params))
      .toMatchObject([{ content: [{ text: expect.stringContaining(`chose booking ${id}`) }] }]);
    await view.frame.getByRole('status').filter({ hasText: 'The assistant knows' }).waitFor();
  });

  it('times are those of the user, with those of the business beside them', async () => {
    const view = await open({ tool: 'get_call', arguments: { call_id: booked }, context: { timeZone: 'Asia/Tokyo' } });
    const moment = () => view.frame.locator('.call-head .moment').textContent();
    expect(await moment()).toMatch(/PM your time \(.*9:20 AM in New York\)/);
    await view.setContext({ timeZone: 'America/New_York' });
    await expect.poll(moment).toBe('Mon, Mar 4, 9:20 AM');
  });

  it('a host without tools and messages gets a page without actions', async () => {
    const plain = await openHost(demo.browser, { source: demo.source, at, capabilities: {} });
    try {
      const found = await plain.open({ tool: 'search_calls', arguments: { query: 'cleaning' } });
      await found.frame.locator('.calls').first().waitFor();
      expect(await found.frame.getByRole('button').count()).toBe(0);
      const call = await plain.open({ tool: 'get_call', arguments: { call_id: booked } });
      await call.frame.locator('.bookings').waitFor();
      expect(await call.frame.getByRole('button').count()).toBe(0);
      expect(await call.frame.locator('.call-review').textContent()).toContain('is not part of this answer');
      expect(plain.watch.problems()).toEqual([]);
    } finally {
      await plain.close();
    }
  });

  it('a host that drops the view data, or sends another answer, still gets a page that says what there is', async () => {
    const { _meta, ...plain } = await demo.source.callTool('get_call_transcript', { call_id: promised });
    const other = { content: [], structuredContent: { items: 'none' } };
    const results = { get_call_transcript: plain, list_calls: other };
    const recorded = await openHost(demo.browser, {
      source: recordedSource({ html: viewHtml('call-review'), results }),
      at,
      width: 320,
    });
    try {
      const view = await recorded.open({ tool: 'get_call_transcript' });
      await expect.poll(() => view.frame.locator('.turns > li').count()).toBeGreaterThan(3);
      expect(await view.frame.getByText('Promised in this call').count()).toBe(0);
      await expectSettled(view);
      const none = await recorded.open({ tool: 'list_calls' });
      await none.frame.getByText('This view cannot show this answer. The text of the answer is complete.').waitFor();
      expect(recorded.watch.problems()).toEqual([]);
    } finally {
      await recorded.close();
    }
  });

  it('it says that a call runs, was cancelled or failed, or cannot be drawn', async () => {
    const running = await host.open({ tool: 'get_call', arguments: { call_id: booked }, outcome: 'nothing' });
    const text = () => running.frame.getByRole('status').textContent();
    await expect.poll(text).toBe('Reading calls…');
    await running.deliver('cancelled');
    await expect.poll(text).toBe('The call was cancelled. Nothing was changed.');
    await running.deliver('result');
    await running.frame.locator('.call-head').waitFor();
    const failed = await host.open({ tool: 'get_call', arguments: { call_id: 'call_none' } });
    await expect.poll(() => failed.frame.getByRole('alert').textContent()).toContain('The platform has no such record');
    expect(host.watch.problems()).toEqual([]);
  });
});
