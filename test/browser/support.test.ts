import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './support/accessible.ts';
import { CHROMIUM, openBrowser, type TestBrowser } from './support/browser.ts';
import { startAt } from './support/demo.ts';
import { fixtureHtml, startFixture } from './support/fixture/server.ts';
import { type Host, openHost } from './support/host-page/host.ts';
import { connectSource, recordedSource, type ViewSource } from './support/host-page/source.ts';
import { HOSTILE, imitationsOf, MARKUP } from './support/hostile-corpus.ts';
import { takeStill } from './support/picture.ts';
import { expectScreenshot } from './support/screenshot.ts';

/** The support for tests in a browser: each of its checks must find what it is there to find. */
describe.skipIf(CHROMIUM === undefined)('support for tests in a browser', () => {
  let browser: TestBrowser;
  let html: string;
  let folder: string;
  beforeAll(async () => {
    [browser, html] = await Promise.all([openBrowser(), fixtureHtml()]);
    folder = mkdtempSync(join(tmpdir(), 'rcpt-screenshots-'));
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const recorded = (page: string, texts: string[] = []) =>
    recordedSource({ html: page, results: { show: { content: [], structuredContent: { texts } } } });

  /** Opens a host for one test. */
  async function using(source: ViewSource, use: (host: Host) => Promise<void>, more: object = {}): Promise<void> {
    const host = await openHost(browser, { source, ...more });
    try {
      await use(host);
    } finally {
      await host.close();
      await source.close();
    }
  }

  it('the host shows the view of a tool of a server, answers its requests, and draws it again after a reload', async () => {
    const server = await startFixture(html);
    await using(await connectSource(server.url), async (host) => {
      const view = await host.open({ tool: 'show', arguments: { texts: ['one', 'two'] }, context: { theme: 'dark' } });
      await expect.poll(() => view.frame.locator('li').allTextContents()).toEqual(['one', 'two']);
      expect(await view.frame.locator('#input').textContent()).toBe('{"texts":["one","two"]}');
      await view.frame.getByRole('button', { name: 'Book' }).click();
      await expect.poll(() => view.messages('ui/open-link')).toHaveLength(1);
      expect(await view.frame.locator('#status').textContent()).toBe('{"booked":"10:00"}');
      expect(view.messages('tools/call')).toMatchObject([{ params: { name: 'book', arguments: { at: '10:00' } } }]);
      expect(view.messages('ui/update-model-context')[0]?.params).toMatchObject({
        content: [{ text: 'Chosen: 10:00' }],
      });
      expect(view.messages('ui/message')[0]?.params).toMatchObject({ content: [{ text: 'Book this time' }] });
      expect(view.messages('ui/notifications/size-changed').length).toBeGreaterThan(0);

      await view.setContext({ theme: 'light', timeZone: 'Asia/Tokyo', displayMode: 'fullscreen' });
      const context = () => view.frame.locator('#context').textContent();
      await expect.poll(context).toBe('light Asia/Tokyo fullscreen');
      await view.reload();
      await expect.poll(() => view.frame.locator('li').allTextContents()).toEqual(['one', 'two']);
      expect(await context()).toBe('light Asia/Tokyo fullscreen');
      expect(view.messages('tools/call')).toEqual([]);
      expect(server.calls).toEqual(['show', 'book']);
      await view.teardown();
      expect(host.watch.problems()).toEqual([]);
    });
    await server.close();
  });

  it('the host refuses requests for which it declares no capability, and sends a cancellation or nothing', async () => {
    const limited = { capabilities: {}, sandbox: 'allow-scripts' };
    await using(
      recorded(html),
      async (host) => {
        const view = await host.open({ tool: 'show', outcome: 'nothing' });
        await view.frame.getByRole('button', { name: 'Book' }).click();
        await expect.poll(() => host.watch.errors.join()).toMatch(/Method not found|does not support/);
        expect(await view.frame.locator('#status').textContent()).toBe('');
        await view.deliver('cancelled');
        await expect.poll(() => view.frame.locator('#status').textContent()).toBe('cancelled: cancelled');
        // An opaque origin.
        expect(await view.frame.evaluate(() => window.origin)).toBe('null');
      },
      limited,
    );
  });

  it('the watch reports what a view requests and what its policy blocks', async () => {
    const more = '<img src="https://attacker.example.net/a.png"><link rel="stylesheet" href="/b.css">';
    const script =
      '<script>fetch("https://attacker.example.net/c").catch(() => {}); open("https://attacker.example.net/d")</script>';
    await using(recorded(await fixtureHtml({ more: more + script })), async (host) => {
      await host.open({ tool: 'show' });
      const problems = () => host.watch.problems().join('\n');
      await expect.poll(problems).toMatch(/requested https:\/\/attacker\.example\.net\/a\.png/);
      await expect.poll(problems).toMatch(/requested http:\S+\/b\.css/);
      await expect.poll(problems).toMatch(/attacker\.example\.net\/c\S* violates .*"connect-src 'none'"/);
      expect(problems()).toMatch(/b\.css' violates/);
    });
  });

  it('hostile texts do nothing as text, and the watch reports them where a view puts them in as markup', async () => {
    const texts = [...Object.values(HOSTILE), ...imitationsOf('Cancel booking')];
    await using(recorded(html, texts), async (host) => {
      const view = await host.open({ tool: 'show' });
      await expect.poll(() => view.frame.locator('li').count()).toBe(texts.length);
      expect(host.watch.problems()).toEqual([]);
    });
    const running = ['image with a handler', 'image with a slash instead of a space', 'opened details'];
    const unsafe = recorded(
      await fixtureHtml({ unsafe: true }),
      running.map((name) => MARKUP[name] as string),
    );
    await using(unsafe, async (host) => {
      await host.open({ tool: 'show' });
      await expect.poll(() => [...host.watch.hostile].sort()).toEqual(['onerror', 'ontoggle', 'slash']);
    });
  });

  it('hostile markup runs in a page that contains it as markup', async () => {
    const { page, watch, close } = await browser.openPage();
    const texts = Object.values(MARKUP);
    const names = texts.flatMap((text) => [...text.matchAll(/hostileRan\('([^']+)'\)/g)].map(([, name]) => name));
    const frames = texts.map(
      (text) => `<iframe srcdoc="${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`,
    );
    await page.setContent(frames.join(''), { waitUntil: 'commit' });
    await expect.poll(() => names.filter((name) => !watch.hostile.includes(name as string))).toEqual([]);
    expect(watch.requests.join()).toContain('attacker.example.net');
    await close();
  });

  it('a screenshot accepts the same picture, and refuses one that moved by three pixels or has another size', async () => {
    const { page, close } = await browser.openPage({ width: 320, height: 200 });
    const draw = (left: number) =>
      page.setContent(`<p style="margin-left: ${left}px">Cleaning, 10:00 to 10:45</p><button>Book</button>`);
    await draw(10);
    writeFileSync(join(folder, 'shift.png'), await takeStill(page));
    await draw(10);
    await expectScreenshot(page, 'shift', folder);
    await draw(13);
    await expect(expectScreenshot(page, 'shift', folder)).rejects.toThrow(/shift differs: \d+ pixels differ\. Look at/);
    const moved = expectScreenshot(page.locator('button'), 'shift', folder);
    await expect(moved).rejects.toThrow(/instead of 320 × 200/);
    await close();
  });

  it('pages look the same on every machine', async () => {
    await using(
      recorded(html, ['Dr. Ana Pérez', 'Zürich – 10:00', 'مرحبا', 'Ж → ✓']),
      async (host) => {
        const view = await host.open({ tool: 'show', context: { theme: 'dark' } });
        await expect.poll(() => view.frame.locator('li').count()).toBe(4);
        await expectScreenshot(view.frame, 'support/fixture');
      },
      { width: 400 },
    );
  });

  it('axe-core passes the fixture inside of its sandbox, and finds a missing label and a target that is too small', async () => {
    const more =
      '<input><button style="width: 9px; height: 9px; padding: 0" aria-label="a"></button><button style="width: 9px; height: 9px; padding: 0" aria-label="b"></button>';
    await using(recorded(html), async (host) => {
      await expectAccessible((await host.open({ tool: 'show' })).frame);
      expect(host.watch.problems()).toEqual([]);
    });
    await using(recorded(await fixtureHtml({ more })), async (host) => {
      const findings = expectAccessible((await host.open({ tool: 'show' })).frame);
      await expect(findings).rejects.toThrow(/label: Form elements must have labels\n {2}<input>[\s\S]*target-size/);
    });
  });

  it('a page reads the given time, zone and language', async () => {
    const options = { at: '2199-03-04T15:00:00Z', timeZone: 'America/New_York', colorScheme: 'dark' } as const;
    const { page, close } = await browser.openPage(options);
    const shown = await page.evaluate(() => [
      new Date().toLocaleString(),
      matchMedia('(prefers-color-scheme: dark)').matches,
    ]);
    expect(shown).toEqual(['3/4/2199, 10:00:00 AM', true]);
    await close();
  });
});

it('the demo business is the same at each start at the same moment', async () => {
  const answers: object[] = [];
  for (let start = 0; start < 2; start++) {
    const session = await startAt('2199-03-04T15:00:00Z');
    const [bookings, calls] = [
      await session.client.call('list_bookings'),
      await session.client.call('search_calls', { query: 'cleaning' }),
    ];
    answers.push({ bookings: bookings.data.items, calls: calls.data.items });
    await session.close();
  }
  expect(JSON.stringify(answers[0])).toContain('2199-03-04T');
  expect(answers[1]).toEqual(answers[0]);
});
