import type { Api, Extensions } from '../../api/index.ts';
import type { Read, Summary, SummaryQuery } from '../../contract/index.ts';
import { Cancellation } from '../../lib/cancellation.ts';
import { businessZone } from '../../tools/availability/business-zone.ts';
import { withCountry } from './phones.ts';
import { readTime, type SearchParts } from './search.ts';

export type SummaryArgs = Parameters<Api['getSummary']>[0];

/** An answer without numbers, after which the records themselves are counted. */
const NOT_COUNTED: Read<typeof Summary> = { fields: {}, missing: [], other: {} };

/** Groups whose names the platform would have to confirm one by one, and an order by prices that only services state. */
const isCounted = ({ group_by = '', order }: SummaryQuery) => !/customer|caller/.test(group_by) && order !== 'value';

/**
 * Counts the records of the mirror. Nothing of a single record is in the answer but the length and id of the longest call;
 * names of services and people are those of their lists.
 */
export async function countInMirror(
  args: SummaryArgs,
  { api, extensions, mirror, mirrorApi, country }: SearchParts & { extensions: Extensions },
): Promise<Read<typeof Summary>> {
  const query = args.query as SummaryQuery;
  const { refused } = (await mirror.progress())[query.kind];
  const readsLanguage = query.language !== undefined || query.group_by?.includes('language');
  // The platform refuses what the credential may not read; languages may be a field of details only.
  if (refused || !isCounted(query)) return NOT_COUNTED;
  if (readsLanguage) {
    const { callsWithoutDetail, unreadableCalls } = await mirror.gaps();
    if (callsWithoutDetail + unreadableCalls > 0) return NOT_COUNTED;
  }
  // The services of the mirror have prices by day, and it does not know where these days begin.
  const platform = { api, extensions, signal: args.signal ?? new Cancellation() };
  const prices =
    query.kind === 'bookings' ? { price_zone: await businessZone(platform, query.time_zone ?? 'UTC') } : {};
  const summary = await mirrorApi.getSummary(withCountry({ ...args, query: { ...query, ...prices } }, country));
  const { groups } = summary.fields;
  const named = groups?.map(({ service_name: _, staff_name: __, ...group }) => group);
  return {
    ...summary,
    fields: { ...summary.fields, ...(named ? { groups: named } : {}) },
    as_of: await readTime(mirror, [query.kind]),
  };
}
