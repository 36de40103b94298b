import * as z from 'zod';
import { Contact } from '../../contract/index.ts';
import { contactText } from '../../lib/search/record-text.ts';
import { normalizeText } from '../../lib/search/text-search.ts';
import type { ToolContext } from '../core/context.ts';
import { defineTool } from '../core/define.ts';
import * as field from '../core/fields.ts';
import { BRIEF_CONTACT, contactRowShape, presentContact } from '../presenters/contact.ts';
import { omitNullish } from '../presenters/record.ts';
import { allOf, matchesQuery } from '../search/filters.ts';
import { list, listOutput, listSummary } from '../search/list-tool.ts';
import type { VisitFilters } from '../search/visit-filters.ts';
import type { Visits } from '../search/visits.ts';

const input = () =>
  z.strictObject({
    ...field.searching(),
    last_visit_before: field.window().from.describe('Visited before this date, not since'),
    no_appointment_ahead: z.boolean().optional(),
    service_id: field.serviceId().describe('Service they had: id or name').optional(),
    ...field.paging(),
    detail: field.detail(),
  });
type Input = z.output<ReturnType<typeof input>>;

export const listContacts = defineTool({
  name: 'list_contacts',
  title: 'List contacts',
  description:
    "List or search customer profiles by words in any field, or by visits. Without filters: one page in the platform's order.",
  toolset: 'contacts',
  effect: 'read',
  scope: 'read:contacts',
  input,
  output: () => z.object({ items: z.array(contactRowShape()), ...listOutput(), time_zone: z.string().optional() }),
  summary: (output) => listSummary(output, 'contacts'),
  textAdvice: 'get_contact has the whole',
  async run(request, context) {
    const { api, signal, time } = context;
    const { asksPlatform } = await import('../search/list-search.ts');
    const { askForVisits, readVisitsOfAll, throwRefusal } = await import('../search/visit-filters.ts');
    const visited = await visitFilters(request, context);
    // A page of the platform has a cursor of another kind.
    const isSearch = visited !== undefined || request.query !== undefined || request.order !== undefined;
    const isAsked = isSearch && (await asksPlatform('list_contacts', request, context));
    const visits = await (isAsked ? askForVisits : readVisitsOfAll)(visited, context);
    const answer = await list(
      {
        tool: 'list_contacts',
        fetch: (query) => api.listContacts({ query, signal }),
        shape: (read) => ({
          ...presentContact(read),
          ...(visits ? presentVisits(visits.of(read.fields), context) : {}),
        }),
        brief: BRIEF_CONTACT,
        sortKey: ({ fields }) => fields.name && normalizeText(fields.name),
        order: 'asc',
        verdict: allOf<typeof Contact>([
          visits?.verdict,
          request.query && (await matchesQuery(request.query, context, contactText)),
        ]),
        checks: visits?.checks ?? [],
        basis: visits?.before,
        uncertain: visits?.unread,
        search: isAsked
          ? {
              resource: Contact,
              async fetch(query) {
                const filters = { query: request.query, ...visits?.params };
                const found = api.listContacts({ query: { ...filters, ...query }, signal });
                if (!visits) return found;
                const page = await found.catch((error: unknown) => throwRefusal(error, context));
                visits.keep?.(page.search?.visits ?? {});
                return page;
              },
            }
          : undefined,
      },
      request,
      context,
    );
    const isMissed = answer.total === 0 && answer.has_more === false && !visited && isName(request.query);
    return {
      ...answer,
      ...(isMissed ? { omitted: SPELLINGS } : {}),
      ...(visits ? { time_zone: time.zone } : {}),
    };
  },
});

/** Without it, an assistant takes a misspelt customer for a new one. */
const SPELLINGS = 'Names in other spellings or without their title: lookup_caller finds them.';

const isName = (query: string | undefined) => query !== undefined && /\p{L}{3}/u.test(query) && !query.includes('@');

/** Returns the filters by visits; undefined if the call has none. */
async function visitFilters(request: Input, context: ToolContext): Promise<VisitFilters | undefined> {
  const { last_visit_before: date, no_appointment_ahead: isFree, service_id: service } = request;
  if (date === undefined && !isFree && service === undefined) return undefined;
  const { from: before } = await context.time.range({ from: date }, undefined, {
    names: { from: 'last_visit_before' },
  });
  return { before, isFree, service };
}

function presentVisits({ last, next }: Visits, { time }: ToolContext) {
  const local = (instant: string | undefined) => instant && (time.describe(instant)?.local ?? instant);
  return omitNullish({ last_visit: local(last), next_appointment: local(next) });
}
