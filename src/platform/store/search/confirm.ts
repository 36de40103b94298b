import { nextSlice } from '../../../lib/slices.ts';
import type { Schema } from '../schema.ts';
import {
  countRecords,
  firstPositions,
  type KeyRange,
  type Order,
  type Position,
  type ReadPosition,
  type Stream,
} from './keyset.ts';

interface Part {
  range: KeyRange;
  order: Order;
  after: Position | undefined;
  limit: number;
}

/** Returns the positions of the first records of a stream after a position that are confirmed, as `firstPositions` does. */
export async function firstConfirmed<T extends keyof Schema>(stream: Stream<T>, part: Part): Promise<Position[]> {
  if (!stream.confirm) return firstPositions(stream, part);
  const found: Position[] = [];
  for await (const confirmed of confirmedSlices(stream, part)) {
    found.push(...confirmed);
    if (found.length >= part.limit) break;
  }
  return found.slice(0, part.limit);
}

/** Tells which of the positions that were read from a stream are of records that match. */
export const isConfirmed =
  <T extends keyof Schema>({ confirm }: Stream<T>) =>
  ({ values }: ReadPosition): boolean =>
    !confirm || confirm.isMatch(values ?? []);

/** Returns the number of confirmed records of a stream, as `countRecords` does. */
export async function countConfirmed<T extends keyof Schema>(
  stream: Stream<T>,
  { range, limit }: Pick<Part, 'range' | 'limit'>,
): Promise<number | undefined> {
  if (!stream.confirm) return countRecords(stream, { range, limit });
  let [count, read] = [0, 0];
  for await (const confirmed of confirmedSlices(stream, { range, order: 'asc', after: undefined })) {
    count += confirmed.length;
    if (count >= limit) return limit;
    read += stream.sliceSize;
    if (read >= stream.counted) return undefined;
  }
  return count;
}

/** Reads a stream in slices, and yields what is confirmed of each. */
async function* confirmedSlices<T extends keyof Schema>(
  stream: Stream<T>,
  { range, order, after }: Omit<Part, 'limit'>,
): AsyncGenerator<Position[]> {
  let position = after;
  for (;;) {
    const read = await firstPositions(stream, { range, order, after: position, limit: stream.sliceSize });
    yield read.filter(isConfirmed(stream));
    if (read.length < stream.sliceSize) return;
    position = read.at(-1);
    await nextSlice();
  }
}
