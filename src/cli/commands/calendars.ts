import { chooseAction } from '../calls/choose-action.ts';

/** `rcpt-mcp calendars`: secret addresses at which calendar programs read bookings. */
export const runCalendars = chooseAction({
  add: async () => (await import('../calendars/add-feed.ts')).addFeed,
  list: async () => (await import('../calendars/list-feeds.ts')).listFeeds,
  renew: async () => (await import('../calendars/renew-feed.ts')).renewFeed,
  revoke: async () => (await import('../calendars/revoke-feed.ts')).revokeFeed,
});
