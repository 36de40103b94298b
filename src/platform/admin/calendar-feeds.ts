import type { AddressedCalendarFeed, CalendarFeed } from '../../contract/index.ts';
import { Secret } from '../../lib/secrets/secret.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { createFeed, feedRecord, renewFeed } from '../feeds/manage-feeds.ts';
import { deleteCalendarFeed, listCalendarFeeds } from '../store/staff/calendar-feeds.ts';
import type { Store } from '../store/store.ts';

/** A feed with its address, which is not shown again. */
export interface NewCalendarFeed {
  feed: CalendarFeed;
  /** The path of the feed on this server, such as `/api/calendars/….ics`. */
  path: Secret;
}

export interface AdminCalendarFeeds {
  /**
   * Creates a feed of the whole business, or of one person.
   * @throws CalendarFeedError
   */
  add(options: { staffId?: string | undefined; masked: boolean }): Promise<NewCalendarFeed>;
  /** Lists the feeds, oldest first. */
  list(): Promise<CalendarFeed[]>;
  /** Replaces the address of a feed, with immediate effect. Undefined if there is no such feed. */
  renew(id: string): Promise<NewCalendarFeed | undefined>;
  /** Deletes a feed, with immediate effect. False if there is no such feed. */
  revoke(id: string): Promise<boolean>;
}

export function adminCalendarFeeds(store: Store, clock: Clock, teamId: string): AdminCalendarFeeds {
  const scope = { team: teamId };
  return {
    add: async ({ staffId = null, masked: isMasked }) =>
      withSecret(await store.write((tx) => createFeed(tx, { teamId, staffId, isMasked }, clock.now()), scope)),
    list: async () => (await store.readUncoordinated((db) => listCalendarFeeds(db, teamId))).map(feedRecord),
    renew: async (id) => {
      const renewed = await store.write((tx) => renewFeed(tx, { teamId, id }, clock.now()), scope);
      return renewed && withSecret(renewed);
    },
    revoke: (id) => store.write((tx) => deleteCalendarFeed(tx, teamId, id), scope),
  };
}

function withSecret({ path, url: _, ...feed }: AddressedCalendarFeed): NewCalendarFeed {
  return { feed, path: new Secret(path, 'caller') };
}
