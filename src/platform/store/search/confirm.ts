import { nextSlice } from '../../../lib/slices.ts';
import type { Schema } from '../schema.ts';
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

interface FirstConfirmed {
  found: Position[];
  /** The last position that was compared, if others follow that can match. */
  stoppedAt?: Position | undefined;
}

/**
 * Returns the positions of the first records of a stream after a position that are confirmed, as `firstPositions` does. It stops
 * when it has confirmed as many as the stream permits.
 */
export async function firstConfirmed<T extends keyof Schema>(stream: Stream<T>, part: Part): Promise<FirstConfirmed> {
  if (!stream.confirm) return { found: await firstPositions(stream, part) };
  const { compared: most = Number.POSITIVE_INFINITY, sliceSize } = stream;
  const found: Position[] = [];
  let compared = 0;
  for await (const { read, confirmed } of confirmedSlices(stream, part)) {
    found.push(...confirmed);
    if (found.length >= part.limit) break;
    compared += read.length;
    if (compared >= most && read.length === sliceSize) return { found, stoppedAt: read.at(-1) };
  }
  return { found: found.slice(0, part.limit) };
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
  if (await isTooLongToCount(stream, range)) return undefined;
  let count = 0;
  for await (const { confirmed } of confirmedSlices(stream, { range, order: 'asc', after: undefined })) {
    count += confirmed.length;
    if (count >= limit) return limit;
  }
  return count;
}

/** Reads a stream in slices, and yields each with what is confirmed of it. */
async function* confirmedSlices<T extends keyof Schema>(
  stream: Stream<T>,
  { range, order, after }: Omit<Part, 'limit'>,
): AsyncGenerator<{ read: readonly Position[]; confirmed: Position[] }> {
  let position = after;
  for (;;) {
    const read = await firstPositions(stream, { range, order, after: position, limit: stream.sliceSize });
    yield { read, confirmed: read.filter(isConfirmed(stream)) };
    if (read.length < stream.sliceSize) return;
    position = read.at(-1);
    await nextSlice();
  }
}
