import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from './support/browser.ts';
import { ALL_CAPABILITIES } from './support/host-page/context.ts';
import { type Host, type HostOptions, openHost, type View } from './support/host-page/host.ts';
import { type DemoHost, expectSettled, focused, openDemoHost, resize } from './support/views.ts';

/** The views in hosts that differ in what they send and allow (MCP Apps 2026-01-26). */
describe.skipIf(CHROMIUM === undefined)('views in different hosts', () => {
  const at = '2199-03-04T15:00:00Z';
  const DAY = { from: '2199-03-05', to: '2199-03-05' };
  const WEEK = { from: '2199-03-04', to: '2199-03-10', per_page: 100 };
  /** A call for each view, and what the view draws. */
  const CALLS = [
    ['agenda', { tool: 'list_bookings', arguments: DAY }, '[data-cell]'],
    ['call-review', { tool: 'find_follow_ups' }, '.calls'],
    ['activity', { tool: 'summarize_activity', arguments: { kind: 'bookings', group_by: ['service'] } }, '.numbers'],
  ] as const;
  let demo: DemoHost;
  let host: Host;

  beforeAll(async () => {
    demo = await openDemoHost(at);
    ({ host } = demo);
  });
  afterAll(() => demo?.close());

  /** Opens a host for one test. */
  async function using(options: Partial<HostOptions>, use: (host: Host) => Promise<void>): Promise<void> {
    const other = await openHost(demo.browser, { source: demo.source, at, ...options });
    try {
      await use(other);
      expect(other.watch.problems()).toEqual([]);
    } finally {
      await other.close();
    }
  }
  const deliverPartial = (args: object) =>
    host.page.evaluate((partial) => window.host.deliver({ partial: { arguments: partial } }), args as never);

  it.each(CALLS)(
    'the view %s waits for the whole input, and answers when it is removed',
    async (_name, call, drawn) => {
      const view = await host.open({ ...call, outcome: 'nothing' });
      const loading = await view.frame.locator('#view').textContent();
      await deliverPartial({ from: '2199-0' });
      expect(await view.frame.locator('#view').textContent()).toBe(loading);
      await view.deliver('result');
      await view.frame.locator(drawn).first().waitFor();
      await view.teardown();
      expect(host.watch.problems()).toEqual([]);
    },
  );

  it.each(CALLS)('the view %s draws in a sandbox with an opaque origin', async (_name, call, drawn) => {
    await using({ sandbox: 'allow-scripts' }, async (opaque) => {
      const view = await opaque.open(call);
      await view.frame.locator(drawn).first().waitFor();
      expect(await view.frame.evaluate(() => window.origin)).toBe('null');
      await expectSettled(view);
    });
  });

  it.each(CALLS)('the view %s keeps the insets of the host free, also when they change', async (_name, call, drawn) => {
    const safeAreaInsets = { top: 11, right: 22, bottom: 33, left: 44 };
    const view = await host.open({ ...call, context: { safeAreaInsets } });
    await view.frame.locator(drawn).first().waitFor();
    await resize(host, view, 320);
    await expectSettled(view);
    const edges = () =>
      view.frame.evaluate(() => {
        const { left, top, right } = (document.querySelector('main') as HTMLElement).getBoundingClientRect();
        return [top, innerWidth - right, left];
      });
    expect(await edges()).toEqual([11, 22, 44]);
    await view.setContext({ safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 } });
    await expect.poll(edges).toEqual([0, 0, 0]);
    await expectSettled(view);
  });

  it('a host that names no theme gets that of the system, also when it changes', async () => {
    await using({ colorScheme: 'dark' }, async (themeless) => {
      const view = await themeless.open({ ...CALLS[0][1], context: { theme: undefined as never } });
      const theme = () => view.frame.evaluate(() => document.documentElement.dataset.theme);
      await expect.poll(theme).toBe('dark');
      await themeless.page.emulateMedia({ colorScheme: 'light' });
      await expect.poll(theme).toBe('light');
    });
  });

  it('the display mode of an answer counts, also if the host does not announce it', async () => {
    await using({ announcesMode: false }, async (silent) => {
      const view = await silent.open({ tool: 'list_bookings', arguments: WEEK });
      const button = view.frame.getByRole('button', { name: 'Full screen' });
      await button.click();
      await expect.poll(() => button.count()).toBe(0);
    });
  });

  /** Opens the details of an appointment. */
  async function openDetails(on: Host): Promise<View> {
    const view = await on.open({ tool: 'list_bookings', arguments: DAY });
    await view.frame.locator('[data-cell]').filter({ hasText: 'Vivian Tran' }).click();
    await view.frame.locator('.panel dl').waitFor();
    return view;
  }

  it('a telephone number and an e-mail address are opened by the host: a sandbox lets no link out', async () => {
    const view = await openDetails(host);
    await view.frame.getByRole('button', { name: '+1 646 555 0170' }).click();
    await view.frame.getByRole('button', { name: 'vivian.tran@example.com' }).click();
    await expect
      .poll(() => view.messages('ui/open-link').map(({ params }) => params))
      .toEqual([{ url: 'tel:+16465550170' }, { url: 'mailto:vivian.tran@example.com' }]);
    expect(await view.frame.locator('a').count()).toBe(0);
    expect(host.watch.problems()).toEqual([]);
  });

  it.each(['answer', 'error'] as const)(
    'a link that the host refuses by an %s leaves the number in sight',
    async (refusal) => {
      await using({ refusal }, async (refusing) => {
        const view = await openDetails(refusing);
        const status = () => view.frame.locator('.outcome').textContent();
        for (const [name, link] of [
          ['+1 646 555 0170', '+16465550170'],
          ['vivian.tran@example.com', 'vivian.tran@example.com'],
        ] as const) {
          await view.frame.getByRole('button', { name }).click();
          await expect.poll(status).toMatch(/^The host did not open it\..*copy it from here: .*Dismiss$/);
          expect(await status()).toContain(`“${link}”`);
          expect(await view.frame.locator('.panel dl').textContent()).toContain(link);
          const place = await view.frame.locator('.panel').boundingBox();
          await view.frame.getByRole('button', { name: 'Dismiss' }).click();
          await expect.poll(status).toBe('');
          await expect.poll(() => focused(view.frame)).toContain('Vivian Tran');
          expect((await view.frame.locator('.panel').boundingBox())?.x).toBe(place?.x);
        }
      });
    },
  );

  it('a file that the host refuses to save leaves its appointment in sight', async () => {
    await using({ refusal: 'answer' }, async (refusing) => {
      const view = await openDetails(refusing);
      await view.frame.getByRole('button', { name: 'Add to calendar' }).click();
      await expect.poll(() => view.frame.locator('.outcome').textContent()).toContain('The file could not be saved.');
      expect(await view.frame.locator('.panel dl').count()).toBe(1);
    });
  });

  it('a host that opens no links gets them as text', async () => {
    const { openLinks: _, ...capabilities } = ALL_CAPABILITIES;
    await using({ capabilities }, async (closed) => {
      const view = await openDetails(closed);
      expect(await view.frame.locator('.panel dl').textContent()).toContain('+16465550170');
      expect(await view.frame.locator('.panel dl :is(a, button)').count()).toBe(0);
    });
  });
});
