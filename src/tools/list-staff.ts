import * as z from 'zod';
import { type FetchPage, scan } from '../api/index.ts';
import { DEFAULT_PAGE, DEFAULT_PER_PAGE, type Read, readRecord, Staff } from '../contract/index.ts';
import { normalizeText } from '../lib/search/text-search.ts';
import type { ToolContext } from './core/context.ts';
import { defineTool } from './core/define.ts';
import * as field from './core/fields.ts';
import { mayShow } from './core/record-kinds.ts';
import { BRIEF_STAFF, presentStaff, staffShape } from './presenters/staff.ts';
import { allServices } from './search/all-records.ts';
import { allOf, matchesQuery } from './search/filters.ts';
import { list, listOutput, listSummary } from './search/list-tool.ts';

const NO_LIST = 'The platform gives no list of staff: these are the people whom its services and bookings show.';

export const listStaff = defineTool({
  name: 'list_staff',
  title: 'List staff',
  description:
    'List or search the people who perform services, with their absences. Other tools take their ids as staff_id.',
  toolset: 'services',
  effect: 'read',
  scope: 'read:staff',
  input: () => z.strictObject({ ...field.searching(), ...field.paging(), detail: field.detail() }),
  output: () => z.object({ items: z.array(staffShape()), ...listOutput(), note: z.string().optional() }),
  summary: (output) => listSummary(output, 'staff members'),
  async run(input, context) {
    const { api, signal, extensions } = context;
    const isListed = await extensions.has('staff', signal);
    const fetch: FetchPage<typeof Staff> = isListed
      ? (query) => api.listStaff({ query, signal })
      : pagesOf(await mentionedStaff(context));
    const page = await list(
      {
        tool: 'list_staff',
        fetch,
        shape: presentStaff,
        brief: BRIEF_STAFF,
        sortKey: ({ fields }) => normalizeText(fields.name ?? fields.id ?? ''),
        order: 'asc',
        verdict: allOf<typeof Staff>([input.query && (await matchesQuery(input.query, context))]),
      },
      input,
      context,
    );
    return { ...page, ...(isListed ? {} : { note: NO_LIST }) };
  },
});

/** Returns the people whom services and bookings name, as far as the caller may read these, by id. */
async function mentionedStaff(context: ToolContext): Promise<Read<typeof Staff>[]> {
  const { api, signal, clock } = context;
  const people = new Map<string, { id: string; name?: string; service_ids: Set<string> }>();
  const person = (id: string) => {
    const known = people.get(id) ?? { id, service_ids: new Set<string>() };
    people.set(id, known);
    return known;
  };
  if (mayShow('service', context)) {
    const { records } = await allServices(context, signal);
    for (const { fields } of records)
      for (const id of fields.staff_ids ?? []) if (fields.id) person(id).service_ids.add(fields.id);
  }
  if (mayShow('booking', context)) {
    await scan(
      (query) => api.listBookings({ query, signal }),
      ({ fields: { staff_id: id, staff_name: name } }) => {
        if (id) Object.assign(person(id), name ? { name } : {});
      },
      { clock },
    );
  }
  return [...people.values()].map(({ service_ids, ...known }) =>
    readRecord(Staff, { ...known, service_ids: [...service_ids] }),
  );
}

/** Serves pages of a list that is known as a whole. */
function pagesOf(records: readonly Read<typeof Staff>[]): FetchPage<typeof Staff> {
  return async ({ page = DEFAULT_PAGE, per_page = DEFAULT_PER_PAGE }) => {
    const end = page * per_page;
    return {
      items: records.slice(end - per_page, end),
      page,
      per_page,
      total: records.length,
      has_more: end < records.length,
    };
  };
}
