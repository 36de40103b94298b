import { compareText } from '../../../lib/text/text-order.ts';
import type { Schema } from '../schema/schema.ts';
import { countMatching, firstMatching } from './match-rows.ts';
import type { KeyRange, Order, Position, Stream } from './stream.ts';

/** Totals are exact up to this number. */
const MAX_EXACT_TOTAL = 10_000;

/** A question for a part of a list. */
export interface ListSearch {
  order: Order;
  /** The last record that was read before. */
  after: Position | undefined;
  perPage: number;
}

/** The answer: the ids of records in order. */
export interface Found {
  ids: string[];
  hasMore: boolean;
  /** Where the search continues, if that is not behind the last of the ids: records up to there were compared. */
  next?: Position | undefined;
  /** Null if there are more than `MAX_EXACT_TOTAL`, or to count them would take too long. */
  total: number | null;
  /** Number of records that there are at least. */
  atLeast: number;
}

/** Searches streams that have no record in common, as one list. */
export async function searchStreams<T extends keyof Schema>(
  streams: readonly Stream<T>[],
  range: KeyRange,
  { order, after, perPage }: ListSearch,
): Promise<Found> {
  const limit = perPage + 1;
  const read = (stream: Stream<T>) => firstMatching(stream, { range, order, after, limit });
  // Whole slices are read where records are compared: those of one stream at a time.
  const parts = streams.some(({ match }) => match) ? await inTurn(streams, read) : await Promise.all(streams.map(read));
  const found = new Map<string, Position>(
    parts.flatMap((part) => part.found).map((position) => [position.id, position]),
  );
  const stops = parts.flatMap((part) => part.stoppedAt ?? []);
  const compare = compareBy(order, streams.find((stream) => stream.missing !== undefined)?.missing);
  // Behind the first stop, records of its stream may be missing.
  const [stop] = stops.sort(compare);
  const ordered = [...found.values()].filter((position) => !stop || compare(position, stop) <= 0).sort(compare);
  const ids = ordered.slice(0, perPage).map(({ id }) => id);
  if (stop && ordered.length <= perPage) return { ids, hasMore: true, next: stop, total: null, atLeast: ids.length };
  const hasMore = ordered.length > perPage;
  // The first page may have everything.
  if (!after && !hasMore) return { ids, hasMore, total: ids.length, atLeast: ids.length };
  const { total, atLeast } = await countStreams(streams, range);
  // What was found on this page is known even where counting took too long.
  return { ids, hasMore, total, atLeast: Math.max(atLeast, ids.length + (hasMore ? 1 : 0)) };
}

async function inTurn<I, R>(items: readonly I[], work: (item: I) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** Returns the number of records. */
export async function countStreams<T extends keyof Schema>(
  streams: readonly Stream<T>[],
  range: KeyRange,
): Promise<Pick<Found, 'total' | 'atLeast'>> {
  let total = 0;
  for (const stream of streams) {
    const limit = MAX_EXACT_TOTAL + 1 - total;
    const count = await countMatching(stream, { range, limit });
    if (count === undefined) return { total: null, atLeast: total };
    if (count >= limit) return { total: null, atLeast: MAX_EXACT_TOTAL };
    total += count;
  }
  return { total, atLeast: total };
}

/** Compares by key, then by id in ascending order. A missing key comes last in both orders. */
export function compareBy(order: Order, missing: string | undefined) {
  const sign = order === 'asc' ? 1 : -1;
  return (a: Position, b: Position): number => {
    if (a.key === b.key) return compareText(a.id, b.id);
    if ((a.key === missing) !== (b.key === missing)) return a.key === missing ? 1 : -1;
    const isBefore =
      typeof a.key === 'string' && typeof b.key === 'string' ? compareText(a.key, b.key) < 0 : a.key < b.key;
    return isBefore ? -sign : sign;
  };
}
