import { withPlatform } from '../commands/with-platform.ts';
import { requiredArgument } from '../runtime/arguments.ts';
import type { CommandRun } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { feedNotFound } from './feed-screen.ts';

/** `calendars revoke`: ends a feed. */
export const revokeFeed: CommandRun = async (run) => {
  const id = requiredArgument(run);
  await withPlatform(run, async (platform) => {
    if (!(await platform.calendarFeeds.revoke(id))) throw feedNotFound(id, run);
    if (run.options.json) return printJson(run, { revoked: id });
    run.print(`Calendar feed ${id} is revoked: its address is not valid any more.`);
    run.print('Calendar programs keep what they have until the calendar is removed there.');
  });
};
