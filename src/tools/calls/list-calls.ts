import * as z from 'zod';
import { Call, type Read } from '../../contract/index.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import { defineTool } from '../core/define.ts';
import * as field from '../core/fields.ts';
import { briefCall, callShape, presentListedCall } from '../presenters/call.ts';
import { allOf, withinWindow } from '../search/filters.ts';
import { list, listOutput, listSummary } from '../search/list-tool.ts';
import { CONTACT_NAME } from '../search/record-names.ts';
import { numericSortKey } from '../search/sort-key.ts';

export const listCalls = defineTool({
  name: 'list_calls',
  title: 'List calls',
  description: 'List or search telephone calls, latest first. search_calls searches transcripts.',
  toolset: 'calls',
  effect: 'read',
  scope: 'read:calls',
  input: () =>
    z.strictObject({
      ...field.window(),
      direction: field.status(),
      status: field.status().describe('Status or outcome'),
      outcome: field.status(),
      language: field.status().describe('Such as es'),
      contact_id: field.contactId().optional(),
      has_contact: z.boolean().optional(),
      min_duration_seconds: z.int().min(1).max(1_000_000).optional(),
      ...field.searching(),
      sort: z.enum(['time', 'duration']).optional(),
      ...field.paging(),
    }),
  output: () => z.object({ items: z.array(callShape()), ...listOutput(), time_zone: z.string() }),
  summary: (output) => listSummary(output, 'calls'),
  textAdvice: 'get_call has the whole',
  async run(input, context) {
    const { api, time, signal } = context;
    const filter = await import('../search/call-filters.ts');
    const caller = input.contact_id
      ? await (await import('../search/caller-filter.ts')).callerFilter(input.contact_id, context)
      : undefined;
    const window = await time.range(input);
    const filters = [
      input.direction && filter.directionFilter(input.direction),
      input.status && filter.callStatusFilter(input.status),
      input.outcome && filter.outcomeFilter(input.outcome),
      input.language && filter.languageFilter(input.language),
      input.has_contact !== undefined && filter.hasContactFilter(input.has_contact),
    ].filter((one) => typeof one === 'object');
    const isByDuration = input.sort === 'duration';
    const params = Object.assign(
      { ...window, min_duration_seconds: input.min_duration_seconds, sort: input.sort },
      filter.callQueryParams(input.query, context),
      caller?.params,
      ...filters.map(({ params }) => params),
    );
    const page = await list(
      {
        tool: 'list_calls',
        fetch: (query) => api.listCalls({ query, signal }),
        shape: (read: Read<typeof Call>) => presentListedCall(read, context),
        names: [CONTACT_NAME],
        brief: briefCall,
        sortKey: ({ fields }) =>
          isByDuration ? numericSortKey(fields.duration_seconds) : utcInstant(fields.started_at),
        order: 'desc',
        verdict: allOf<typeof Call>([
          (window.from || window.to) && withinWindow(window, ({ fields }) => fields.started_at),
          ...filters.map(({ verdict }) => verdict),
          caller?.verdict,
          input.min_duration_seconds ? filter.minDuration(input.min_duration_seconds) : undefined,
          input.query && (await filter.matchesCallQuery(input.query, context)),
          // The platform's own order is not one of these.
          input.sort && (() => true),
        ]),
        checks: filters.map(({ check }) => check),
        window,
        search: { resource: Call, fetch: (query) => api.listCalls({ query: { ...params, ...query }, signal }) },
      },
      input,
      context,
    );
    return { ...page, time_zone: time.zone };
  },
});
