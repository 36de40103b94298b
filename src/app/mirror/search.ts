import type { Api, Page } from '../../api/index.ts';
import type { ExtensionName, Resource } from '../../contract/index.ts';
import type { CancelSignal } from '../../lib/concurrency/cancellation.ts';
import { normalizeText } from '../../lib/search/text-search.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import type { Mirror, MirroredKind, PlatformRecords } from '../../platform/mirror/index.ts';
import { numericSortKey, sortKeyOf } from '../../tools/search/sort-key.ts';
import { withContactNames } from './names.ts';
import { withCountry } from './phones.ts';
import { identified } from './record-readers.ts';
import { refreshRecords } from './refresh-records.ts';
import { undecidedPage, unlistedFilters, withoutFilters } from './unlisted-values.ts';

/** An endpoint whose answer is records that match. */
export interface SearchEndpoint {
  name: keyof Api;
  kind: MirroredKind;
  form: PlatformRecords['form'];
  /** The extension of a platform that answers it itself. */
  extension: ExtensionName;
  /** False for a request that the platform answers without the extension. */
  isSearch(args: SearchArgs): boolean;
  /** The value by which the answer is ordered; absent if the answer states where it continues. */
  keyOf?(fields: KeyFields, query: SearchArgs['query']): string | null | undefined;
}

/** Fields by which lists are ordered. */
interface KeyFields {
  name?: string | null;
  start_time?: string | null;
  started_at?: string | null;
  duration_seconds?: number | null;
}

export type SearchArgs = { query?: Readonly<Record<string, unknown>>; signal?: CancelSignal };

const callKey: SearchEndpoint['keyOf'] = (fields, query) =>
  query?.sort === 'duration' ? numericSortKey(fields.duration_seconds) : utcInstant(fields.started_at);

const filteredList = {
  form: 'list',
  extension: 'list_filters',
  isSearch: ({ query }: SearchArgs) => query?.order !== undefined,
} as const;

export const SEARCHES: readonly SearchEndpoint[] = [
  { name: 'listBookings', kind: 'bookings', ...filteredList, keyOf: (fields) => utcInstant(fields.start_time) },
  { name: 'listContacts', kind: 'contacts', ...filteredList, keyOf: ({ name }) => name && normalizeText(name) },
  { name: 'listCalls', kind: 'calls', ...filteredList, keyOf: callKey },
  { name: 'searchCalls', kind: 'calls', form: 'detail', extension: 'call_search', isSearch: () => true },
];

/** Searches of one answer: another one follows where the platform has changed what the first one found. */
export const MAX_SEARCHES = 3;

/** Where answers come from: the platform, its mirror, and the API of the mirror's database. */
export interface SearchParts {
  api: Api;
  mirror: Mirror;
  mirrorApi: Api;
  /** Country of telephone numbers without +. */
  country: string | undefined;
}

/**
 * Searches the mirror, and returns the platform's own records of what it found, each read again if its copy is not
 * fresh. Where that shows that a record has changed or is gone, the search is repeated.
 */
export async function searchMirror(
  endpoint: SearchEndpoint,
  args: SearchArgs,
  { api, mirror, mirrorApi, country }: SearchParts,
): Promise<Page<Resource>> {
  const { name, kind, form } = endpoint;
  const search = mirrorApi[name] as unknown as (args: SearchArgs) => Promise<Page<Resource>>;
  const unlisted = endpoint.keyOf === callKey ? unlistedFilters(args.query, (await mirror.progress()).calls) : [];
  if (unlisted.length > 0) {
    const others = { ...args, query: withoutFilters(args.query, unlisted) };
    const page = await search(withoutNames(kind, form, withCountry(others, country)));
    return { ...undecidedPage(page), as_of: await readTime(mirror, [kind]) };
  }
  for (let searches = 1; ; searches++) {
    const page = await search(withoutNames(kind, form, withCountry(args, country)));
    const ids = identified(page.items).map(({ id }) => id);
    const { reads, isChanged, oldest } = await refreshRecords({ api, mirror, kind, ids, form, signal: args.signal });
    if (isChanged && searches < MAX_SEARCHES) continue;
    const items = ids.flatMap((id) => reads.get(id) ?? []);
    // Who asks for the calls of a person knows the name.
    const isNamed = kind === 'calls' && args.query?.contact_id === undefined && args.query?.phone === undefined;
    // Visits of contacts are dates of bookings.
    const kinds: MirroredKind[] = page.search?.visits ? [kind, 'bookings'] : [kind];
    return {
      ...page,
      // Behind what the mirror has found: the records that are gone, or have moved, are not in the answer.
      ...(isChanged ? { search: { ...positionBehind(page, endpoint, args), ...page.search } } : {}),
      items: isNamed ? await withContactNames(items, { api, mirror, signal: args.signal }) : items,
      as_of: await readTime(mirror, kinds, oldest),
    };
  }
}

/** Where a search continues behind the last record of a page. */
function positionBehind(
  { items, has_more: hasMore }: Page<Resource>,
  { keyOf }: SearchEndpoint,
  { query }: SearchArgs,
): Page<Resource>['search'] {
  const last = items.at(-1);
  if (!last || !keyOf || hasMore === false) return {};
  const { key, id } = sortKeyOf(last, ({ fields }) => keyOf(fields as KeyFields, query));
  return { next: JSON.stringify([key, id]) };
}

/** The words of a query are searched in what bookings and calls say themselves, as they are without a mirror. */
function withoutNames(kind: MirroredKind, form: PlatformRecords['form'], args: SearchArgs): SearchArgs {
  const hasNames = form === 'list' && (kind === 'bookings' || kind === 'calls');
  return hasNames && args.query?.query !== undefined
    ? { ...args, query: { ...args.query, without_names: 'true' } }
    : args;
}

/** When the platform was last asked for new records of lists, in UTC, or when the oldest copy that is shown was read. */
export async function readTime(mirror: Mirror, kinds: readonly MirroredKind[], oldest?: number): Promise<string> {
  const progress = await mirror.progress();
  const times = kinds.map((kind) => progress[kind].checkedAt ?? 0);
  return new Date(Math.min(...times, oldest ?? Number.POSITIVE_INFINITY)).toISOString();
}
