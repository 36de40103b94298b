import type { Api, Extensions } from '../../api/index.ts';
import type { Read, Summary, SummaryQuery } from '../../contract/index.ts';
import { Cancellation } from '../../lib/concurrency/cancellation.ts';
import type { MirroredField } from '../../platform/mirror/index.ts';
import { zoneOf } from '../../tools/availability/business-zone.ts';
import { readOptionalBusiness } from '../../tools/availability/optional-business.ts';
import { withFormerNames } from './group-names.ts';
import { withCountry } from './phones.ts';
import { readTime, type SearchParts } from './search.ts';

export type SummaryArgs = Parameters<Api['getSummary']>[0];

/** An answer without numbers, after which the records themselves are counted. */
const NOT_COUNTED: Read<typeof Summary> = { fields: {}, missing: [], other: {} };

/** Groups whose names the platform would have to confirm one by one, and an order by prices that only services state. */
const isCounted = ({ group_by = '', order }: SummaryQuery) => !/customer|caller/.test(group_by) && order !== 'value';

/** Filters by a field that records may lack: those without it are stated when the records themselves are counted. */
const FIELDS_OF_FILTERS = {
  // A booking without a contact can be of one by its number or e-mail address.
  bookings: { staff_id: 'bookings.staff_id', contact_id: 'bookings.contact_id' },
  calls: { outcome: 'calls.outcome', language: 'calls.language' },
} as const;

const readsMissing = (query: SummaryQuery, missing: ReadonlySet<MirroredField>): boolean =>
  Object.entries(FIELDS_OF_FILTERS[query.kind]).some(
    ([filter, field]) => query[filter as keyof SummaryQuery] !== undefined && missing.has(field),
  );

/**
 * Counts the records of the mirror. Nothing of a single record is in the answer but the length and id of the longest call, and
 * names of services and people that no list has; all others are those of their lists.
 */
export async function countInMirror(
  args: SummaryArgs,
  { api, extensions, mirror, mirrorApi, country }: SearchParts & { extensions: Extensions },
): Promise<Read<typeof Summary>> {
  const query = args.query as SummaryQuery;
  const progress = await mirror.progress();
  const { refused, records, total: stated, completedAt } = progress[query.kind];
  const readsLanguage = query.language !== undefined || query.group_by?.includes('language');
  // The platform refuses what the credential may not read; languages may be a field of details only.
  if (refused || !isCounted(query)) return NOT_COUNTED;
  const { callsWithoutDetail, unreadableCalls, missing } = await mirror.gaps();
  if (readsLanguage && callsWithoutDetail + unreadableCalls > 0) return NOT_COUNTED;
  if (readsMissing(query, missing)) return NOT_COUNTED;
  // The services of the mirror have prices by day, and it does not know where these days begin.
  const platform = { api, extensions, signal: args.signal ?? new Cancellation() };
  const business = query.kind === 'bookings' ? await readOptionalBusiness(platform) : undefined;
  const prices = query.kind === 'bookings' ? { price_zone: zoneOf(business, query.time_zone ?? 'UTC') } : {};
  const summary = await mirrorApi.getSummary(withCountry({ ...args, query: { ...query, ...prices } }, country));
  const { total, groups, other } = summary.fields;
  const switchedOff = business?.fields.services?.filter(({ active }) => !active) ?? [];
  const booked = new Set(total?.services?.map(({ service_id }) => service_id));
  // The list of services, which is all that the mirror has of them, has none that is switched off.
  if (switchedOff.some(({ id, price_changes }) => price_changes.length > 0 && booked.has(id))) return NOT_COUNTED;
  const ids = new Set(switchedOff.map(({ id }) => id));
  const named = groups && (await withFormerNames(groups, { mirror, bookings: progress.bookings }));
  return {
    ...summary,
    fields: {
      ...summary.fields,
      ...(total ? { total: withoutPrices(total, ids) } : {}),
      ...(named ? { groups: named.map((group) => withoutPrices(group, ids)) } : {}),
      ...(other ? { other: withoutPrices(other, ids) } : {}),
    },
    // With fewer records on the platform, some are gone since the whole list was read.
    as_of: await readTime(mirror, [query.kind], records > (stated ?? records) ? (completedAt ?? 0) : undefined),
  };
}

/** Removes the prices of some services: the tool then takes those of today. */
const withoutPrices = <S extends Pick<Summary['groups'][number], 'services'>>(
  sums: S,
  ids: ReadonlySet<string>,
): S => ({
  ...sums,
  ...(sums.services && {
    services: sums.services.map((own) => {
      if (!ids.has(own.service_id)) return own;
      const { price_cents: _, ...booked } = own;
      return booked;
    }),
  }),
});
