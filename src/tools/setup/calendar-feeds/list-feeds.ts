import * as z from 'zod';
import type { CalendarFeed } from '../../../contract/index.ts';
import { utcInstant } from '../../../lib/time/intervals.ts';
import { defineTool } from '../../core/define.ts';
import * as field from '../../core/fields.ts';
import { calendarFeedShape, presentCalendarFeed } from '../../presenters/calendar-feed.ts';
import { allOf, matchesQuery } from '../../search/filters.ts';
import { list, listOutput, listSummary } from '../../search/list-tool.ts';
import { requireFeeds } from './feeds.ts';

export const listCalendarFeeds = defineTool({
  name: 'list_calendar_feeds',
  title: 'List calendar feeds',
  description: 'List the calendar feeds from which calendar programs read bookings, without their secret addresses.',
  toolset: 'setup',
  effect: 'read',
  scope: 'business:manage',
  input: () => z.strictObject({ ...field.searching(), ...field.paging() }),
  output: () => z.object({ items: z.array(calendarFeedShape()), ...listOutput() }),
  summary: (output) => listSummary(output, 'calendar feeds'),
  async run(input, context) {
    await requireFeeds(context);
    const { api, signal } = context;
    return list(
      {
        tool: 'list_calendar_feeds',
        fetch: (query) => api.listCalendarFeeds({ query, signal }),
        shape: presentCalendarFeed,
        sortKey: ({ fields }) => utcInstant(fields.created_at),
        order: 'asc',
        verdict: allOf<typeof CalendarFeed>([input.query && (await matchesQuery(input.query, context))]),
      },
      input,
      context,
    );
  },
});
