import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { openHost } from '../../test/browser/support/host-page/host.ts';
import { connectSource, type ViewSource } from '../../test/browser/support/host-page/source.ts';
import { takeStill } from '../../test/browser/support/picture.ts';
import { assertNoProblems, type Pictures, type Scene, windowOf } from './scene.ts';
import {
  type Booking,
  bookedAnswer,
  callbacksAnswer,
  dayAnswer,
  type PromisedCallback,
  type SpokenAnswer,
} from './spoken-answers.ts';

/** The Saturday after the moment of the scene, on which the practice is open for three hours. */
const DAY = '2026-11-21';
const LAST_WEEK = { from: '2026-11-09', to: '2026-11-13' };
const WINDOW = windowOf(880);

/** What the user says, and what the assistant answers. */
type Turn = [user: string, assistant: SpokenAnswer];

/** A conversation of three turns with the demo business; the last answer has its agenda, in the host of the browser tests. */
export async function conversation({ browser, server, at, themes }: Scene): Promise<Pictures> {
  const source = await connectSource(server.url);
  try {
    const turns = await firstTurns(source);
    const html = readFileSync(new URL('conversation.html', import.meta.url), 'utf8');
    const host = await openHost(browser, { source, html, at, ...WINDOW });
    try {
      // Without colours of a certain host.
      const request = { tool: 'list_bookings', arguments: { from: DAY, to: DAY, per_page: 100 } };
      const view = await host.open({ ...request, context: { styles: {} } });
      await view.frame.getByRole('heading', { name: 'Saturday' }).waitFor();
      const { items } = view.result.structuredContent as { items: Booking[] };
      await write(host.page, [...turns, ['What does Saturday look like now?', dayAnswer(items)]]);
      const pictures: Pictures = {};
      for (const theme of themes) {
        await view.setContext({ theme });
        await view.frame.locator(`html[data-theme=${theme}]`).waitFor();
        pictures[`conversation-${theme}`] = await takeStill(host.page.locator('body'), 'device');
      }
      assertNoProblems('conversation', host.watch);
      return pictures;
    } finally {
      await host.close();
    }
  } finally {
    await source.close();
  }
}

/** The turns before the view: a question about calls, and a booking. */
async function firstTurns(source: ViewSource): Promise<Turn[]> {
  const call = async <T>(tool: string, args: Record<string, unknown>) => {
    const { structuredContent, isError } = await source.callTool(tool, args);
    if (isError) throw new Error(`${tool} failed: ${JSON.stringify(structuredContent)}`);
    return structuredContent as T;
  };
  const { items } = await call<{ items: PromisedCallback[] }>('find_follow_ups', { kind: 'callback', ...LAST_WEEK });
  const { booking } = await call<{ booking: Booking }>('create_booking', {
    service_id: 'Cleaning',
    start_time: `${DAY}T10:00`,
    weekday: 'Saturday',
    contact_name: 'Robin Tester',
    contact_phone: '212 555 0123',
  });
  return [
    ['Who was promised a callback last week and is still waiting?', callbacksAnswer(items)],
    ['Book a cleaning for Robin Tester, 212 555 0123, on Saturday at ten.', bookedAnswer(booking)],
  ];
}

/** Writes the turns above the view, as paragraphs. */
async function write(page: Page, turns: readonly Turn[]): Promise<void> {
  const paragraphs = turns.flatMap(([user, { text, entries = [] }]) => [
    { kind: 'user', text: user },
    { kind: 'answer', text },
    ...entries.map((entry) => ({ kind: 'entry', text: entry })),
  ]);
  await page.locator('#turns').evaluate((place, written) => {
    for (const { kind, text } of written) {
      const paragraph = place.appendChild(document.createElement('p'));
      paragraph.className = kind;
      paragraph.textContent = text;
    }
  }, paragraphs);
}
