import { nextSlice } from '../../../lib/concurrency/slices.ts';
import type { Schema } from '../schema/schema.ts';
import { isMatching } from './match-rows.ts';
import { compareBy, type Found, type ListSearch } from './search.ts';
import { type KeyRange, type Position, positionsOf, type Stream } from './stream.ts';

/** Ids in one statement. */
const IDS = 500;

/** Returns the positions of those of the given records that match, in order. Streams have no record in common. */
export async function positionsAmong<T extends keyof Schema>(
  streams: readonly Stream<T>[],
  range: KeyRange,
  ids: readonly string[],
  order: ListSearch['order'],
): Promise<Position[]> {
  const found: Position[] = [];
  for (const stream of streams) {
    for (let start = 0; start < ids.length; start += IDS) {
      if (start > 0) await nextSlice();
      const read = await positionsOf(stream, range, ids.slice(start, start + IDS));
      found.push(...read.filter(isMatching(stream)));
    }
  }
  return found.sort(compareBy(order, streams[0]?.missing));
}

/** Searches the given records, all that can match, as `searchStreams` does all records. */
export async function searchAmong<T extends keyof Schema>(
  streams: readonly Stream<T>[],
  range: KeyRange,
  ids: readonly string[],
  { order, after, perPage }: ListSearch,
): Promise<Found> {
  const all = await positionsAmong(streams, range, ids, order);
  const compare = compareBy(order, streams[0]?.missing);
  const rest = after ? all.filter((position) => compare(position, after) > 0) : all;
  return {
    ids: rest.slice(0, perPage).map(({ id }) => id),
    hasMore: rest.length > perPage,
    total: all.length,
    atLeast: all.length,
  };
}
