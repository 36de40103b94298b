import type { CalendarProgram } from '../../contract/index.ts';
import { createRateLimiter, type RateLimit } from '../../lib/concurrency/rate-limiter.ts';
import { createSemaphore, QueueFullError } from '../../lib/concurrency/semaphore.ts';
import { networkOf } from '../../lib/http/network.ts';
import { createFailureLog } from '../../lib/logging/failure-log.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { sha256 } from '../auth/hash.ts';
import { createLastUse } from '../last-use.ts';
import { findReadableFeed, recordFeedFetch } from '../store/staff/calendar-feeds.ts';
import type { Store } from '../store/store.ts';
import { tokenIn } from './address.ts';
import { calendarProgram } from './calendar-program.ts';
import { feedAnswer, noSuchFeed, onlyReadable, tooManyFetches } from './feed-answers.ts';
import { feedText } from './feed-text.ts';

/** Per client address: services that fetch the calendars of many people have few addresses. */
export const ADDRESS_LIMIT: RateLimit = { count: 600, windowMs: 10 * 60_000 };
/** Per token: many devices of one business can have the same feed, and most fetch it once an hour. */
export const TOKEN_LIMIT: RateLimit = { count: 120, windowMs: 60 * 60_000 };
/** Feeds that are put together at the same time, and requests that wait for that. */
export const MAX_CONCURRENT_FEEDS = 4;
export const MAX_WAITING_FEEDS = 60;

/** Answers requests for feeds. */
export interface FeedServer {
  /**
   * @param path of the request, without its query.
   * @param client the client's address; undefined within the process.
   */
  answer(request: Request, path: string, client: string | undefined): Promise<Response>;
  /** Waits for all pending writes. */
  flush(): Promise<void>;
}

export function createFeedServer(store: Store, clock: Clock, logger: Logger): FeedServer {
  const addresses = createRateLimiter(ADDRESS_LIMIT, clock.monotonic);
  const tokens = createRateLimiter(TOKEN_LIMIT, clock.monotonic);
  const building = createSemaphore({ permits: MAX_CONCURRENT_FEEDS, maxQueue: MAX_WAITING_FEEDS });
  const storing = createFailureLog(
    logger,
    {
      failure: 'the last fetches of calendar feeds cannot be stored',
      recovery: 'the last fetches of calendar feeds are stored again',
    },
    clock,
  );
  const fetches = createLastUse<CalendarProgram>(clock, {
    write: (hash, at, by) => store.write((tx) => recordFeedFetch(tx, hash, { at, by }), 'rows').then(storing.succeeded),
    onError: (_hash, error) => storing.failed(error),
  });
  return {
    async answer(request, path, client = '') {
      if (request.method !== 'GET' && request.method !== 'HEAD') return onlyReadable();
      const waitForAddress = addresses.take(networkOf(client));
      if (waitForAddress > 0) return tooManyFetches(waitForAddress);
      const token = tokenIn(path);
      if (token === undefined) return noSuchFeed();
      const hash = sha256(token);
      // Also for unknown tokens: they must not be recognisable by this answer.
      const waitForToken = tokens.take(hash);
      if (waitForToken > 0) return tooManyFetches(waitForToken);
      const feed = await store.readUncoordinated((db) => findReadableFeed(db, hash));
      if (!feed) return noSuchFeed();
      fetches.record(hash, feed.last_fetched_at, calendarProgram(request.headers.get('user-agent')));
      try {
        const text = await building.run(() => store.readUncoordinated((db) => feedText(db, feed, clock.now())));
        return feedAnswer(text, request);
      } catch (error) {
        if (error instanceof QueueFullError) return tooManyFetches(1);
        throw error;
      }
    },
    flush: fetches.flush,
  };
}
