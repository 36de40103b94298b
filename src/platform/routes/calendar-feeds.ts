import { calendarFeedBodySchema } from '../../contract/index.ts';
import { CalendarFeedError, createFeed, feedRecord, renewFeed } from '../feeds/manage-feeds.ts';
import { HttpError, notFound } from '../http/errors.ts';
import type { Handlers } from '../http/router.ts';
import { slicePage } from '../store/paging.ts';
import { deleteCalendarFeed, listCalendarFeeds } from '../store/staff/calendar-feeds.ts';
import type { RouteContext } from './context.ts';

type Names = 'listCalendarFeeds' | 'createCalendarFeed' | 'renewCalendarFeed' | 'revokeCalendarFeed';

export function calendarFeedRoutes({ store, clock, publicUrl }: RouteContext): Pick<Handlers, Names> {
  return {
    async listCalendarFeeds({ caller, page }) {
      const feeds = await store.readUncoordinated((db) => listCalendarFeeds(db, caller.teamId));
      return slicePage(feeds.map(feedRecord), page);
    },
    async createCalendarFeed({ caller, body }) {
      const { staff_id: staffId = null, masked: isMasked = false } = await body(calendarFeedBodySchema());
      const feed = { teamId: caller.teamId, staffId, isMasked, publicUrl };
      return store
        .write((tx) => createFeed(tx, feed, clock.now()), { team: caller.teamId })
        .catch((error: unknown) => {
          throw error instanceof CalendarFeedError
            ? new HttpError(400, { error: error.code, message: error.message })
            : error;
        });
    },
    async renewCalendarFeed({ caller, params }) {
      const { teamId } = caller;
      const feed = await store.write((tx) => renewFeed(tx, { teamId, id: params.id, publicUrl }, clock.now()), {
        team: teamId,
      });
      if (!feed) throw notFound('calendar feed');
      return feed;
    },
    async revokeCalendarFeed({ caller, params }) {
      const existed = await store.write((tx) => deleteCalendarFeed(tx, caller.teamId, params.id), {
        team: caller.teamId,
      });
      if (!existed) throw notFound('calendar feed');
      return { id: params.id, deleted: true };
    },
  };
}
