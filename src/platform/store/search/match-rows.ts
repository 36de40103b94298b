import { nextSlice } from '../../../lib/concurrency/slices.ts';
import type { Schema } from '../schema/schema.ts';
import { countRecords, firstPositions } from './keyset.ts';
import {
  isTooLongToCount,
  type KeyRange,
  type Order,
  type Position,
  type ReadPosition,
  type Stream,
} from './stream.ts';

interface Part {
  range: KeyRange;
  order: Order;
  after: Position | undefined;
  limit: number;
}

interface FirstMatching {
  found: Position[];
  /** The last position that was compared, if others follow that can match. */
  stoppedAt?: Position | undefined;
}

/**
 * Returns the positions of the first records of a stream after a position that match, as `firstPositions` does. It stops
 * when it has compared as many as the stream permits.
 */
export async function firstMatching<T extends keyof Schema>(stream: Stream<T>, part: Part): Promise<FirstMatching> {
  if (!stream.match) return { found: await firstPositions(stream, part) };
  const { compared: most = Number.POSITIVE_INFINITY, sliceSize } = stream;
  const found: Position[] = [];
  let compared = 0;
  for await (const { read, matching } of matchingSlices(stream, part)) {
    found.push(...matching);
    if (found.length >= part.limit) break;
    compared += read.length;
    if (compared >= most && read.length === sliceSize) return { found, stoppedAt: read.at(-1) };
  }
  return { found: found.slice(0, part.limit) };
}

/** Tells which of the positions that were read from a stream are of records that match. */
export const isMatching =
  <T extends keyof Schema>({ match }: Stream<T>) =>
  ({ values }: ReadPosition): boolean =>
    !match || match.isMatch(values ?? []);

/** Returns the number of matching records of a stream, as `countRecords` does. */
export async function countMatching<T extends keyof Schema>(
  stream: Stream<T>,
  { range, limit }: Pick<Part, 'range' | 'limit'>,
): Promise<number | undefined> {
  if (!stream.match) return countRecords(stream, { range, limit });
  if (await isTooLongToCount(stream, range)) return undefined;
  let count = 0;
  for await (const { matching } of matchingSlices(stream, { range, order: 'asc', after: undefined })) {
    count += matching.length;
    if (count >= limit) return limit;
  }
  return count;
}

/** Reads a stream in slices, and yields each with those of its records that match. */
async function* matchingSlices<T extends keyof Schema>(
  stream: Stream<T>,
  { range, order, after }: Omit<Part, 'limit'>,
): AsyncGenerator<{ read: readonly Position[]; matching: Position[] }> {
  let position = after;
  for (;;) {
    const read = await firstPositions(stream, { range, order, after: position, limit: stream.sliceSize });
    yield { read, matching: read.filter(isMatching(stream)) };
    if (read.length < stream.sliceSize) return;
    position = read.at(-1);
    await nextSlice();
  }
}
