import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser, type TestBrowser } from './support/browser.ts';
import { type Host, openHost, type View } from './support/host-page/host.ts';
import { recordedSource, type ToolResult } from './support/host-page/source.ts';
import * as hostile from './support/hostile-answers.ts';
import { expectNoForeignElements, expectQuoted, expectReadable, markedImitations } from './support/hostile-checks.ts';
import { BREAKOUTS, HOSTILE, MARKUP, SHAPES } from './support/hostile-corpus.ts';
import { expectSettled, resize, type ViewName, viewHtml } from './support/views.ts';

/** Everything that customers, callers and the platform write, put into the views: nothing of it may act or mislead. */
const CORPUS = Object.values(HOSTILE);
const IMITATIONS = markedImitations(
  'Cancel appointment',
  'The appointment is cancelled.',
  'Promised in this call',
  'Total',
);

describe.skipIf(CHROMIUM === undefined)('hostile texts in the views', () => {
  let browser: TestBrowser;
  const hosts = new Map<ViewName, Host>();
  const results: Record<string, ToolResult> = {};
  const NAMES = ['agenda', 'call-review', 'activity'] as const;
  const at = '2199-03-04T15:00:00Z';

  beforeAll(async () => {
    browser = await openBrowser();
    for (const name of NAMES) {
      const source = recordedSource({ html: viewHtml(name), results });
      hosts.set(name, await openHost(browser, { source, width: 320, at }));
    }
  });
  afterAll(async () => {
    for (const host of hosts.values()) await host.close();
    await browser?.close();
  });

  /** Shows an answer at 320 pixels, and expects that no text of it did anything. */
  async function show(name: ViewName, tool: string, result: ToolResult): Promise<View> {
    const host = hosts.get(name) as Host;
    results[tool] = result;
    const view = await host.open({ tool, arguments: { query: CORPUS[0] } });
    await expect.poll(() => view.frame.locator('#view').textContent()).not.toMatch(/Reading|Counting/);
    await check(name, view);
    return view;
  }

  async function check(name: ViewName, view: View): Promise<void> {
    await expectNoForeignElements(view.frame);
    await expectSettled(view);
    expect((hosts.get(name) as Host).watch.problems()).toEqual([]);
  }

  /** Opens all entries of an agenda, day by day, one after the other. Returns what their panels say. */
  const panelsOf = (view: View): Promise<string[]> =>
    view.frame.evaluate(async () => {
      const panels: string[] = [];
      const click = async (element: HTMLElement | null | undefined) => {
        element?.click();
        await new Promise(requestAnimationFrame);
      };
      const { documentElement: html } = document;
      const days = () => document.querySelectorAll<HTMLElement>('.list-heading button');
      for (let day = 0; day < 7; day++) {
        await click(days()[day]);
        for (const cell of document.querySelectorAll<HTMLElement>('[data-cell]')) {
          await click(cell);
          const panel = document.querySelector('.panel');
          panels.push(panel?.textContent ?? '');
          if (html.scrollWidth > html.clientWidth) throw new Error(`wider than the page: ${panel?.innerHTML}`);
        }
        await click([...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'All days'));
      }
      return panels;
    });

  it('the agenda shows bookings with hostile texts as text, in the week and in their details', async () => {
    const view = await show('agenda', 'list_bookings', hostile.hostileBookings(CORPUS));
    await expectReadable(view.frame, CORPUS);
    const panels = await panelsOf(view);
    expect(panels.length).toBeGreaterThan(CORPUS.length);
    // A name of spaces alone is none.
    expect(panels.filter((text) => !text.includes('Customer'))).toHaveLength(1);
    await check('agenda', view);
  });

  it('the agenda shows imitations of its own words as words of others', async () => {
    const view = await show('agenda', 'list_bookings', hostile.hostileBookings(IMITATIONS));
    expect(await expectQuoted(view.frame)).toBeGreaterThan(IMITATIONS.length);
    await view.frame.locator('[data-cell]').first().click();
    await view.frame.locator('.panel dl').waitFor();
    await expectQuoted(view.frame);
    await view.frame.getByRole('button', { name: 'Without a readable time' }).click();
    await expectQuoted(view.frame);
    await resize(hosts.get('agenda') as Host, view, 1440);
    await expectQuoted(view.frame);
    await resize(hosts.get('agenda') as Host, view, 320);
    const [service = ''] = IMITATIONS;
    const times = await show('agenda', 'find_open_times', hostile.hostileTimes(IMITATIONS.slice(0, 6), service));
    await times.frame.locator('[data-cell]').first().click();
    await times.frame.locator('.panel').waitFor();
    expect(await expectQuoted(times.frame)).toBeGreaterThan(1);
    expect(JSON.stringify(times.messages('ui/message'))).toBe('[]');
    await times.frame.getByRole('button', { name: 'Book this time' }).click();
    await expect.poll(() => times.messages('ui/message').length).toBe(1);
    expect(JSON.stringify(times.messages('ui/message'))).toContain(`“${service}”`);
  });

  it('calls with hostile texts are shown as text, in each of their answers', async () => {
    for (const make of [hostile.hostileTranscript, hostile.hostileSearch, hostile.hostileFollowUps]) {
      const result = make(CORPUS);
      const view = await show('call-review', 'a tool for calls', result);
      const unfold = view.frame.getByRole('button', { name: 'Show all' });
      if ((await unfold.count()) > 0) await unfold.click();
      await expectReadable(view.frame, CORPUS);
      await check('call-review', view);
    }
  });

  it('single calls with a hostile text in each field are shown as text', async () => {
    const texts = [MARKUP, BREAKOUTS, SHAPES].flatMap((some) => Object.values(some));
    const view = await show('call-review', 'get_call', hostile.hostileCall(CORPUS[0] as string));
    for (const text of texts) {
      await hosts
        .get('call-review')
        ?.page.evaluate(
          (result) => window.host.deliver({ result: result as never }),
          hostile.hostileCall(text) as unknown,
        );
      await expectReadable(view.frame, [text]);
      await expectNoForeignElements(view.frame);
    }
    await check('call-review', view);
  });

  it('calls show imitations of the page as words of others', async () => {
    for (const make of [hostile.hostileTranscript, hostile.hostileSearch, hostile.hostileFollowUps]) {
      const result = make(IMITATIONS);
      const view = await show('call-review', 'a tool for calls', result);
      expect(await expectQuoted(view.frame)).toBeGreaterThan(IMITATIONS.length);
    }
    for (const text of IMITATIONS.slice(0, 4)) {
      const view = await show('call-review', 'get_call', hostile.hostileCall(text));
      expect(await expectQuoted(view.frame)).toBeGreaterThan(5);
    }
  });

  it.each([[['service', 'staff', 'customer']], [['status', 'outcome', 'language']], [['day']], [['day', 'customer']]])(
    'numbers by %s with hostile names are shown as text',
    async (groupings) => {
      const view = await show('activity', 'summarize_activity', hostile.hostileActivity(CORPUS, groupings));
      const unfold = view.frame.getByRole('button', { name: 'Show all' });
      if ((await unfold.count()) > 0) await unfold.click();
      await expectReadable(view.frame, CORPUS);
      await check('activity', view);
      const quoted = await show('activity', 'summarize_activity', hostile.hostileActivity(IMITATIONS, groupings));
      expect(await expectQuoted(quoted.frame)).toBeGreaterThan(5);
    },
  );
});
