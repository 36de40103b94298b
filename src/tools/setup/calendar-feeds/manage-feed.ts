import * as z from 'zod';
import { ApiError } from '../../../api/index.ts';
import type { AddressedCalendarFeed, Read } from '../../../contract/index.ts';
import { Secret } from '../../../lib/secrets/secret.ts';
import { say, trusted } from '../../../lib/text/sentence.ts';
import type { ToolContext } from '../../core/context.ts';
import { defineTool } from '../../core/define.ts';
import { ToolError } from '../../core/errors.ts';
import * as field from '../../core/fields.ts';
import { localStart } from '../../presenters/booking-time.ts';
import { calendarFeedShape, presentCalendarFeed } from '../../presenters/calendar-feed.ts';
import { staffIdOf, staffOf } from '../../search/record-by-name.ts';
import { feedContent, findFeed, requireFeeds, requireReadableBookings } from './feeds.ts';

const ACTIONS = ['create', 'renew', 'revoke'] as const;
const ONLY_PATH =
  'The file has the path alone, because the platform does not know its public address (--public-url): put that before it.';

export const manageCalendarFeed = defineTool({
  name: 'manage_calendar_feed',
  title: 'Manage a calendar feed',
  description:
    'Create a calendar feed (a secret address of bookings for calendar programs), or renew or revoke it. The address goes to a file that only the user can read.',
  toolset: 'setup',
  effect: 'delete',
  scope: 'business:manage',
  input: () =>
    z.strictObject({
      action: z.enum(ACTIONS),
      staff_id: field.staffId().optional().describe('create: staff id or name; absent: the whole business'),
      masked: z.boolean().optional().describe("create: show only service and customer's initials"),
      feed_id: z.string().min(1).max(256).optional().describe('To renew or revoke'),
    }),
  output: () =>
    z.object({
      action: z.enum(ACTIONS),
      feed: calendarFeedShape().optional(),
      deleted: z.string().optional().describe('Id of the revoked feed'),
      file: z.string().optional().describe('File with the address; only the user can read it'),
      note: z.string().optional(),
    }),
  summary({ action, file, note }) {
    if (action === 'revoke') return 'The calendar feed was revoked: its address is not valid any more.';
    const done = action === 'create' ? 'created' : 'renewed: its previous address is not valid any more';
    return `The calendar feed was ${done}. The address was put into ${file}, and is shown nowhere else.${note ? ` ${note}` : ''}`;
  },
  async confirm({ action, staff_id: asked, masked: isMasked = false, feed_id: feedId }, context) {
    await requireFeeds(context);
    if (action !== 'revoke') requireReadableBookings(context);
    if (action === 'create') {
      const staff = asked === undefined ? undefined : (await staffOf(asked, context)).name;
      const content = feedContent({ staff, isMasked });
      return say`Create a secret address at which calendar programs read ${content}? All who have the address can read them.`;
    }
    const feed = feedId === undefined ? undefined : await findFeed(feedId, context);
    // Nothing is changed without it.
    if (feedId === undefined || !feed) return undefined;
    const { staff_id: id, staff_name: name = id, masked, created_at: created, renewed_at: renewed } = feed.fields;
    const { describe, zone } = context.time;
    const at = describe(renewed ?? created ?? '');
    const made = localStart({ start_local: at?.local, weekday: at?.weekday }, zone);
    const content = feedContent({ staff: name ?? undefined, isMasked: masked === true });
    const which = say`the calendar feed${trusted(made ? ` made on ${made} (${zone}),` : '')} which shows ${content}`;
    return action === 'renew'
      ? say`Replace the address of ${which}? Calendars at its present address stop being updated.`
      : say`Revoke ${which}? Calendars at its address stop being updated.`;
  },
  async run({ action, staff_id: staff, masked, feed_id: feedId }, context) {
    await requireFeeds(context);
    const { api, signal } = context;
    if (action === 'create') {
      if (feedId !== undefined) throw new ToolError('action create takes staff_id and masked (and no feed_id).');
      const body = { staff_id: staff === undefined ? null : await staffIdOf(staff, context), masked: masked === true };
      return { action, ...(await withAddress(() => api.createCalendarFeed({ body, signal }), context, body)) };
    }
    if (feedId === undefined || staff !== undefined || masked !== undefined)
      throw new ToolError('action renew and revoke take feed_id and nothing else.');
    if (action === 'renew')
      return { action, ...(await withAddress(() => api.renewCalendarFeed({ id: feedId, signal }), context)) };
    await api.revokeCalendarFeed({ id: feedId, signal });
    return { action, deleted: feedId };
  },
});

/** Puts the address in an answer into a file, because the model does not need it. */
async function withAddress(
  request: () => Promise<Read<typeof AddressedCalendarFeed>>,
  context: ToolContext,
  requested: { staff_id?: string | null; masked?: boolean } = {},
) {
  requireReadableBookings(context);
  // The file is created first, because an address that cannot be stored is lost.
  const reserved = await context.reserveSecretFile('calendar');
  try {
    const read = await request();
    const { path, url, staff_id, masked } = read.fields;
    const address = url ?? path;
    const { compareFields } = await import('../../idempotency/comparison.ts');
    const { differing } = compareFields([
      ['staff_id', requested.staff_id ?? undefined, staff_id],
      ['masked', requested.masked, masked],
    ]);
    if (!address || differing.length > 0)
      throw new ApiError({ kind: 'unconfirmed', endpoint: 'createCalendarFeed', changed: 'unknown', differing });
    const file = await reserved.write(new Secret(address, 'caller'));
    return { feed: presentCalendarFeed(read), file, ...(url ? {} : { note: ONLY_PATH }) };
  } finally {
    await reserved.discardIfUnused();
  }
}
