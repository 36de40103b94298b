import { CommandError } from '../../config/usage-error.ts';
import type { NewCalendarFeed } from '../../platform/index.ts';
import { withPlatform } from '../commands/with-platform.ts';
import { followUp } from '../runtime/follow-up.ts';
import type { CommandRun, Run } from '../runtime/run.ts';
import { printJson } from '../terminal/print-json.ts';
import { feedAddress, feedScreen } from './feed-screen.ts';
import { findStaff } from './find-staff.ts';

/** `calendars add`: makes a feed, and shows its address once. */
export const addFeed: CommandRun = async (run) => {
  const { options } = run;
  const { CalendarFeedError } = await import('../../platform/index.ts');
  await withPlatform(run, async (platform) => {
    const { staff, masked } = options;
    const staffId = staff === undefined ? undefined : await findStaff(platform, staff);
    const added = await platform.calendarFeeds.add({ staffId, masked }).catch((error: unknown) => {
      throw error instanceof CalendarFeedError
        ? new CommandError(`${error.message} Nothing was changed.`, { cause: error })
        : error;
    });
    showNewFeed(run, added);
  });
};

/** Prints a feed with its new address. */
export function showNewFeed(run: Run, added: NewCalendarFeed): void {
  const { options, print } = run;
  const renew = followUp(run, `calendars renew ${added.feed.id}`);
  run.ifUnwritten(`Calendar ${added.feed.id} has a new address, which is lost. For another one: ${renew}`);
  const publicUrl = options['public-url'];
  if (options.json) {
    const { feed, path } = added;
    printJson({ print }, { feed, address: publicUrl ? feedAddress(added, publicUrl) : null, path: path.reveal() });
    return;
  }
  for (const line of feedScreen(added, publicUrl)) print(line);
}
