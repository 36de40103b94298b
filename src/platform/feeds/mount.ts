import type { Hono } from 'hono';
import type { PlatformEnv } from '../http/request-origin.ts';
import { FEEDS_PATH } from './address.ts';
import type { FeedServer } from './serve-feed.ts';

/** Serves `GET /api/calendars/{token}.ics`, and the same 404 at every other path below. */
export function mountFeeds(app: Hono<PlatformEnv>, feeds: FeedServer): void {
  app.all(`${FEEDS_PATH}/*`, (answer) => feeds.answer(answer.req.raw, answer.req.path, answer.env?.client));
}
