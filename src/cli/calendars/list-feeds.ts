import type { CalendarFeed } from '../../contract/index.ts';
import { cleanLine } from '../../lib/text/text.ts';
import { formatMinute } from '../commands/manage.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { CommandRun } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { recordTable } from '../terminal/table.ts';

const NAME_WIDTH = 18;
const HEAD = ['id', ['bookings of', NAME_WIDTH], 'masked', 'since (UTC)', 'last fetched (UTC)', 'by'] as const;

/** `calendars list`. */
export const listFeeds: CommandRun = async (run) => {
  await withPlatform(run, async (platform) => {
    const feeds = await platform.calendarFeeds.list();
    if (run.options.json) return printJson(run, feeds);
    if (feeds.length === 0)
      return run.print(`There are no calendar feeds yet. To make one: ${followUp(run, 'calendars add')}`);
    for (const line of recordTable(HEAD, feeds.map(row), run)) run.print(line);
    for (const { id, active } of feeds) {
      if (!active) run.print(`${id} is not served: the person is no longer in the business.`);
    }
  });
};

function row(feed: CalendarFeed): string[] {
  return [
    feed.id,
    feed.staff_name === null ? 'the whole business' : cleanLine(feed.staff_name),
    feed.masked ? 'yes' : 'no',
    formatMinute(feed.renewed_at ?? feed.created_at),
    formatMinute(feed.last_fetched_at),
    feed.last_fetched_by ?? '',
  ];
}
