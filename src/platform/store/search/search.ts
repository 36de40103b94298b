import { compareText } from '../../../lib/text-order.ts';
import type { Schema } from '../schema.ts';
import { countConfirmed, firstConfirmed } from './confirm.ts';
import type { KeyRange, Order, Position, Stream } from './keyset.ts';

/** Totals are exact up to this number. */
export const MAX_COUNTED = 10_000;

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
  /** Null if there are more than `MAX_COUNTED`, or to count them would take too long. */
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
  const found = new Map<string, Position>();
  for (const stream of streams) {
    for (const position of await firstConfirmed(stream, { range, order, after, limit })) {
      found.set(position.id, position);
    }
  }
  const missing = streams.find((stream) => stream.missing !== undefined)?.missing;
  const ordered = [...found.values()].sort(compareBy(order, missing));
  const ids = ordered.slice(0, perPage).map(({ id }) => id);
  const hasMore = ordered.length > perPage;
  // The first page may have everything.
  if (!after && !hasMore) return { ids, hasMore, total: ids.length, atLeast: ids.length };
  const total = await countStreams(streams, range);
  return { ids, hasMore, total, atLeast: total ?? Math.min(MAX_COUNTED, ids.length) };
}

/** Returns the number of records; null if it is more than `MAX_COUNTED` or takes too long to count. */
export async function countStreams<T extends keyof Schema>(
  streams: readonly Stream<T>[],
  range: KeyRange,
): Promise<number | null> {
  let total = 0;
  for (const stream of streams) {
    const limit = MAX_COUNTED + 1 - total;
    const count = await countConfirmed(stream, { range, limit });
    if (count === undefined || count >= limit) return null;
    total += count;
  }
  return total;
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
