import { withPlatform } from '../commands/with-platform.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import type { CommandRun } from '../runtime/run.ts';
import { showNewFeed } from './add-feed.ts';
import { feedNotFound } from './feed-screen.ts';

/** `calendars renew`: replaces the address of a feed, and shows the new one once. */
export const renewFeed: CommandRun = async (run) => {
  const id = requiredArgument(run);
  await withPlatform(run, async (platform) => {
    const renewed = await platform.calendarFeeds.renew(id);
    if (!renewed) throw feedNotFound(id, run);
    if (!run.options.json) run.print('The previous address is not valid any more.');
    showNewFeed(run, renewed);
  });
};
