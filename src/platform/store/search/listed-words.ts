import type { Schema } from '../schema/schema.ts';
import type { RowMatch, Stream } from './stream.ts';

/** Records of a list that are compared with words at a time: some 5 ms. */
const SLICE = 500;
/** Records that are compared for one part of a list: less than a tenth of a second. */
const COMPARED = 10_000;
/** Lists up to this length are counted. */
const COUNTED = 12_000;

/** Records that can match a query of a list, and are compared in no order: to read more takes longer than to search the list. */
export const MAX_LISTED_CANDIDATES = 5_000;

/** Adds the decision about words to streams of a list. */
export const matchedBy = <T extends keyof Schema>(
  streams: readonly Stream<T>[],
  match: RowMatch | undefined,
): readonly Stream<T>[] =>
  match
    ? streams.map((stream) => ({ ...stream, match, sliceSize: SLICE, compared: COMPARED, counted: COUNTED }))
    : streams;
