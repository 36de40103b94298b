import { API_ROOT } from '../../src/contract/index.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { FEEDS_PATH } from '../../src/platform/feeds/address.ts';
import { noSuchFeed, tooManyFetches } from '../../src/platform/feeds/feed-answers.ts';
import { errorResponses } from './errors.ts';
import { refTo } from './schemas.ts';

const error = (answer: Response, description: string) => {
  const headers = answer.headers.has('retry-after') ? { 'Retry-After': refTo('headers', 'Retry-After') } : {};
  const schema = refTo('schemas', 'Error');
  return [answer.status, { description, headers, content: { 'application/json': { schema } } }] as const;
};

/** The operation at which calendar programs read a feed. */
export function feedPaths(): Record<string, JsonObject> {
  const headers = { ETag: refTo('headers', 'ETag') };
  return {
    [`${FEEDS_PATH.slice(API_ROOT.length)}/{token}.ics`]: {
      get: {
        operationId: 'readCalendarFeed',
        summary: 'Read a calendar feed',
        description:
          'Bookings as iCalendar (RFC 5545), from 14 days ago to 180 days ahead. The address is the only secret: there is no key.',
        tags: ['calendar-feeds'],
        'x-extension': 'calendar_feeds',
        security: [],
        parameters: [
          {
            name: 'token',
            in: 'path',
            required: true,
            description: 'The secret part of the address.',
            schema: { type: 'string' },
          },
        ],
        responses: {
          200: {
            description: 'The calendar.',
            headers,
            content: { 'text/calendar': { schema: { type: 'string' } } },
          },
          304: { description: 'The calendar is the one that `If-None-Match` names.', headers },
          ...errorResponses([]),
          ...Object.fromEntries([
            error(noSuchFeed(), 'There is no feed at this address, or not any more.'),
            error(tooManyFetches(1), 'Too many requests from this address, or for this feed.'),
          ]),
        },
      },
    },
  };
}
