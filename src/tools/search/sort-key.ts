import type { Read, Resource } from '../../contract/index.ts';
import { compareText, cutSortKey } from '../../lib/text/text-order.ts';

/** Position of a record in a search (keyset pagination): its sort key, empty if it has none, and its id. */
export interface SortKey {
  key: string;
  id: string;
}

/** A matching record with its position. */
export interface Found<R extends Resource> extends SortKey {
  read: Read<R>;
}

/** Returns the position of a record in a search. */
export function sortKeyOf<R extends Resource>(
  read: Read<R>,
  keyOf: (read: Read<R>) => string | null | undefined,
): SortKey {
  const { id } = read.fields as { id?: string | null };
  return { key: cutSortKey(keyOf(read) ?? ''), id: id ?? '' };
}

/** Digits of a number in a sort key, before the decimal point. */
const KEY_DIGITS = 16;

/** Returns the sort key of a number that is not negative, with three decimals; undefined for any other value. */
export function numericSortKey(value: number | null | undefined): string | undefined {
  if (typeof value !== 'number' || !(value >= 0 && value <= Number.MAX_SAFE_INTEGER)) return undefined;
  return value.toFixed(3).padStart(KEY_DIGITS + 4, '0');
}

export type Order = 'asc' | 'desc';

/** Compares by key, then by id. Records without a key come last in both orders. */
export function compareBy(order: Order) {
  const sign = order === 'asc' ? 1 : -1;
  return (a: SortKey, b: SortKey): number => {
    if ((a.key === '') !== (b.key === '')) return a.key === '' ? 1 : -1;
    return sign * compareText(a.key, b.key) || compareText(a.id, b.id);
  };
}

/** Latest first, for records whose key is a time. */
export const newestFirst = compareBy('desc');

/** Collects the first `limit` items of a stream in an order. Holds at most twice as many in memory. */
export function topN<T>(limit: number, compare: (a: T, b: T) => number) {
  let retained: T[] = [];
  /** The last retained item, once there are `limit` of them: an item after it is not among the first. */
  let bound: T | undefined;
  const trim = () => {
    retained = retained.sort(compare).slice(0, limit);
    bound = retained.length === limit ? retained.at(-1) : undefined;
  };
  return {
    add(item: T): void {
      if (bound !== undefined && compare(item, bound) > 0) return;
      retained.push(item);
      if (retained.length >= limit * 2) trim();
    },
    /** Returns the retained items in order. */
    all(): T[] {
      trim();
      return retained;
    },
  };
}
