import type { Page } from '../../api/index.ts';
import type { Resource } from '../../contract/index.ts';
import type { ListProgress } from '../../platform/mirror/index.ts';

type Query = Readonly<Record<string, unknown>>;

/** Filters of calls by values that a platform need not state in its list. */
const FILTERS = ['outcome', 'language'];

/** Filters of calls by a value that no call of the list states, although a call that is read alone may. */
export const unlistedFilters = (query: Query | undefined, { listed }: Pick<ListProgress, 'listed'>): string[] =>
  FILTERS.filter((name) => query?.[name] !== undefined && !listed.includes(name));

/** The question that remains: how many calls match the other filters. */
export function withoutFilters(query: Query | undefined, names: readonly string[]): Query {
  const others = Object.entries(query ?? {}).filter(([name]) => !names.includes(name) && name !== 'after');
  return { ...Object.fromEntries(others), per_page: 1 };
}

/** The answer that reading the whole list gives: on none of these calls the filter can decide. */
export const undecidedPage = (others: Page<Resource>): Page<Resource> => ({
  ...others,
  items: [],
  total: 0,
  has_more: false,
  search: {
    ...others.search,
    undecided: (others.total ?? others.search?.total_at_least ?? 0) + (others.search?.undecided ?? 0),
  },
});
