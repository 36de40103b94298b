import { scan } from '../../../api/index.ts';
import type { CalendarFeed, Read } from '../../../contract/index.ts';
import { quoted, type Sentence, say, trusted } from '../../../lib/text/sentence.ts';
import type { ToolContext } from '../../core/context.ts';
import { ToolError } from '../../core/errors.ts';
import { mayShow } from '../../core/record-kinds.ts';

const NO_FEEDS = 'This platform has no calendar feeds, so nothing was sent.';
const NOT_READABLE = 'A calendar feed shows bookings, which this caller may not read, so nothing was sent.';

/** @throws ToolError if the platform has no feeds. */
export async function requireFeeds({ extensions, signal }: ToolContext): Promise<void> {
  if (!(await extensions.announcesForCertain('calendar_feeds', signal))) throw new ToolError(NO_FEEDS);
}

/**
 * Checks a call whose result is the address of a feed.
 * @throws ToolError if the caller may not read what a feed shows.
 */
export function requireReadableBookings(context: ToolContext): void {
  if (!mayShow('booking', context)) throw new ToolError(NOT_READABLE);
}

/** Finds a feed by its id. */
export async function findFeed(
  feedId: string,
  { api, clock, signal }: ToolContext,
): Promise<Read<typeof CalendarFeed> | undefined> {
  let found: Read<typeof CalendarFeed> | undefined;
  await scan(
    (query) => api.listCalendarFeeds({ query, signal }),
    (read) => {
      if (read.fields.id === feedId) found = read;
    },
    { clock, isDone: () => found !== undefined },
  );
  return found;
}

/** Says whose bookings a feed has, and how much of them. */
export function feedContent({ staff, isMasked }: { staff: string | undefined; isMasked: boolean }): Sentence {
  const bookings = staff === undefined ? trusted('all bookings') : say`the bookings of ${quoted(staff)}`;
  const detail = isMasked
    ? 'only the service and the initials of the customer'
    : 'names, telephone numbers, e-mail addresses and notes of customers';
  return say`${bookings} with ${trusted(detail)}`;
}
