import * as z from 'zod';
import type { SearchMeta } from '../../contract/index.ts';
import { memoize } from '../../lib/concurrency/lazy.ts';
import type { PageResult } from '../store/paging.ts';
import type { Filtered } from '../store/search/known-values.ts';
import type { ListSearch } from '../store/search/search.ts';
import type { Position } from '../store/search/stream.ts';
import { invalid } from './errors.ts';
import { readQuery } from './query.ts';

/**
 * Reads the parameters of a filtered list; undefined if the query has none but those in `alone`, which have a meaning
 * without the others.
 */
export function readSearch<S extends z.ZodObject>(
  parameters: URLSearchParams,
  schema: S,
  alone: readonly string[] = [],
): z.output<S> | undefined {
  const names = Object.keys(schema.shape);
  const given = [...parameters].filter(([name]) => names.includes(name));
  if (given.every(([name]) => alone.includes(name))) return undefined;
  if (parameters.has('page')) throw invalid('page: cannot be combined with filters or order; after continues');
  return readQuery(new URLSearchParams(given), schema);
}

/** Two texts without U+0000, which PostgreSQL does not accept. */
const pairSchema = memoize(() => {
  const part = z.string().refine((text) => !text.includes('\0'));
  return z.tuple([part, part]);
});

/**
 * Reads where a list continues.
 * @param keyOf converts the sort key; returns undefined for one that no record can have.
 */
export function readPosition(
  after: string | undefined,
  keyOf: (key: string) => string | number | undefined,
): Position | undefined {
  if (after === undefined) return undefined;
  const pair = pairSchema().safeParse(parse(after));
  const key = pair.success ? keyOf(pair.data[0]) : undefined;
  if (!pair.success || key === undefined)
    throw invalid('after: must be a sort key and an id in a JSON array, such as ["2026-03-09T14:30:00.000Z","bk_1"]');
  return { key, id: pair.data[1] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the start and the end of a time, in epoch milliseconds. */
export function readTimes(query: { from?: string | undefined; to?: string | undefined }) {
  const [from, to] = [query.from, query.to].map((time) => (time === undefined ? undefined : Date.parse(time)));
  if (from !== undefined && to !== undefined && from >= to) throw invalid('to: must be after from');
  return { from, to };
}

/** Reads a sort key that is a time. */
export const timeKey = (key: string): number | undefined => {
  const time = Date.parse(key);
  return Number.isNaN(time) ? undefined : time;
};

/** Writes a sort key that is a time. */
export const timeText = (key: Position['key']): string => new Date(key).toISOString();

/**
 * Returns the response of a filtered list.
 * @param keyText writes a sort key as positions have it.
 */
export function filteredResult<Row, T>(
  { rows, total, atLeast, hasMore, next, knownValues, undecided }: Filtered<Row>,
  { perPage }: Pick<ListSearch, 'perPage'>,
  recordOf: (row: Row) => T,
  keyText: (key: Position['key']) => string,
  more: SearchMeta = {},
): PageResult<T> {
  return {
    items: rows.map(recordOf),
    meta: {
      total,
      ...(total === null ? { total_at_least: atLeast } : {}),
      page: 1,
      per_page: perPage,
      has_more: hasMore,
      ...(next ? { next: JSON.stringify([keyText(next.key), next.id]) } : {}),
      ...(undecided === undefined ? {} : { undecided }),
      ...(Object.keys(knownValues).length > 0 ? { known_values: knownValues } : {}),
      ...more,
    },
  };
}
