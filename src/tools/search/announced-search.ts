import type { Page } from '../../api/index.ts';
import { type Read, type Resource, readRecord } from '../../contract/index.ts';
import type { Verdict } from './run-search.ts';
import { type Found, type Order, type SortKey, sortKeyOf } from './sort-key.ts';
import type { ValueCheck } from './value-filter.ts';

/** The part of a filtered list that is asked for: extension `list_filters`. */
export interface SearchQuery {
  order: Order;
  after?: string;
  per_page: number;
  /** Filters that replace those of the call. */
  [filter: string]: string | number | undefined;
}

/** Asks a platform for a part of the list that matches the filters of a call. */
export type FetchMatching<R extends Resource> = (query: SearchQuery) => Promise<Page<R>>;

interface AnnouncedSearch<R extends Resource> {
  resource: R;
  fetch: FetchMatching<R>;
  /** Decides again, so that a platform that returns more than what matches does no harm. */
  verdict: (read: Read<R>) => Verdict;
  checks: readonly ValueCheck<R>[];
  sortKey: (read: Read<R>) => string | null | undefined;
  order: Order;
  after: SortKey | undefined;
  /** Maximum number of records in one answer. */
  limit: number;
}

interface AnnouncedResult<R extends Resource> {
  /** At most `limit`, in order. */
  found: Found<R>[];
  /** Position behind the last record that was read or compared, if more follow. */
  next: SortKey | undefined;
  /** False if the platform has compared only a part of its list, and found fewer than `limit`. */
  isComplete: boolean;
  /** Number of matching records in total; null: unknown. */
  matched: number | null;
  undecided: number;
  /** When the list was read, in UTC, if it was not now. */
  asOf: string | undefined;
}

/** Requests of one answer, where a platform returns records that do not match, or compares a part of its list at a time. */
const MAX_REQUESTS = 4;

/** Returns the matching records after a position from a platform that searches its list itself. */
export async function searchAnnounced<R extends Resource>(search: AnnouncedSearch<R>): Promise<AnnouncedResult<R>> {
  const { verdict, limit } = search;
  const found: Found<R>[] = [];
  let next = search.after;
  let [matched, undecided]: [number | null, number] = [null, 0];
  let asOf: string | undefined;
  let isExact = true;
  for (let requests = 0; requests < MAX_REQUESTS; requests++) {
    const page = await fetchKnown(search, next, limit - found.length);
    matched = page.total;
    asOf = page.as_of;
    undecided = page.search?.undecided ?? 0;
    const positions = page.items.map((read) => ({ read, ...sortKeyOf(read, search.sortKey) }));
    const matching = positions.filter(({ read }) => verdict(read) === true);
    found.push(...matching);
    // What was refused here is in the platform's number, and so may be what other pages have.
    if (matching.length < positions.length) isExact = false;
    const last = positions.at(-1);
    next = page.has_more ? (positionOf(page.search?.next) ?? positionBehind(last)) : undefined;
    if (next === undefined || found.length >= limit) break;
  }
  const isWhole = search.after === undefined && next === undefined;
  return {
    found,
    next,
    isComplete: next === undefined || found.length >= limit,
    matched: isExact ? matched : isWhole ? found.length : null,
    undecided,
    asOf,
  };
}

const positionBehind = (last: SortKey | undefined): SortKey | undefined => last && { key: last.key, id: last.id };

/** Reads the position at which a platform continues: a sort key and an id. */
export function positionOf(next: string | undefined): SortKey | undefined {
  const [, key, id] = /^\["((?:[^"\\]|\\["\\]){1,64})","((?:[^"\\]|\\["\\]){1,500})"\]$/.exec(next ?? '') ?? [];
  return key === undefined || id === undefined ? undefined : { key: unescaped(key), id: unescaped(id) };
}

/** Names have quotation marks. */
const unescaped = (text: string) => text.replace(/\\(["\\])/g, '$1');

/**
 * Requests a part of the list. Where no record has the value of a filter, its check decides whether that is an answer or a
 * mistake, and may find the value that was meant.
 */
async function fetchKnown<R extends Resource>(
  { resource, fetch, checks, order }: AnnouncedSearch<R>,
  after: SortKey | undefined,
  limit: number,
): Promise<Page<R>> {
  const query = {
    order,
    ...(after ? { after: JSON.stringify([after.key, after.id]) } : {}),
    per_page: limit,
  };
  const page = await fetch(query);
  const meant = checks.map((check) => meantValues(check, page, resource));
  if (meant.every((filters) => filters === undefined)) return page;
  return fetch(Object.assign(query, ...meant));
}

/** @throws ToolError if the value of a filter is a mistake. */
export function meantValues<R extends Resource>(
  check: ValueCheck<R>,
  { search }: Pick<Page<R>, 'search'>,
  resource: R,
): Record<string, string> | undefined {
  const known = check.argument === undefined ? undefined : search?.known_values?.[check.argument];
  if (!known) return undefined;
  for (const values of known) check.visit(readRecord(resource, values));
  check.assertKnown();
  return check.meant?.();
}
