import { createHmac } from 'node:crypto';
import { type FetchPage, type ScanResult, scan } from '../../api/index.ts';
import type { Read, Resource } from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import { hiddenKinds } from '../core/record-kinds.ts';
import { MAX_ENTRY_BYTES } from './json-cache.ts';
import { compareBy, type Found, type Order, type SortKey, sortKeyOf, topN } from './sort-key.ts';

/**
 * Records that one search holds, however many match: those of its answer and of its next cursors. A cursor beyond them
 * reads the whole list again.
 */
const MAX_CACHED_RESULTS = 1_000;

/** A filter's verdict on a record; `unknown` if the record lacks the field that the filter reads. */
export type Verdict = boolean | 'unknown';

interface Search<R extends Resource> {
  /** Tool, filters and resolved window: equal for searches that share a cache entry. */
  identity: unknown;
  fetch: FetchPage<R>;
  verdict: (read: Read<R>) => Verdict;
  /** Value that records are ordered by; an absent one sorts last. */
  sortKey: (read: Read<R>) => string | null | undefined;
  order: Order;
  /** First page of the scan. */
  startPage: number;
  /** Sort key of the last record that was returned. */
  after: SortKey | undefined;
  /** Maximum number of records in one answer. */
  limit: number;
}

interface CachedResult<R extends Resource> {
  /** Records after the position, in order, at most `MAX_CACHED_RESULTS`. */
  found: Found<R>[];
  /** Number of matching records after the position. */
  remaining: number;
  /** Number of matching records in total. */
  matched: number;
  /** Number of records on which a filter could not decide. */
  undecided: number;
  scan: ScanResult;
  /** Time of the read, in milliseconds since the epoch. */
  readAt: number;
  after: SortKey | undefined;
}

export interface SearchResult<R extends Resource> extends CachedResult<R> {
  /** True if an earlier answer of the same search read the records. */
  isCached: boolean;
  /** Caches the result for the cursor of this answer. */
  saveToCache(): void;
}

/** Returns the matching records after a position, from the cache if a recent part of the same search read the list. */
export async function runSearch<R extends Resource>(search: Search<R>, context: ToolContext): Promise<SearchResult<R>> {
  const cache = await context.searchCache.open();
  const cacheKey = createHmac('sha256', await context.signingKey())
    .update(JSON.stringify([search.identity, search.startPage, hiddenKinds(context)]))
    .digest('base64url');
  const cached = search.after && (cache.get(cacheKey) as CachedResult<R> | undefined);
  const resumed = cached && resumeAfter(cached, search);
  if (resumed) return { ...resumed, isCached: true, saveToCache: () => {} };
  const generation = cache.generation();
  const result = await readAll(search, context);
  const saveToCache = () =>
    cache.set(cacheKey, { ...result, found: firstOfSize(result.found, MAX_ENTRY_BYTES / 3) }, generation);
  return { ...result, isCached: false, saveToCache };
}

/** Returns the first records whose JSON has at most this length together. The cache needs no more of them. */
function firstOfSize<T>(records: T[], maxLength: number): T[] {
  let left = maxLength;
  const end = records.findIndex((record) => {
    left -= JSON.stringify(record).length;
    return left < 0;
  });
  return end < 0 ? records : records.slice(0, end);
}

/**
 * Returns the part of a cached result after the position. Returns undefined if the position is before the cached part, or
 * too few records are cached.
 */
function resumeAfter<R extends Resource>(
  cached: CachedResult<R>,
  { after, order, limit }: Search<R>,
): CachedResult<R> | undefined {
  const compare = compareBy(order);
  if (!after || (cached.after && compare(after, cached.after) < 0)) return undefined;
  const firstIndex = cached.found.findIndex((record) => compare(record, after) > 0);
  const found = firstIndex < 0 ? [] : cached.found.slice(firstIndex);
  const remaining = cached.remaining - (cached.found.length - found.length);
  return found.length >= Math.min(remaining, limit) ? { ...cached, found, remaining } : undefined;
}

async function readAll<R extends Resource>(search: Search<R>, context: ToolContext): Promise<CachedResult<R>> {
  const { verdict, sortKey, after } = search;
  const compare = compareBy(search.order);
  const top = topN<Found<R>>(MAX_CACHED_RESULTS, compare);
  let [remaining, matched, undecided] = [0, 0, 0];
  const visit = (read: Read<R>) => {
    const result = verdict(read);
    if (result === 'unknown') undecided++;
    if (result !== true) return;
    matched++;
    const record = { read, ...sortKeyOf(read, sortKey) };
    if (after && compare(record, after) <= 0) return;
    remaining++;
    top.add(record);
  };
  const readAt = context.clock.now();
  const summary = await scan(search.fetch, visit, {
    clock: context.clock,
    startPage: search.startPage,
    progress: context.progress,
  });
  return { found: top.all(), remaining, matched, undecided, scan: summary, readAt, after };
}
