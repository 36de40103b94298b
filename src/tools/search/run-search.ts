import { createHmac } from 'node:crypto';
import { type FetchPage, type ScanResult, scan } from '../../api/index.ts';
import type { Read, Resource } from '../../contract/index.ts';
import type { ToolContext } from '../core/context.ts';
import { compareBy, type Found, type Order, type SortKey, topN } from './sort-key.ts';

/**
 * Records that a search holds at most, however many match: those that its answer and its next cursors give. Then a
 * cursor reads everything again.
 */
const MAX_CACHED_RESULTS = 1_000;

/** A filter's verdict on a record; `unknown` when the record lacks what the filter looks at. */
export type Verdict = boolean | 'unknown';

export interface Search<R extends Resource> {
  /** What makes it this search and no other: its tool, its filters, the window they mean. */
  identity: unknown;
  fetch: FetchPage<R>;
  verdict: (read: Read<R>) => Verdict;
  /** What records are ordered by; an absent value sorts last. */
  sortKey: (read: Read<R>) => string | null | undefined;
  order: Order;
  /** The page that scanning begins with. */
  page: number;
  /** The record that was given last. */
  after: SortKey | undefined;
  /** Records that one answer takes at most. */
  wanted: number;
}

interface CachedResult<R extends Resource> {
  /** Those after the position, in order: the first of them if there are more than are held. */
  found: Found<R>[];
  /** How many come after the position. */
  left: number;
  /** How many match in all. */
  matching: number;
  /** How many could not be judged. */
  unknown: number;
  scan: ScanResult;
  /** When the records were read, in milliseconds since the epoch. */
  readAt: number;
  after: SortKey | undefined;
}

export interface Findings<R extends Resource> extends CachedResult<R> {
  /** Whether they were read for an earlier answer of this search. */
  remembered: boolean;
  /** Keeps what is left for the cursor that was given. */
  keep(): void;
}

/** What a search finds after a position: from memory where an earlier part of it has read everything just now. */
export async function runSearch<R extends Resource>(search: Search<R>, context: ToolContext): Promise<Findings<R>> {
  const { searchCache: searches } = context;
  const name = createHmac('sha256', await context.signingKey())
    .update(JSON.stringify([search.identity, search.page]))
    .digest('base64url');
  const kept = search.after && (searches.get(name) as CachedResult<R> | undefined);
  const known = kept && following(kept, search);
  if (known) return { ...known, remembered: true, keep: () => {} };
  const age = searches.generation();
  const fresh = await read(search, context);
  return { ...fresh, remembered: false, keep: () => searches.set(name, fresh, age) };
}

/** What is kept, from the position on; undefined when the position lies before it, or too few were held. */
function following<R extends Resource>(
  kept: CachedResult<R>,
  { after, order, wanted }: Search<R>,
): CachedResult<R> | undefined {
  const compare = compareBy(order);
  if (!after || (kept.after && compare(after, kept.after) < 0)) return undefined;
  const first = kept.found.findIndex((one) => compare(one, after) > 0);
  const found = first < 0 ? [] : kept.found.slice(first);
  const left = kept.left - (kept.found.length - found.length);
  return found.length >= Math.min(left, wanted) ? { ...kept, found, left } : undefined;
}

async function read<R extends Resource>(search: Search<R>, context: ToolContext): Promise<CachedResult<R>> {
  const { verdict, sortKey, after } = search;
  const compare = compareBy(search.order);
  const first = topN<Found<R>>(MAX_CACHED_RESULTS, compare);
  let [left, matching, unknown] = [0, 0, 0];
  const visit = (record: Read<R>) => {
    const judged = verdict(record);
    if (judged === 'unknown') unknown++;
    if (judged !== true) return;
    matching++;
    const { id } = record.fields as { id?: string | null };
    const one = { read: record, key: sortKey(record) ?? '', id: id ?? '' };
    if (after && compare(one, after) <= 0) return;
    left++;
    first.add(one);
  };
  const readAt = context.clock.now();
  const seen = await scan(search.fetch, visit, {
    clock: context.clock,
    startPage: search.page,
    progress: context.progress,
  });
  return { found: first.all(), left, matching, unknown, scan: seen, readAt, after };
}
