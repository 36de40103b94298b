import { readFileSync } from 'node:fs';
import type { ViewData } from '../../src/web/lib/view-data.ts';
import { openHost } from '../../test/browser/support/host-page/host.ts';
import { connectSource, type ToolResult } from '../../test/browser/support/host-page/source.ts';
import { takeStill } from '../../test/browser/support/picture.ts';
import { assertNoProblems, type Pictures, type Scene, windowOf } from './scene.ts';

/** The Tuesday after the moment of the scene. */
const DAY = '2026-11-17';
const REQUEST = { tool: 'list_bookings', arguments: { from: DAY, to: DAY, per_page: 100 } };
const WINDOW = windowOf(800);

interface Booking {
  start_local: string;
  status: string;
  contact_name: string;
  staff_name: string;
}

/** A conversation about a day, with its agenda in the host of the browser tests. */
export async function conversation({ browser, server, at, themes }: Scene): Promise<Pictures> {
  const source = await connectSource(server.url);
  try {
    const html = readFileSync(new URL('conversation.html', import.meta.url), 'utf8');
    const host = await openHost(browser, { source, html, at, ...WINDOW });
    try {
      // Without colours of a certain host.
      const view = await host.open({ ...REQUEST, context: { styles: {} } });
      await view.frame.getByRole('heading', { name: 'Tuesday' }).waitFor();
      await host.page.locator('#answer').evaluate((answer, text) => {
        answer.textContent = text;
      }, answerTo(view.result));
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

/** What an assistant says of the answer of the tool. */
function answerTo({ structuredContent, _meta }: ToolResult): string {
  const { items } = structuredContent as { items: Booking[] };
  const staff = (_meta?.['rcpt-mcp/view'] as ViewData | undefined)?.agenda?.staff ?? [];
  const booked = items.filter(({ status }) => status === 'confirmed');
  const [first, last] = [booked[0], booked.at(-1)];
  if (!first || !last) throw new Error(`The demo business has no appointments on ${DAY}.`);
  const working = staff.filter(({ days }) => days.some(({ hours }) => hours.length > 0));
  const idle = working.filter(({ name }) => booked.every((booking) => booking.staff_name !== name));
  return [
    `There are ${booked.length} appointments on Tuesday, from ${inWords(first)} to ${inWords(last)}.`,
    ...idle.map(({ name }) => `${name} has none yet.`),
  ].join(' ');
}

const inWords = ({ start_local, contact_name }: Booking) => `${timeOf(start_local)} (${contact_name})`;

/** The time of a local date and time with offset: `8:00 AM`. */
const timeOf = (local: string) =>
  new Date(`${local.slice(0, 19)}Z`).toLocaleTimeString('en-US', { timeStyle: 'short', timeZone: 'UTC' });
